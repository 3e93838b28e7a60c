import type { ReadTx, Store, WriteTx } from '../../src/ports/store.ts';
import { StoreBusyError } from '../../src/server/kernel/store-errors.ts';
import type { WorldStore } from './database.ts';
import type { Chance } from '../plan/random.ts';
import type { Surroundings } from '../environment/surroundings.ts';
import { passing } from '../time/holds.ts';
import { createInOrder } from '../time/in-order.ts';
import type { Ran } from '../recorder/recorded.ts';
import type { Recorder } from '../recorder/recorder.ts';

/**
 * The point at which a node dies next: with its transaction open, just after the commit, or before the
 * answer.
 */
export type Trap = 'open' | 'committed' | 'answering';

/** One process as its ports see it. */
export interface Life {
  readonly name: string;
  readonly dead: boolean;
  trap: Trap | null;
  die(): void;
}

const clockPasses = (clock: Surroundings['clock'], ms: number): Promise<void> =>
  new Promise((resolve) => void clock.setTimeout(resolve, ms));

const never = <T>(): Promise<T> => new Promise<T>(() => undefined);

/** Thrown inside a transaction of a dead process: the engine rolls it back. */
class ProcessGone extends Error {}

/** Returns true if the process is gone, by this trap or earlier. */
function springs(life: Life, trap: Trap, around: Surroundings): boolean {
  if (life.trap !== trap) return life.dead;
  life.trap = null;
  around.count(`kill: ${trap}`);
  life.die();
  return true;
}

/**
 * The shared database as one process sees it. Each read and each write is a wait in the World; a dead process
 * gets no answer, and its uncommitted writes are rolled back.
 */
export function storeOfNode(
  shared: WorldStore,
  life: Life,
  around: Surroundings,
  chance: Chance,
  recorder: Recorder,
): Store {
  const { clock, weather, orderControl } = around;
  const later = async (): Promise<void> => {
    if (!orderControl.present) await clockPasses(clock, chance.next() * weather.storeMs);
  };
  // Commands run in the order they were handed in; only how long each waits is chance.
  const inOrder = createInOrder(clock);
  const inTurn = (): Promise<void> =>
    passing(
      orderControl,
      { kind: 'commit', at: life.name, what: '', lane: `commits of ${life.name}` },
      () => new Promise((resolve) => inOrder(chance.next() * weather.storeMs, resolve)),
    );
  const sprung = (trap: Trap): boolean => springs(life, trap, around);
  const inside = async <T>(
    writeTx: WriteTx,
    work: (tx: WriteTx) => Promise<T>,
    runs: (ran: Ran) => void,
  ): Promise<T> => {
    if (chance.happens(weather.runsTwice)) {
      around.count('command ran twice');
      await shared.rollBack(() => work(writeTx));
    }
    const { tx, ran } = recorder.watch(writeTx);
    runs(ran);
    const value = await work(orderControl.present?.watch(tx, life.name) ?? tx);
    if (chance.happens(weather.slowTransaction)) await clockPasses(clock, chance.whole(1, 50));
    if (sprung('open')) throw new ProcessGone();
    return value;
  };
  return {
    read: async <T>(work: (tx: ReadTx) => Promise<T>) => {
      // On the way there or on the way back: both are places where others may come between.
      const first = chance.happens(0.5);
      if (first) await later();
      if (life.dead) return never<T>();
      if (chance.happens(weather.readFails)) {
        around.count('read failed');
        throw new StoreBusyError('the disk said nothing');
      }
      const value = await shared.read((tx) => work(orderControl.present?.watch(tx, life.name) ?? tx));
      if (!first) await later();
      return life.dead ? never<T>() : value;
    },
    write: async <T>(work: (tx: WriteTx) => Promise<T>) => {
      await inTurn();
      if (life.dead) return never<T>();
      const runs: Ran[] = [];
      const settle = (state: 'kept' | 'gone'): void => {
        for (const ran of runs) if (ran.state === 'running') ran.state = state;
      };
      try {
        const value = await shared.write((tx) => inside(tx, work, (one) => void runs.push(one)));
        settle('kept');
        if (sprung('committed')) return await never<T>();
        await later();
        return sprung('answering') ? await never<T>() : value;
      } catch (error) {
        // Applies also if work after the commit failed: the commit is durable by then.
        settle('gone');
        if (life.dead || error instanceof ProcessGone) return never<T>();
        throw error;
      }
    },
    epoch: () => shared.epoch(),
    // The database outlives the process.
    close: () => Promise.resolve(),
  };
}
