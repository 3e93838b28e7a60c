// `npm run bench [-- NAME …]`: runs tests/bench/*.bench.ts, one after another.
// A bench exports `run()`, prints its own figures and answers the lines that are over their limits.
import { readdirSync } from 'node:fs';
import { buildWhenStale } from './build.mjs';
import { installDependencies } from './dependencies.mjs';
import { importBuilt } from './import-built.mjs';
import { requireNode } from './node-version.mjs';
import { root, stop } from './run-command.mjs';

requireNode();
process.chdir(root);
await installDependencies();
await buildWhenStale();

const asked = process.argv.slice(2);
const names = readdirSync(`${root}tests/bench`)
  .filter((file) => file.endsWith('.bench.ts'))
  .map((file) => file.slice(0, -'.bench.ts'.length))
  .filter((name) => asked.length === 0 || asked.includes(name));
if (names.length === 0) stop('No such bench.');

const over = [];
for (const name of names) {
  console.log(`\n${name}`);
  const { run } = await importBuilt(`tests/bench/${name}.bench.ts`);
  if (typeof run !== 'function') stop(`tests/bench/${name}.bench.ts exports no run()`);
  /** @type {unknown} */
  const lines = await run();
  if (Array.isArray(lines)) over.push(...lines.map((line) => `${name}: ${line}`));
}

console.log('');
for (const line of over) console.log(`OVER ITS LIMIT  ${line}`);
console.log(over.length === 0 ? 'All figures are within their limits.' : `${over.length} over their limits.`);
process.exit(over.length === 0 ? 0 : 1);
