// `npm run screens`: pictures of every screen, narrow and wide, in both languages, in .cache/screens,
// and the picture of the README in docs/pictures.
import { installBrowserPackages } from './browser-packages.mjs';
import { buildWhenStale } from './build.mjs';
import { installDependencies } from './dependencies.mjs';
import { importBuilt } from './import-built.mjs';
import { requireNode } from './node-version.mjs';
import { root, stop } from './run-command.mjs';

requireNode();
process.chdir(root);
await installDependencies();
await installBrowserPackages();
await buildWhenStale();
const { takePictures } = await importBuilt('tests/support/screenshots.ts');
if (typeof takePictures !== 'function') stop('tests/support/screenshots.ts exports no takePictures()');
await takePictures(process.argv.slice(2));
process.exit(0);
