// `npm run test:uploads`: an upload of a whole GiB in parts, with the memory of the server watched.
import { spawnInstalled } from './run-command.mjs';

const { code } = await spawnInstalled(
  'vitest',
  ['run', '--project', 'browser', 'tests/e2e/large-upload.test.ts'],
  {
    timeoutMs: 15 * 60_000,
    env: { UPLOAD_MEGABYTES: '1024' },
  },
);
process.exit(code);
