// `npm run bench [-- NAME …]`: runs tests/bench/*.bench.ts, one after another.
// A bench exports `run()`, prints its own figures and answers the lines that are over their limits. What it
// printed is written into tests/bench/results.json, from which `npm run docs` makes docs/performance.txt.
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { withRun } from './bench-results.mjs';
import { buildWhenStale } from './build.mjs';
import { installDependencies } from './dependencies.mjs';
import { importBuilt } from './import-built.mjs';
import { requireNode } from './node-version.mjs';
import { root, stop } from './run-command.mjs';

requireNode();
process.chdir(root);
await installDependencies();
await buildWhenStale();

const selection = process.argv.slice(2);
const names = readdirSync(`${root}tests/bench`)
  .filter((file) => file.endsWith('.bench.ts'))
  .map((file) => file.slice(0, -'.bench.ts'.length))
  .filter((name) => selection.length === 0 || selection.includes(name));
if (names.length === 0) stop('No such bench.');
if (names.includes('time-machine')) await buildWhenStale(['pages']);

/** @type {string[]} */
const printed = [];

/** @param {Function} action */
async function printedBy(action) {
  const { log } = console;
  printed.length = 0;
  console.log = (...words) => {
    printed.push(words.join(' '));
    log(...words);
  };
  try {
    return await action();
  } finally {
    console.log = log;
  }
}

/**
 * @param {string} bench
 * @param {readonly string[]} own
 */
function record(bench, own) {
  const file = `${root}tests/bench/results.json`;
  const entry = {
    bench,
    printed,
    over: own,
    date: new Date().toISOString().slice(0, 10),
    load: (loadavg()[0] ?? 0).toFixed(1),
  };
  writeFileSync(file, `${JSON.stringify(withRun(JSON.parse(readFileSync(file, 'utf8')), entry), null, 2)}\n`);
}

/** @type {string[]} */
const over = [];
for (const name of names) {
  console.log(`\n${name}`);
  const { run } = await importBuilt(`tests/bench/${name}.bench.ts`);
  if (typeof run !== 'function') stop(`tests/bench/${name}.bench.ts exports no run()`);
  /** @type {unknown} */
  const lines = await printedBy(run);
  const own = Array.isArray(lines) ? lines.map(String) : [];
  over.push(...own.map((line) => `${name}: ${line}`));
  record(name, own);
}

console.log('');
for (const line of over) console.log(`OVER ITS LIMIT  ${line}`);
console.log(over.length === 0 ? 'All figures are within their limits.' : `${over.length} over their limits.`);
process.exit(over.length === 0 ? 0 : 1);
