import { outboxLimits } from '../../domain/limits.ts';
import type { Clock } from '../../ports/clock.ts';

/**
 * How old something was at its last attempt, counted from the first one, and when that was by the device's
 * clock.
 */
export interface Tried {
  readonly ageMs: number;
  readonly atMs: number;
}

/**
 * How old messages and files are since their first attempt (SEND-14): after 60 days the server may no longer
 * know the id, and a repeat could become a second message. What was never tried has no age. While the page
 * lives the time that has elapsed counts; the device's clock, which may be wrong, only between two lives, and
 * never backwards.
 */
export class Ages {
  readonly #clock: Clock;
  /** Elapsed time at the last attempt of this page. */
  readonly #lastMs = new Map<string, number>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  isTooOld(id: string, attempts: Tried | null): boolean {
    return this.#ageOf(id, attempts) > outboxLimits.ageMaxMs;
  }

  /** The record to store with the next attempt. */
  attempt(id: string, attempts: Tried | null): Tried {
    const ageMs = this.#ageOf(id, attempts);
    this.#lastMs.set(id, this.#clock.elapsedMs());
    return { ageMs, atMs: this.#clock.nowMs() };
  }

  /** The message is gone, or a manual retry resets its age. */
  forget(id: string): void {
    this.#lastMs.delete(id);
  }

  #ageOf(id: string, attempts: Tried | null): number {
    if (attempts === null) return 0;
    const lastMs = this.#lastMs.get(id);
    return (
      attempts.ageMs +
      (lastMs === undefined
        ? Math.max(0, this.#clock.nowMs() - attempts.atMs)
        : this.#clock.elapsedMs() - lastMs)
    );
  }
}
