import { outbox } from '../../domain/limits.ts';
import type { Clock } from '../../ports/clock.ts';
import type { StoredItem } from './stored-item.ts';

/** For what is kept by its time alone: after 60 days it is not tried any more. */
export const isTooOld = (createdAtMs: number, nowMs: number): boolean => nowMs - createdAtMs > outbox.ageMaxMs;

/**
 * How old messages are since their first attempt (SEND-14): after 60 days the server may no longer know the id, and
 * a repeat could become a second message. What was never tried has no age. While the page lives the time that
 * has elapsed counts; the device's clock, which may be wrong, only between two lives, and never backwards.
 */
export class Ages {
  readonly #clock: Clock;
  /** Elapsed time at the last attempt of this page. */
  readonly #lastMs = new Map<string, number>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  isTooOld(item: StoredItem): boolean {
    return this.#ageOf(item) > outbox.ageMaxMs;
  }

  /** The item as it is stored with its next attempt. */
  tried(item: StoredItem): StoredItem {
    const ageMs = this.#ageOf(item);
    this.#lastMs.set(item.message.id, this.#clock.elapsedMs());
    return { ...item, tried: { ageMs, atMs: this.#clock.nowMs() } };
  }

  /** A retry by hand begins anew. */
  anew(item: StoredItem): StoredItem {
    this.forget(item.message.id);
    return { ...item, tried: null };
  }

  forget(id: string): void {
    this.#lastMs.delete(id);
  }

  #ageOf({ message, tried = null }: StoredItem): number {
    if (tried === null) return 0;
    const lastMs = this.#lastMs.get(message.id);
    return tried.ageMs + (lastMs === undefined ? Math.max(0, this.#clock.nowMs() - tried.atMs) : this.#clock.elapsedMs() - lastMs);
  }
}
