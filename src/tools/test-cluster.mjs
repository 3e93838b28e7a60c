// `npm run test:cluster`: three nodes over PostgreSQL and Redis with 60 clients, and everything that can go
// wrong, 20 rounds of it. `-- --rounds N --clients N` for other sizes, `--fault WORDS` for rounds of the
// faults of one node whose names have that in them; a short form runs in `npm test`.
import { installServerPackages } from './browser-packages.mjs';
import { installDependencies } from './dependencies.mjs';
import { requireNode } from './node-version.mjs';
import { spawnInstalled } from './run-command.mjs';

requireNode();
await installDependencies();
await installServerPackages();

/** @param {string} name @param {string} otherwise */
function option(name, otherwise) {
  const at = process.argv.indexOf(`--${name}`);
  return at < 0 ? otherwise : (process.argv[at + 1] ?? otherwise);
}

const { code } = await spawnInstalled(
  'vitest',
  ['run', '--project', 'crash', 'tests/cluster', '--reporter=verbose'],
  {
    timeoutMs: 3 * 60 * 60_000,
    env: {
      CLUSTER_LONG: '1',
      CLUSTER_ROUNDS: option('rounds', '20'),
      CLUSTER_CLIENTS: option('clients', '60'),
      CLUSTER_FAULT: option('fault', ''),
    },
  },
);
process.exit(code);
