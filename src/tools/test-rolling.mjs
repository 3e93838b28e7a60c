// `npm run test:rolling`: three nodes behind a balancer are restarted one after another while two browser
// windows talk; leaves pictures in .cache/rolling. `-- --clients N` for another load beside them.
import { installBrowserPackages, installServerPackages } from './browser-packages.mjs';
import { installDependencies } from './dependencies.mjs';
import { requireNode } from './node-version.mjs';
import { spawnInstalled } from './run-command.mjs';

requireNode();
await installDependencies();
await installBrowserPackages();
await installServerPackages();

const at = process.argv.indexOf('--clients');
const { code } = await spawnInstalled('vitest', ['run', '--project', 'crash', '--reporter=verbose'], {
  timeoutMs: 20 * 60_000,
  env: { PARLEY_TESTS: 'rolling', CLUSTER_CLIENTS: at < 0 ? '12' : (process.argv[at + 1] ?? '12') },
});
process.exit(code);
