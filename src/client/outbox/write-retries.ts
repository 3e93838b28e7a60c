import { outboxLimits as limits } from '../../domain/limits.ts';
import { persistenceLimits } from '../state/limits.ts';
import type { Clock } from '../../ports/clock.ts';
import type { OutboxRecords, StoredItem } from './records.ts';

interface Owed {
  readonly item: StoredItem;
  /** It is to lie there no more. */
  readonly gone: boolean;
}

/**
 * What the tab that sends could not store, because there was no room: written again, less and less often
 * (STORE-13). Other tabs know of an item only what is stored, and would show it as waiting for ever.
 */
export class WriteRetries {
  readonly #records: OutboxRecords;
  readonly #clock: Clock;
  /** The last change of each item. */
  readonly #changes = new Map<string, Owed>();
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

  add(item: StoredItem, gone: boolean): void {
    const { id } = item.message;
    if (this.#changes.size < limits.itemsMax || this.#changes.has(id)) this.#changes.set(id, { item, gone });
    this.#later();
  }

  /** Something newer about it was stored. */
  stored(id: string): void {
    this.#changes.delete(id);
  }

  /** It lies there only because nothing could be written. */
  isGone(id: string): boolean {
    return this.#changes.get(id)?.gone === true;
  }

  /** Another tab sends now, and knows better, but not what was discarded here: that is answered. */
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
        if (!change.gone) this.onStored(change.item);
        this.#failures = 0;
      } catch {
        this.#failures += 1;
        break;
      }
    }
    this.#timer = null;
    this.#later();
  }

  /** A retry that this tab asks of another one is of what still lies there (SEND-13). */
  #store({ item, gone }: Owed): Promise<void> {
    if (gone) return this.#records.remove(item);
    return item.asked === 'retry' ? this.#records.putLate([item]) : this.#records.put([item]);
  }
}
