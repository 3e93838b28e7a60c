// `npm run inspect -- script.jsonl [second.jsonl]`: serves the inspector and the scripts to this machine
// only, and prints the address. A plan of the simulator has no events yet: it opens where a World runs it.
import { closeSync, existsSync, openSync, readSync, statSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { buildWhenStale } from './build.mjs';
import { installDependencies } from './dependencies.mjs';
import { requireNode } from './node-version.mjs';
import { root, stop } from './run-command.mjs';
import { serveFolder } from './serve-folder.mjs';

const HELP = `npm run inspect -- script.jsonl [second.jsonl]

Opens a recorded session in the inspector, on this machine only: the machines, every event, and the app at
any of them. Two scripts are compared: both screens appear side by side, at the first event where they differ.
A script with states that a test expected opens at the first event where the recording differs from them.

  --event N     opens event N
  --help        this text
PORT chooses the port.`;

requireNode();
const { files, event } = readArgs(process.argv.slice(2));
await installDependencies();
const [first = '', second] = files;
const isPlan = /"origin"\s*:\s*"world"/.test(beginningOf(first).split('\n', 1)[0] ?? '');
if (isPlan && second !== undefined)
  stop(
    'A plan of the simulator has no events to compare. Open it alone, and export the session of a device.',
  );
await buildWhenStale([isPlan ? 'pages' : 'client']);

// Both may have the same name, in two folders.
const places = files.map((file, i) => `/script/${i + 1}/${encodeURIComponent(basename(file))}`);
const port = await serveFolder({
  folder: `${root}dist/${isPlan ? 'pages' : 'client'}`,
  scripts: isPlan ? "'self' 'wasm-unsafe-eval'" : "'self'",
  files: Object.fromEntries(places.map((place, i) => [place, files[i] ?? ''])),
});
const query = places.map((place, i) => `${i === 0 ? 'script' : 'second'}=${encodeURIComponent(place)}`);
const page = `${isPlan ? 'simulate' : 'inspect'}.html?${query.join('&')}`;
console.log(`http://127.0.0.1:${port}/${page}${event === null ? '' : `#event=${event}`}`);

/**
 * Ends the command with a clear line if an argument is wrong.
 *
 * @param {readonly string[]} args
 * @returns {{ readonly files: readonly string[], readonly event: number | null }}
 */
function readArgs(args) {
  if (args.includes('--help') || args.includes('-h')) {
    console.log(HELP);
    process.exit(0);
  }
  const eventAt = args.indexOf('--event');
  const event = eventAt < 0 ? null : Number(args[eventAt + 1]);
  if (event !== null && !(Number.isSafeInteger(event) && event >= 0))
    stop('--event takes the number of an event, as in --event 12.');
  const names = args.filter((_, at) => eventAt < 0 || (at !== eventAt && at !== eventAt + 1));
  const unknown = names.find((name) => name.startsWith('-'));
  if (unknown !== undefined) stop(`There is no option ${unknown}. npm run inspect -- --help lists them.`);
  if (names.length === 0) stop('Which script? npm run inspect -- script.jsonl');
  if (names.length > 2) stop('At most two scripts can be compared.');
  return { files: names.map(fileOf), event };
}

/** @param {string} name */
function fileOf(name) {
  const file = resolve(name);
  if (!existsSync(file) || !statSync(file).isFile()) stop(`There is no file ${file}.`);
  return file;
}

/**
 * A script may be larger than a text can be.
 *
 * @param {string} file
 */
function beginningOf(file) {
  const bytes = Buffer.alloc(64 * 1_024);
  const handle = openSync(file, 'r');
  const length = readSync(handle, bytes, 0, bytes.length, 0);
  closeSync(handle);
  return bytes.toString('utf8', 0, length);
}
