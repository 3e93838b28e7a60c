// `npm run demo`: the app with its server inside the page, and the simulator to watch. No server runs here:
// only the built pages are given out, to this machine.
import { buildWhenStale } from './build.mjs';
import { installDependencies } from './dependencies.mjs';
import { requireNode } from './node-version.mjs';
import { root } from './run-command.mjs';
import { serveFolder } from './serve-folder.mjs';

requireNode();
await installDependencies();
await buildWhenStale(['pages']);
// The engine is compiled in the page.
const port = await serveFolder({
  folder: `${root}dist/pages`,
  scripts: "'self' 'wasm-unsafe-eval'",
  index: 'demo.html',
});
const place = `http://127.0.0.1:${port}`;
console.log(`Try Parley:       ${place}/
Watch a seed:     ${place}/simulate.html
Replay a session: ${place}/inspect.html?script=%2Fstory.jsonl&play=1`);
