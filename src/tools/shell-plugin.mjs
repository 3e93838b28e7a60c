import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { localesPrint } from './locales.mjs';
import { root } from './run-command.mjs';

const PLACE = /\bSHELL_OF_THIS_BUILD\b/;

/** @param {string | Uint8Array} content */
const print = (content) => createHash('sha256').update(content).digest('hex');

/** @param {string} folder @param {string} [below] @returns {string[]} */
function filesIn(folder, below = '') {
  return readdirSync(join(folder, below), { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? filesIn(folder, `${below}/${entry.name}`) : [`${below}/${entry.name}`],
  );
}

/**
 * Builds the service worker as a separate file at the root, with the list of all files that this build needs
 * to start. The list determines the name of the worker's cache, so two builds never share one.
 *
 * @returns {import('vite').Plugin}
 */
export function shellPlugin() {
  return {
    name: 'shell',
    enforce: 'post',
    apply: 'build',
    buildStart() {
      this.emitFile({ type: 'chunk', id: join(root, 'src/app/worker/main-adapter.ts'), fileName: 'sw.js' });
    },
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        /** @type {string[]} */
        const hashed = [];
        /** @type {Record<string, string>} */
        const checked = {};
        for (const [name, item] of Object.entries(bundle)) {
          // The server generates the first answer: later starts store the page without it.
          if (
            name === 'sw.js' ||
            name.startsWith('emoji/') ||
            name.startsWith('login.') ||
            // Only the chosen language is kept, when the page names it.
            name.startsWith('assets/texts-') ||
            name.startsWith('.')
          )
            continue;
          const content = item.type === 'chunk' ? item.code : item.source;
          if (/^assets\/[^/]*-[\w-]{8,}\.\w+$/.test(name)) hashed.push(`/${name}`);
          else checked[`/${name}`] = print(content);
        }
        // A licence is no part of the app.
        for (const path of filesIn(join(root, 'public')).filter((path) => !path.endsWith('.txt')))
          checked[path] = print(readFileSync(join(root, `public${path}`)));
        hashed.sort();
        const version = print(JSON.stringify([hashed, checked, localesPrint()])).slice(0, 16);
        const worker = bundle['sw.js'];
        if (worker?.type !== 'chunk' || worker.imports.length > 0)
          throw new Error('the service worker must be one file');
        /** @satisfies {import('../app/worker/scope.ts').ShellOfBuild} */
        const shell = { version, texts: localesPrint(), names: hashed, checked };
        worker.code = worker.code.replace(PLACE, () => JSON.stringify(shell));
      },
    },
  };
}
