import pg from 'pg';
import { afterAll, vi } from 'vitest';
import { openPostgres } from '../../src/server/storage/engine/open-postgres.ts';
import { startPostgres } from './postgres.ts';
import { testStore, watched } from './test-store.ts';

/** Opens every store of this test file in PostgreSQL from now on. */
export async function onPostgres(): Promise<void> {
  // Every statement needs two processes, which wait for other work.
  vi.setConfig({ testTimeout: 180_000, hookTimeout: 60_000 });
  const postgres = await startPostgres();
  afterAll(() => postgres.stop());
  testStore.open = async (ports) => {
    const { url, back } = await postgres.lend();
    return watched(await openPostgres({ ...ports, url }), back);
  };
  testStore.openBeside = async (ports) => {
    const { url, back } = await postgres.lend();
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    const store = watched(await openPostgres({ ...ports, url }), () => client.end().then(back));
    return { store, run: async (sql) => void (await client.query(sql)) };
  };
}
