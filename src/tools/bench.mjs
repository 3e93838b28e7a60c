// `npm run bench [-- NAME …]`: builds tests/bench/*.bench.ts and runs each, one after another.
// A bench exports `run()`, prints its own figures and answers the lines that are over their limits.
import { readdirSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { buildWhenStale } from './build.mjs';
import { installDependencies } from './dependencies.mjs';
import { requireNode } from './node-version.mjs';
import { root, runInstalled, stop } from './run-command.mjs';

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
  const out = `.cache/bench/${name}`;
  const args = ['build', '--ssr', `tests/bench/${name}.bench.ts`, '--config', 'src/tools/bench.vite.config.mjs', '--outDir', out, '--logLevel', 'warn'];
  const { code } = await runInstalled('vite', args, { quiet: true, env: { NODE_ENV: 'production' } });
  if (code !== 0) stop(`The bench ${name} could not be built; the reason is above.`);
  console.log(`\n${name}`);
  const bench = await import(pathToFileURL(`${root}${out}/${name}.bench.js`).href);
  const lines = await bench.run();
  if (Array.isArray(lines)) over.push(...lines.map((line) => `${name}: ${line}`));
}

console.log('');
for (const line of over) console.log(`OVER ITS LIMIT  ${line}`);
console.log(over.length === 0 ? 'All figures are within their limits.' : `${over.length} over their limits.`);
process.exit(over.length === 0 ? 0 : 1);
