import { createVirtualClock, type VirtualClock } from '../../simulator/time/virtual-clock.ts';
import type { Bus, BusNote } from '../../src/ports/bus.ts';
import type { FilePorts } from '../../src/ports/files.ts';
import type { Forwarding } from '../../src/ports/forwarding.ts';
import type { Store } from '../../src/ports/store.ts';
import type { Settings } from '../../src/server/kernel/core.ts';
import { openStore } from '../../src/server/storage/engine/open.ts';
import { connections } from './test-store.ts';
import { startWorld, countingIds, type World } from './world.ts';

/** Words between nodes in one process; a test may lose them or take the whole thing away. */
export interface SharedBus {
  join(): Bus;
  up: boolean;
  /** Decides which packets are lost. */
  loses(note: BusNote): boolean;
}

export function sharedBus(): SharedBus {
  const ears = new Set<(note: BusNote) => void>();
  const bus: SharedBus = {
    up: true,
    loses: () => false,
    join: () => {
      const own = new Set<(note: BusNote) => void>();
      return {
        shared: true,
        talks: true,
        state: () => ({ up: bus.up, lagMs: 0, losses: 0 }),
        publish: (note) => {
          if (!bus.up || bus.loses(note)) return;
          for (const ear of ears)
            if (!own.has(ear))
              queueMicrotask(() => ears.has(ear) && ear(JSON.parse(JSON.stringify(note)) as BusNote));
        },
        subscribe: (run) => {
          ears.add(run);
          own.add(run);
          return () => void (ears.delete(run), own.delete(run));
        },
        close: async () => own.forEach((ear) => ears.delete(ear)),
      };
    },
  };
  return bus;
}

/** Two nodes over one database, one clock and one bus. */
export interface TwoNodes {
  readonly clock: VirtualClock;
  readonly bus: SharedBus;
  readonly one: World;
  readonly two: World;
  /** Starts another node. The caller closes it. */
  another(name: string): Promise<World>;
  /** Lets time pass, and everything settle on both. */
  pass(ms: number): Promise<void>;
  close(): Promise<void>;
}

/** `uploads`: where each of them keeps files; `unitOf`: the unit of a node by its name. */
export async function twoNodes(
  uploads?: () => Promise<FilePorts>,
  settings: Partial<Settings> = {},
  unitOf: (name: string) => Forwarding | undefined = () => undefined,
): Promise<TwoNodes> {
  const clock = createVirtualClock();
  const bus = sharedBus();
  const { connection, giveBack } = connections.lend();
  const store = await openStore({
    path: ':memory:',
    connection,
    clock,
    ids: countingIds('store'),
    log: { write: () => undefined },
  });
  /** Another object for each node: a test may cut off one of them. */
  const shared = (): Store => ({
    ...store,
    write: (work) => store.write(work),
    read: (work) => store.read(work),
    epoch: () => store.epoch(),
    close: async () => undefined,
  });
  const node = async (name: string) => {
    const forwarding = unitOf(name);
    return startWorld({
      ...(forwarding && { forwarding }),
      ...(uploads ? { uploads: await uploads() } : {}),
      settings,
      beside: { clock, bus: bus.join(), name, store: shared() },
    });
  };
  const [one, two] = [await node('one'), await node('two')];
  return {
    clock,
    bus,
    one,
    two,
    another: node,
    async pass(ms) {
      await clock.advance(ms);
      for (const world of [one, two, one, two]) await world.settle();
    },
    async close() {
      await one.close();
      await two.close();
      await store.close();
      giveBack();
    },
  };
}
