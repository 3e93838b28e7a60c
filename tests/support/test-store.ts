import type { Clock } from '../../src/ports/clock.ts';
import type { Log } from '../../src/ports/log.ts';
import type { Ids } from '../../src/ports/random.ts';
import type { Store } from '../../src/ports/store.ts';
import { openStore } from '../../src/server/storage/engine/open.ts';
import { Waits } from '../../simulator/time/waits.ts';
import { LentConnections } from './lent-connections.ts';

interface Ports {
  readonly clock: Clock;
  readonly ids: Ids;
  readonly log: Log;
}

/** Databases in memory with the newest schema and no row. */
export const connections = new LentConnections();

/** The store of the worlds of server tests. Files for the second engine replace it. */
export const testStore: {
  open(ports: Ports): Promise<Store>;
  /** Opens it with direct access, as an operator with the database has. */
  openBeside(ports: Ports): Promise<{ readonly store: Store; run(sql: string): Promise<void> }>;
} = {
  open: async (ports) => {
    const { connection, giveBack } = connections.lend();
    const store = await openStore({ ...ports, path: ':memory:', connection });
    const close = () => store.close().then(giveBack);
    return Object.assign(Object.create(store) as Store, { close });
  },
  openBeside: async (ports) => {
    const { connection, giveBack } = connections.lend();
    const store = await openStore({ ...ports, path: ':memory:', connection });
    const close = () => store.close().then(giveBack);
    return {
      store: { ...passing(store), close },
      run: (sql) => Promise.resolve(void connection.execute(sql)),
    };
  },
};

const passing = (store: Store): Store => ({
  write: (work, foretold) => store.write(work, foretold),
  read: (work) => store.read(work),
  epoch: () => store.epoch(),
  close: () => store.close(),
});

const waits = new Waits();

/** A store that is really elsewhere, whose work `storeIdle` waits for. */
export const watched = (store: Store, closed: () => Promise<void> = () => Promise.resolve()): Store => ({
  ...waits.over(store),
  close: () => store.close().then(closed),
});

/** Resolves when nothing waits for a watched store. */
export const storeIdle = waits.settle;
