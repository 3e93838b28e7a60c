// `npm run library`: the headless client for programs, as a package in dist/client-library (docs/bots.md).
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { installDependencies } from './dependencies.mjs';
import { requireNode } from './node-version.mjs';
import { root, spawnInstalled, stop } from './run-command.mjs';

const OUT = 'dist/client-library';

requireNode();
process.chdir(root);
await installDependencies();
const config = 'src/tools/client-library.vite.config.mjs';
const built = await spawnInstalled('vite', ['build', '--config', config, '--logLevel', 'warn'], {
  quiet: true,
});
if (built.code !== 0) stop('The library could not be built; the reason is above.');
const types = await spawnInstalled('tsc', ['-p', 'src/library/tsconfig.json', '--outDir', `${OUT}/types`], {
  quiet: true,
});
if (types.code !== 0) stop('The types of the library could not be written; the reason is above.');

const { version, license, engines, devDependencies } = JSON.parse(readFileSync('package.json', 'utf8'));
const { valibot, ws } = devDependencies;
const page = {
  name: 'parley-client',
  version,
  license,
  description: 'The headless client of Parley, for bots and other programs, in Node and in browsers.',
  type: 'module',
  engines,
  exports: { '.': { types: './types/src/library/index.d.ts', default: './index.js' } },
  browser: { ws: false },
  // `valibot` for the types alone.
  dependencies: { valibot, ws },
};
writeFileSync(join(OUT, 'package.json'), `${JSON.stringify(page, null, 2)}\n`);
copyFileSync('LICENSE', join(OUT, 'LICENSE'));
copyFileSync('docs/bots.md', join(OUT, 'README.md'));
console.log(`${OUT}: version ${version}`);
