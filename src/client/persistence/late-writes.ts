import type { Clock } from '../../ports/clock.ts';
import { persistenceLimits } from '../state/limits.ts';

export interface LateWritesParts {
  readonly clock: Clock;
  readonly isDue: () => boolean;
  /** Rejects when it could not be written. */
  readonly write: () => Promise<void>;
}

/** Writes a little after something changed, one write at a time, and later while writes fail (STORE-5). */
export class LateWrites {
  readonly #parts: LateWritesParts;
  #timer: unknown = null;
  #over = false;
  #writing: Promise<void> | null = null;
  /** Consecutive failures: a full disk must not be retried twice a second forever. */
  #failures = 0;

  constructor(parts: LateWritesParts) {
    this.#parts = parts;
  }

  /** Something may have changed. */
  onChange(): void {
    if (this.#over || this.#timer !== null || !this.#parts.isDue()) return;
    this.#timer = this.#parts.clock.setTimeout(
      () => {
        this.#timer = null;
        void this.flush();
      },
      Math.min(persistenceLimits.saveAgainMaxMs, persistenceLimits.saveAfterMs * 2 ** this.#failures),
    );
  }

  /** Skips the pause, as long as no write fails. */
  soon(): void {
    if (this.#failures > 0) this.onChange();
    else if (this.#parts.isDue()) void this.flush();
  }

  /** At once, for a page that is being left. */
  async flush(): Promise<void> {
    // One write at a time, however many wait for it: the next one starts from what this one stored.
    while (this.#writing !== null) await this.#writing;
    if (this.#over || !this.#parts.isDue()) return;
    this.#writing = this.#write();
    await this.#writing;
  }

  /** Resolves when no write is running. */
  async stop(): Promise<void> {
    this.#over = true;
    this.#parts.clock.clearTimeout(this.#timer);
    this.#timer = null;
    await this.#writing;
  }

  async #write(): Promise<void> {
    try {
      await this.#parts.write();
      this.#failures = 0;
    } catch {
      this.#failures += 1;
    }
    this.#writing = null;
    this.onChange();
  }
}
