import { outboxLimits, uploadLimits as limits } from '../../domain/limits.ts';
import type { Clock } from '../../ports/clock.ts';
import type { StoredUpload, UploadRecords } from './records.ts';

interface Parts {
  readonly clock: Clock;
  readonly records: () => UploadRecords | null;
  readonly changed: () => void;
  /** Continues an upload whose tab is gone. */
  readonly adopt: (upload: StoredUpload) => void;
}

/**
 * Uploads that this tab does not run, as far as messages of this device wait for them (SEND-6): those of
 * other tabs, which report the end, and those that a closed tab left on the device.
 */
export class UploadsElsewhere {
  readonly #parts: Parts;
  /** By ID, once looked up: what it waits for; null: it has ended. */
  readonly #pending = new Map<string, unknown>();

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** True until the device shows that it has ended. */
  isGoing(id: string): boolean {
    if (!this.#pending.has(id)) this.#look(id, false);
    return this.#pending.get(id) !== null;
  }

  /** Arrived, failed or cancelled in this tab. */
  ended(id: string): void {
    this.#pending.delete(id);
    this.#pending.set(id, null);
    for (const [first] of this.#pending)
      if (this.#pending.size > outboxLimits.itemsMax) this.#pending.delete(first);
  }

  /** Handles the report of another tab about its upload. */
  onReport(id: string, isOver: boolean): void {
    const timer = this.#pending.get(id);
    if (timer === undefined) return;
    this.#parts.clock.clearTimeout(timer);
    if (isOver) this.#end(id);
    else this.#look(id, false);
  }

  clear(): void {
    for (const timer of this.#pending.values()) this.#parts.clock.clearTimeout(timer);
    this.#pending.clear();
  }

  #end(id: string): void {
    this.#pending.set(id, null);
    this.#parts.changed();
  }

  /** An attempt takes at most that long: an upload without news since then has lost its tab. */
  #look(id: string, isLate: boolean): void {
    const records = this.#parts.records();
    const mark = {};
    this.#pending.set(id, mark);
    const decide = (all: readonly StoredUpload[]): void => {
      if (this.#pending.get(id) === mark) this.#decide(id, all.find((one) => one.id === id) ?? null, isLate);
    };
    void records?.all().then(decide);
  }

  #decide(id: string, upload: StoredUpload | null, isLate: boolean): void {
    if (upload === null || upload.failed !== null) return this.#end(id);
    if (isLate) return this.#parts.adopt(upload);
    const again = this.#parts.clock.setTimeout(() => this.#look(id, true), limits.timeoutMs);
    this.#pending.set(id, again);
  }
}
