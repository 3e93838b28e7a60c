import type { Entry, Operation, Result } from './history.ts';

/** How an operation ended. */
export type Ended =
  | { readonly phase: 'ok'; readonly result: Result }
  | { readonly phase: 'fail' | 'unknown' };

const now = (): number => Math.round(performance.now());

/** Writes a history while it happens. */
export class Recorder {
  readonly entries: Entry[] = [];
  #no = 0;
  #at = 0;

  /** Begins an operation. Returns a function that records its end. */
  invoke(who: string, operation: Operation): (ended: Ended) => void {
    const no = (this.#no += 1);
    this.entries.push({ at: this.#next(), ms: now(), who, no, phase: 'invoke', operation });
    return (ended) => void this.entries.push({ at: this.#next(), ms: now(), who, no, ...ended });
  }

  /** The number of operations that have begun. */
  get operations(): number {
    return this.#no;
  }

  /** Records that no operation of this user is under way any more. */
  settled(who: string): void {
    this.entries.push({ at: this.#next(), ms: now(), who, no: this.#no, phase: 'settled' });
  }

  /** One JSON line for each entry. */
  lines(): string {
    return `${this.entries.map((entry) => JSON.stringify(entry)).join('\n')}\n`;
  }

  /** One process writes them all, so their order is their time. */
  #next(): number {
    return (this.#at += 1);
  }
}
