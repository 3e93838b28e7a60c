import { silentLog } from '../../src/ports/log.ts';
import type { Clock } from '../../src/ports/clock.ts';
import type { Ids } from '../../src/ports/random.ts';
import type { Store } from '../../src/ports/store.ts';
import { openStore } from '../../src/server/storage/engine/open.ts';
import { openData } from '../../src/server/storage/engine/open-data.ts';
import type { Waits } from '../time/waits.ts';

/** Addresses of the PostgreSQL databases below the nodes: none is the embedded one, in memory. */
export type Databases = readonly string[];

interface Ports {
  readonly clock: Clock;
  readonly ids: Ids;
}

/** Shared by all nodes. Counts queries in `waits`, so that virtual time can wait for their answers. */
export async function openLightStore(
  [url, secondUrl]: Databases,
  waits: Waits,
  ports: Ports,
): Promise<Store> {
  const all = { ...ports, log: silentLog };
  if (url === undefined) {
    const store = await openStore({ ...all, path: ':memory:' });
    return {
      write: (work) => store.write(work),
      read: (work) => store.read(work),
      epoch: () => store.epoch(),
      close: () => store.close(),
    };
  }
  const settings = { databaseUrl: url, secondDatabaseUrl: secondUrl ?? null, dataDir: '' };
  return waits.over(await openData(settings, { ...all, program: '' }));
}
