import type { Clock } from '../../src/ports/clock.ts';
import type { Log } from '../../src/ports/log.ts';
import type { Ids } from '../../src/ports/random.ts';
import type { Store } from '../../src/ports/store.ts';
import { openStore } from '../../src/server/store/open.ts';

interface Ports {
  readonly clock: Clock;
  readonly ids: Ids;
  readonly log: Log;
}

/** What the worlds of server tests stand on; files that try the second engine put that in its place. */
export const testStore: { open(ports: Ports): Promise<Store> } = {
  open: (ports) => openStore({ ...ports, path: ':memory:' }),
};
