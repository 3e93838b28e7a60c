import type { Clock } from '../../ports/clock.ts';
import type { Log } from '../../ports/log.ts';
import { jobLimits as limits } from './job-limits.ts';

/** How a job treats each row of its list. */
export interface RowRetries {
  /** Rows that wait since they failed: a list must be longer by so many, or they take the place of others. */
  readonly waiting: number;
  /** Returns true while it waits after a failure. */
  waits(key: string | number): boolean;
  /** Result of the work; null: it failed, or the row waits after a failure. */
  attempt<T>(key: string | number, work: () => Promise<T>): Promise<T | null>;
}

/** For callers that need the first failure. */
export const NO_RETRIES: RowRetries = {
  waiting: 0,
  waits: () => false,
  attempt: (_key, work) => work(),
};

interface Failed {
  readonly tries: number;
  readonly againMs: number;
  readonly error: string;
}

/**
 * Failed rows wait, twice as long after each attempt, while the job continues with the others (OPS-16). Each
 * node has its own list: after a start every row is tried at once.
 */
export class FailedRows implements RowRetries {
  readonly #on: { readonly clock: Pick<Clock, 'elapsedMs'>; readonly log: Log };
  readonly #what: string;
  readonly #rows = new Map<string | number, Failed>();

  /** @param what said in the log of each row that fails */
  constructor(on: { readonly clock: Pick<Clock, 'elapsedMs'>; readonly log: Log }, what: string) {
    this.#on = on;
    this.#what = what;
  }

  get waiting(): number {
    return this.#rows.size;
  }

  waits(key: string | number): boolean {
    const failed = this.#rows.get(key);
    return failed !== undefined && failed.againMs > this.#on.clock.elapsedMs();
  }

  async attempt<T>(key: string | number, work: () => Promise<T>): Promise<T | null> {
    if (this.waits(key)) return null;
    const failed = this.#rows.get(key);
    try {
      const result = await work();
      this.#rows.delete(key);
      return result;
    } catch (error) {
      this.#note(key, (failed?.tries ?? 0) + 1, String(error));
      return null;
    }
  }

  /**
   * Forgets rows that this round should have tried and did not find. Returns the maximum wait of the next
   * round for the remaining ones, and their fault; null: none remain.
   */
  endRound(): { readonly waitMs: number; readonly fault: string } | null {
    const atMs = this.#on.clock.elapsedMs();
    for (const [key, { againMs }] of this.#rows) if (againMs <= atMs) this.#rows.delete(key);
    const [first] = [...this.#rows.values()].toSorted((a, b) => a.againMs - b.againMs);
    if (first === undefined) return null;
    return { waitMs: first.againMs - atMs, fault: `${this.#rows.size} failed: ${first.error}` };
  }

  #note(key: string | number, tries: number, error: string): void {
    const waitMs = Math.min(limits.rowAgainMs * 2 ** (tries - 1), limits.rowAgainMaxMs);
    this.#on.log.write('error', this.#what, { row: key, tries, error });
    this.#rows.delete(key);
    this.#rows.set(key, { tries, againMs: this.#on.clock.elapsedMs() + waitMs, error });
    const [oldest] = this.#rows.keys();
    if (this.#rows.size > limits.rowsFailedMax && oldest !== undefined) this.#rows.delete(oldest);
  }
}
