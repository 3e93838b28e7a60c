import type { Oracle } from '../oracle/oracle.ts';
import { partners } from '../oracle/state.ts';
import type { Ran } from './witnessed.ts';

/** Members at each event of each chat, before and after it; recorded here, since servers forget events. */
export class Book {
  readonly #there = new Map<string, Set<number>>();

  /** Reads members before and after a command: either may receive it. */
  write(oracle: Oracle, events: Ran['events']): void {
    for (const { stream, seq } of events) {
      const name = `${stream} ${seq}`;
      const there = this.#there.get(name) ?? new Set<number>();
      for (const person of oracle.present(stream)) there.add(person);
      this.#there.set(name, there);
    }
  }

  /**
   * Returns true if this user may receive an event of a stream; always for their own and for announcements.
   */
  mayHear(person: number, stream: string, seq: number): boolean {
    if (stream === 'notice' || stream === `u${person}`) return true;
    if (partners(stream)?.includes(person) === false || /^u\d+$/.test(stream)) return false;
    return this.#there.get(`${stream} ${seq}`)?.has(person) === true;
  }
}
