import { silentLog } from '../../src/ports/log.ts';
import type { Clock } from '../../src/ports/clock.ts';
import type { Ids } from '../../src/ports/random.ts';
import type { Store } from '../../src/ports/store.ts';
import { openStore } from '../../src/server/storage/engine/open.ts';
import { openData } from '../../src/server/storage/engine/open-data.ts';
import type { Waits } from '../time/waits.ts';

interface Ports {
  readonly clock: Clock;
  readonly ids: Ids;
}

/**
 * Shared by all nodes: a PostgreSQL database, or without an address the embedded one, in memory. Counts
 * queries in `waits`, so that virtual time can wait for their answers.
 */
export async function openLightStore(url: string | null, waits: Waits, ports: Ports): Promise<Store> {
  const all = { ...ports, log: silentLog };
  if (url === null) {
    const store = await openStore({ ...all, path: ':memory:' });
    return {
      write: (work) => store.write(work),
      read: (work) => store.read(work),
      epoch: () => store.epoch(),
      close: () => store.close(),
    };
  }
  return waits.over(await openData({ databaseUrl: url, dataDir: '' }, { ...all, program: '' }));
}
