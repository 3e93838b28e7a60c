import { afterAll, describe, vi } from 'vitest';
import { openPostgres } from '../../src/server/store/open-postgres.ts';
import { startPostgres } from '../support/postgres.ts';
import { testStore, watched } from '../support/test-store.ts';

/** The server's own tests once more, over the second engine: what a file of tests asks for is opened there. */
// Every statement is a turn of two processes: beside other work each waits for its turn.
vi.setConfig({ testTimeout: 180_000, hookTimeout: 60_000 });
const postgres = await startPostgres();
afterAll(() => postgres.stop());
testStore.open = async (ports) => {
  const { url, back } = await postgres.lend();
  return watched(await openPostgres({ ...ports, url }), back);
};

/** All files take minutes (`npm run test:postgres`); the others here are about the calls with the most statements. */
const all = process.env['POSTGRES_TESTS'] === 'all';

describe('on PostgreSQL', async () => {
  await import('./people.test.ts');
  await import('./marks.test.ts');
  await import('./push.test.ts');
  if (!all) return;
  await import('./sending.test.ts');
  await import('./groups.test.ts');
  await import('./sync.test.ts');
  await import('./conversations.test.ts');
  await import('./accounts.test.ts');
  await import('./bad-input.test.ts');
  await import('./search.test.ts');
  await import('./files.test.ts');
  await import('./uploads.test.ts');
  await import('./group-rule.test.ts');
  await import('./own-account.test.ts');
  await import('./config.test.ts');
  await import('./admin.test.ts');
  await import('./calls.test.ts');
  await import('./moments.test.ts');
});
