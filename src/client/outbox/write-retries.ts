import { outboxLimits as limits } from '../../domain/limits.ts';
import { persistenceLimits } from '../state/limits.ts';
import type { Clock } from '../../ports/clock.ts';
import type { OutboxRecords, StoredItem } from './records.ts';

/**
 * What the tab that sends could not store, because there was no room: written again, less and less often
 * (STORE-13). Other tabs know of an item only what is stored, and would show it as waiting for ever.
 */
export class WriteRetries {
  readonly #records: OutboxRecords;
  readonly #clock: Clock;
  /** The last change of each item; null = it is gone. */
  readonly #changes = new Map<string, StoredItem | null>();
  #timer: unknown = null;
  #failures = 0;

  constructor(records: OutboxRecords, clock: Clock) {
    this.#records = records;
    this.#clock = clock;
  }

  add(id: string, change: StoredItem | null): void {
    if (this.#changes.size < limits.itemsMax || this.#changes.has(id)) this.#changes.set(id, change);
    this.#later();
  }

  /** Something newer about it was stored. */
  stored(id: string): void {
    this.#changes.delete(id);
  }

  /** Another tab sends now, and knows better. */
  forget(): void {
    this.#clock.clearTimeout(this.#timer);
    this.#timer = null;
    this.#changes.clear();
    this.#failures = 0;
  }

  #later(): void {
    if (this.#timer !== null || this.#changes.size === 0) return;
    const waitMs = Math.min(
      persistenceLimits.saveAgainMaxMs,
      persistenceLimits.saveAfterMs * 2 ** this.#failures,
    );
    this.#timer = this.#clock.setTimeout(() => void this.#write(), waitMs);
  }

  async #write(): Promise<void> {
    for (const [id, change] of this.#changes) {
      try {
        await (change === null
          ? this.#records.remove(id as StoredItem['message']['id'])
          : this.#records.put([change]));
        if (this.#changes.get(id) === change) this.#changes.delete(id);
        this.#failures = 0;
      } catch {
        this.#failures += 1;
        break;
      }
    }
    this.#timer = null;
    this.#later();
  }
}
