// `npm run simulate -- …`: many clients and nodes in one process, under one clock. `--help` says more.
import { fileURLToPath, pathToFileURL } from 'node:url';
import { installDependencies } from './dependencies.mjs';
import { requireNode } from './node-version.mjs';
import { root, spawnInstalled, stop } from './run-command.mjs';

const out = '.cache/built/simulator';
/** @returns {Promise<{main(args: readonly string[], again: object): Promise<number>, batch(): void}>} */
const loadBuilt = () => import(pathToFileURL(`${root}${process.env['PARLEY_SIMULATOR'] ?? out}/cli.js`).href);

if (process.argv.includes('--batch')) {
  (await loadBuilt()).batch();
} else {
  requireNode();
  process.chdir(root);
  await installDependencies();
  const args = [
    'build',
    '--ssr',
    'simulator/cli/cli.ts',
    '--config',
    'src/tools/simulator.vite.config.mjs',
    '--outDir',
    out,
    '--logLevel',
    'warn',
  ];
  const { code } = await spawnInstalled('vite', args, { quiet: true, env: { NODE_ENV: 'production' } });
  if (code !== 0) stop('The simulator could not be built; the reason is above.');
  const again = { file: fileURLToPath(import.meta.url), env: { PARLEY_SIMULATOR: out } };
  process.exit(await (await loadBuilt()).main(process.argv.slice(2), again));
}
