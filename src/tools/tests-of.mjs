// `npm run tests-of FILE`: which tests come to a file, nearest first, by who imports whom. What only a
// browser reaches (tests/e2e, tests/crash) starts the built program and imports nothing of it; it is not
// among them.
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { posix } from 'node:path';
import { root, stop } from './run-command.mjs';
import { testsOf } from './import-graph.mjs';

const folders = ['machines', 'simulator', 'src', 'tests'];

/** @returns {ReadonlyMap<string, string>} source by path */
function readSources() {
  const paths = folders.flatMap((folder) =>
    readdirSync(root + folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && /\.(?:tsx?|mjs)$/.test(entry.name))
      .map((entry) => `${entry.parentPath}/${entry.name}`.replace(root, '')),
  );
  return new Map(paths.map((path) => [path, readFileSync(root + path, 'utf8')]));
}

/**
 * The rules that its titles name.
 *
 * @param {string} path
 */
function rulesIn(path) {
  const titles = readFileSync(root + path, 'utf8').matchAll(/['"`]([A-Z]+(?:-[A-Z]+)?-\d+)\b/g);
  return [...new Set([...titles].map(([, rule = '']) => rule))];
}

const asked = process.argv[2];
const file = asked === undefined ? '' : posix.normalize(asked.replace(root, ''));
if (!existsSync(root + file) || file === '')
  stop('npm run tests-of FILE, as in: npm run tests-of src/domain/quiet.ts');

const found = testsOf(file, readSources());
for (const { path, steps } of found.slice(0, 20)) {
  const rules = rulesIn(path);
  const named = rules.slice(0, 8).join(' ') + (rules.length > 8 ? ` and ${rules.length - 8} more` : '');
  console.log(`${String(steps).padStart(3)}  ${path}  ${named}`);
}
if (found.length > 20) console.log(`     and ${found.length - 20} more, farther away`);
console.log(
  `${found.length} tests; the number says over how many imports. npx vitest run ${found[0]?.path ?? 'FILE'}`,
);
