import { basename } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root, spawnInstalled, stop } from './run-command.mjs';

/**
 * Node runs no TypeScript: builds one module with all it imports of ours, and imports the result.
 *
 * @param {string} entry a `.ts` file relative to the root
 * @returns {Promise<Record<string, unknown>>} its exports
 */
export async function importBuilt(entry) {
  const name = basename(entry, '.ts');
  const out = `.cache/built/${name}`;
  const args = [
    'build',
    '--ssr',
    entry,
    '--config',
    'src/tools/built.vite.config.mjs',
    '--outDir',
    out,
    '--logLevel',
    'warn',
  ];
  const { code } = await spawnInstalled('vite', args, { quiet: true, env: { NODE_ENV: 'production' } });
  if (code !== 0) stop(`${entry} could not be built; the reason is above.`);
  return import(pathToFileURL(`${root}${out}/${name}.js`).href);
}
