import { outboxLimits as limits } from '../../domain/limits.ts';
import { persistenceLimits } from '../state/limits.ts';
import type { Clock } from '../../ports/clock.ts';
import type { OutboxRecords, StoredItem } from './records.ts';

interface PendingWrite {
  readonly item: StoredItem;
  /** The record is to be removed. */
  readonly isRemoval: boolean;
}

/**
 * Records the sending tab could not store for lack of room: written again with growing pauses (STORE-13).
 * Other tabs know only the stored state of an item, and would show it as waiting forever.
 */
export class WriteRetries {
  readonly #records: OutboxRecords;
  readonly #clock: Clock;
  /** The last change of each item. */
  readonly #changes = new Map<string, PendingWrite>();
  #timer: unknown = null;
  #failures = 0;

  constructor(
    records: OutboxRecords,
    clock: Clock,
    private readonly onStored: (item: StoredItem) => void,
  ) {
    this.#records = records;
    this.#clock = clock;
  }

  add(item: StoredItem, isRemoval: boolean): void {
    const { id } = item.message;
    if (this.#changes.size < limits.itemsMax || this.#changes.has(id))
      this.#changes.set(id, { item, isRemoval });
    this.#later();
  }

  /** Something newer about it was stored. */
  stored(id: string): void {
    this.#changes.delete(id);
  }

  /** The record remains only because no write succeeded. */
  isGone(id: string): boolean {
    return this.#changes.get(id)?.isRemoval === true;
  }

  /** The tab that sends now knows better, except for discards made here, which are returned. */
  forget(): readonly StoredItem[] {
    const discarded = [...this.#changes.values()]
      .map(({ item }) => item)
      .filter((item) => item.discarded || item.asked === 'discard');
    this.#clock.clearTimeout(this.#timer);
    this.#timer = null;
    this.#changes.clear();
    this.#failures = 0;
    return discarded;
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
        await this.#store(change);
        if (this.#changes.get(id) === change) this.#changes.delete(id);
        if (!change.isRemoval) this.onStored(change.item);
        this.#failures = 0;
      } catch {
        this.#failures += 1;
        break;
      }
    }
    this.#timer = null;
    this.#later();
  }

  /** A retry that this tab requests from another applies only to a record that still exists (SEND-13). */
  #store({ item, isRemoval }: PendingWrite): Promise<void> {
    if (isRemoval) return this.#records.remove(item);
    return item.asked === 'retry' ? this.#records.saveLate([item]) : this.#records.save([item]);
  }
}
