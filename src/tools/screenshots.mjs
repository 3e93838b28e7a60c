// `npm run screenshots`: pictures of every screen, narrow and wide, in both languages, in .cache/screens.
// `npm run screenshots -- readme`: the pictures of the README. `-- inspector`: those of docs/inspector.md.
// `npm run screenshots -- dark`: the same in the dark theme.
// `npm run screenshots -- kit`: those of docs/design-system.md.
// `npm run screenshots -- calls`: every state of a call, by two windows that talk.
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
if (process.argv[2] === 'readme') {
  await buildWhenStale(['pages']);
  const { takeReadmePictures } = await importBuilt('tests/support/readme-pictures.ts');
  if (typeof takeReadmePictures !== 'function')
    stop('tests/support/readme-pictures.ts exports no takeReadmePictures()');
  await takeReadmePictures();
  process.exit(0);
}
if (process.argv[2] === 'inspector') {
  const { takeInspectorPictures } = await importBuilt('tests/support/inspector-pictures.ts');
  if (typeof takeInspectorPictures !== 'function')
    stop('tests/support/inspector-pictures.ts exports no takeInspectorPictures()');
  await takeInspectorPictures();
  process.exit(0);
}
if (process.argv[2] === 'kit') {
  const { takeKitPictures } = await importBuilt('tests/support/kit-pictures.ts');
  if (typeof takeKitPictures !== 'function')
    stop('tests/support/kit-pictures.ts exports no takeKitPictures()');
  await takeKitPictures();
  process.exit(0);
}
if (process.argv[2] === 'calls') {
  const { takeCallPictures } = await importBuilt('tests/support/call-pictures.ts');
  if (typeof takeCallPictures !== 'function')
    stop('tests/support/call-pictures.ts exports no takeCallPictures()');
  await takeCallPictures();
  process.exit(0);
}
const { takePictures } = await importBuilt('tests/support/screenshots.ts');
if (typeof takePictures !== 'function') stop('tests/support/screenshots.ts exports no takePictures()');
await takePictures(process.argv.slice(2));
process.exit(0);
