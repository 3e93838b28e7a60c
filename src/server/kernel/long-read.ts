import { groupOfStream } from '../../domain/ids.ts';
import type { StreamId } from '../../domain/ids.ts';
import { storeLimits as limits } from './limits.ts';
import type { ReadTx, Store, YieldTurn } from '../../ports/store.ts';

/** Counts what was done, and lets the others have their turn after each part of it (LIMIT-19). */
export class Steps {
  private left: number = limits.rowsOfTurn;

  constructor(private readonly turn: YieldTurn) {}

  /** So many rows were read or made, or something that costs as much. */
  async did(rows: number): Promise<void> {
    this.left -= rows;
    if (this.left > 0) return;
    this.left = limits.rowsOfTurn;
    await this.turn();
  }

  /**
   * What many rows are made of is asked for in parts of a list; `cost`: of one that costs more than a row.
   */
  async inParts<T>(
    list: readonly T[],
    work: (part: readonly T[]) => Promise<void>,
    cost: (one: T) => number = () => 1,
  ): Promise<void> {
    let [part, sum]: [T[], number] = [[], 0];
    for (const [at, one] of list.entries()) {
      part.push(one);
      sum += cost(one);
      if (sum < limits.rowsOfTurn && at < list.length - 1) continue;
      await work(part);
      await this.did(sum);
      [part, sum] = [[], 0];
    }
  }
}

/** Of a group's row its members are counted. */
export const rowCost = (stream: StreamId): number => (groupOfStream(stream) === null ? 1 : 8);

/** A reading of one moment that may take long for some people. */
export const readLong = <T>(store: Store, work: (tx: ReadTx, steps: Steps) => Promise<T>): Promise<T> =>
  store.readLong
    ? store.readLong((tx, turn) => work(tx, new Steps(turn)))
    : store.read((tx) => work(tx, new Steps(() => Promise.resolve())));
