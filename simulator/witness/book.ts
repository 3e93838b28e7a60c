import type { Oracle } from '../oracle/oracle.ts';
import { partners } from '../oracle/state.ts';
import type { Ran } from './witnessed.ts';

/** Who was there at each event of each chat, before and after it; kept here, since servers forget events. */
export class Book {
  readonly #there = new Map<string, Set<number>>();

  /** Before a command and after it: whoever was there at either moment may hear of it. */
  write(oracle: Oracle, events: Ran['events']): void {
    for (const { stream, seq } of events) {
      const name = `${stream} ${seq}`;
      const there = this.#there.get(name) ?? new Set<number>();
      for (const person of oracle.present(stream)) there.add(person);
      this.#there.set(name, there);
    }
  }

  /**
   * Whether an event of a stream may have been told to this person. Their own, and what is for all, always.
   */
  mayHear(person: number, stream: string, seq: number): boolean {
    if (stream === 'notice' || stream === `u${person}`) return true;
    if (partners(stream)?.includes(person) === false || /^u\d+$/.test(stream)) return false;
    return this.#there.get(`${stream} ${seq}`)?.has(person) === true;
  }
}
