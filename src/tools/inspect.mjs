// `npm run inspect -- script.jsonl`: serves the inspector and that script to this machine only, and prints
// the address. A plan of the simulator has no events yet: it opens where a World lives through it.
import { existsSync, readFileSync, statSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { buildWhenStale } from './build.mjs';
import { installDependencies } from './dependencies.mjs';
import { requireNode } from './node-version.mjs';
import { root, stop } from './run-command.mjs';
import { serveFolder } from './serve-folder.mjs';

requireNode();
const [name] = process.argv.slice(2);
if (name === undefined) stop('Which script? npm run inspect -- script.jsonl');
const script = resolve(name);
if (!existsSync(script) || !statSync(script).isFile()) stop(`There is no file ${script}.`);
await installDependencies();
const isPlan = /"origin"\s*:\s*"world"/.test(readFileSync(script, 'utf8').split('\n', 1)[0] ?? '');
await buildWhenStale([isPlan ? 'pages' : 'client']);

const place = `/script/${encodeURIComponent(basename(script))}`;
const port = await serveFolder({
  folder: `${root}dist/${isPlan ? 'pages' : 'client'}`,
  scripts: isPlan ? "'self' 'wasm-unsafe-eval'" : "'self'",
  files: { [place]: script },
});
console.log(
  `http://127.0.0.1:${port}/${isPlan ? 'simulate' : 'inspect'}.html?script=${encodeURIComponent(place)}`,
);
