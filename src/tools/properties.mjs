// `npm run properties [-- FILTER]`: the properties of tests/properties, 10,000 runs instead of 200. A failure
// prints its seed, path and smallest example, as a script in .cache/properties; FC_RUNS changes how many.
import { installDependencies } from './dependencies.mjs';
import { requireNode } from './node-version.mjs';
import { root, spawnInstalled } from './run-command.mjs';

requireNode();
process.chdir(root);
await installDependencies();
const hours = 6 * 3_600_000;
const options = process.argv.slice(2);
const args = [
  'run',
  '--project',
  'pure',
  '--testTimeout',
  String(hours),
  ...(options.length > 0 ? options : ['tests/properties']),
];
const { code } = await spawnInstalled('vitest', args, {
  env: { FC_RUNS: process.env['FC_RUNS'] ?? '10000' },
});
process.exit(code);
