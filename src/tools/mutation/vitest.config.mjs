// The quick tests with one generated fault in them (MUTANT), or with marks of what runs in which test file (MUTATION_MARKS).
import { readFileSync } from 'node:fs';
import react from '@vitejs/plugin-react';
import { configDefaults, defineConfig } from 'vitest/config';
import { mutated, spansOf } from './operators.mjs';

const root = new URL('../../../', import.meta.url).pathname;
/** @type {import('./operators.mjs').Mutant | null} */
const mutant = JSON.parse(process.env['MUTANT'] ?? 'null');
const marks = process.env['MUTATION_MARKS'] ?? '';
/** @type {ReadonlySet<string>} */
const marked = new Set(marks === '' ? [] : JSON.parse(readFileSync(marks, 'utf8')));

/** @type {import('vite').Plugin} */
const changed = {
  name: 'generated-fault',
  enforce: 'pre',
  transform(code, id) {
    const file = id.replace(root, '').replace(/\?.*$/, '');
    if (mutant?.file === file) return { code: mutated(code, mutant), map: null };
    if (!marked.has(file)) return null;
    const inserts = spansOf(file, code).flatMap(({ id: span, at, end, isBlock }) => {
      const mark = `globalThis.mutationMarks?.add(${JSON.stringify(`${file} ${span}`)})`;
      return isBlock ? [{ at, text: `${mark};` }] : [{ at, text: `(${mark}, ` }, { at: end, text: ')' }];
    });
    let out = code;
    // From the end, so that places before stay where they are.
    for (const { at, text } of inserts.toSorted((one, other) => other.at - one.at)) out = out.slice(0, at) + text + out.slice(at);
    return { code: out, map: null };
  },
};

export default defineConfig({
  root,
  plugins: [react(), changed],
  test: {
    include: ['tests/{rules,properties,model,contract,server,security,ui}/**/*.test.{ts,tsx}'],
    exclude: [...configDefaults.exclude, 'tests/{properties,contract,model}/**', 'tests/**/*.{pg,redis}.test.ts'],
    testTimeout: 30_000,
    maxWorkers: 1,
    ...(marks === '' ? {} : { setupFiles: ['src/tools/mutation/marks-setup.mjs'] }),
  },
});
