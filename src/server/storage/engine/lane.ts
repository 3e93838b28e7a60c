import type { Clock } from '../../../ports/clock.ts';
import { StoreBusyError } from '../../kernel/store-errors.ts';

interface Waiting {
  readonly go: () => void;
  readonly timer: unknown;
  readonly sinceMs: number;
}

/**
 * One at a time, in the order of arrival. At most `waitingMax` wait, none longer than asked: so a
 * command that waits for itself (the store from within a transaction) ends with an error, not never.
 */
export class Lane {
  private isHeld = false;
  private readonly waiting: Waiting[] = [];

  constructor(
    private readonly clock: Clock,
    private readonly waitingMax: number,
  ) {}

  get length(): number {
    return this.waiting.length;
  }

  /** Number of holders and waiters. */
  get load(): number {
    return this.waiting.length + (this.isHeld ? 1 : 0);
  }

  /** How long the first in the queue has waited. */
  get waitMs(): number {
    const [oldest] = this.waiting;
    return oldest ? this.clock.elapsedMs() - oldest.sinceMs : 0;
  }

  /**
   * Resolves when the lane is the caller's, who must `leave` it.
   * @param waitMs null: the caller keeps its own time.
   * @throws StoreBusyError
   */
  enter(waitMs: number | null): Promise<void> {
    if (!this.isHeld) {
      this.isHeld = true;
      return Promise.resolve();
    }
    if (this.waiting.length >= this.waitingMax)
      return Promise.reject(new StoreBusyError('too many wait for the store'));
    return new Promise((resolve, reject) => {
      const timer =
        waitMs === null
          ? null
          : this.clock.setTimeout(() => {
              this.waiting.splice(this.waiting.indexOf(entry), 1);
              reject(new StoreBusyError(`the store was not free within ${waitMs} ms`));
            }, waitMs);
      const entry: Waiting = { go: resolve, timer, sinceMs: this.clock.elapsedMs() };
      this.waiting.push(entry);
    });
  }

  /** The next one holds the lane before this returns: no other can take it. */
  leave(): void {
    const next = this.waiting.shift();
    if (!next) {
      this.isHeld = false;
      return;
    }
    if (next.timer !== null) this.clock.clearTimeout(next.timer);
    next.go();
  }
}
