import { storeLimits as limits } from './limits.ts';
import type { ReadTx, Store, YieldTurn } from '../../ports/store.ts';

/** Counts work, and lets other requests run after each part of it (LIMIT-19). */
export class Steps {
  private left: number = limits.rowsOfTurn;

  constructor(private readonly turn: YieldTurn) {}

  /** Counts rows that were read or made, or equal work. */
  async did(rows: number): Promise<void> {
    this.left -= rows;
    if (this.left > 0) return;
    this.left = limits.rowsOfTurn;
    await this.turn();
  }

  /** Counts characters whose marks or addresses were read. */
  readText(characters: number): Promise<void> {
    return this.did((characters * limits.rowsOfTurn) / limits.charactersOfTurn);
  }

  /** Loads the parts of many rows in parts of a list. */
  async inParts<T>(list: readonly T[], work: (part: readonly T[]) => Promise<void>): Promise<void> {
    for (let at = 0; at < list.length; at += limits.rowsOfTurn) {
      const part = list.slice(at, at + limits.rowsOfTurn);
      await work(part);
      await this.did(part.length);
    }
  }
}

/** Counts the same outside of a read; `characters` is the sum, for the limit of the user (LIMIT-9). */
export class TextWork {
  characters = 0;
  private readonly steps: Steps;

  constructor(store: Pick<Store, 'turn'>) {
    this.steps = new Steps(() => store.turn?.() ?? Promise.resolve());
  }

  /** `besides`: equal work, which the size of the answer counts. */
  read(characters: number, besides = 0): Promise<void> {
    this.characters += characters;
    return this.steps.readText(characters + besides);
  }
}

/** A read of one moment that may take long for some users. */
export const readLong = <T>(store: Store, work: (tx: ReadTx, steps: Steps) => Promise<T>): Promise<T> =>
  store.readLong
    ? store.readLong((tx, turn) => work(tx, new Steps(turn)))
    : store.read((tx) => work(tx, new Steps(() => Promise.resolve())));
