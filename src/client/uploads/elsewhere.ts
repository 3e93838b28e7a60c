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
  /** Looked up at least once; null: it has ended. */
  readonly #known = new Map<string, unknown>();

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** True until the device shows that it has ended. */
  isGoing(id: string): boolean {
    if (!this.#known.has(id)) this.#look(id, false);
    return this.#known.get(id) !== null;
  }

  /** Arrived, failed or cancelled in this tab. */
  ended(id: string): void {
    this.#known.delete(id);
    this.#known.set(id, null);
    for (const [first] of this.#known)
      if (this.#known.size > outboxLimits.itemsMax) this.#known.delete(first);
  }

  /** Handles the report of another tab about its upload. */
  heard(id: string, isOver: boolean): void {
    const timer = this.#known.get(id);
    if (timer === undefined) return;
    this.#parts.clock.clearTimeout(timer);
    if (isOver) this.#end(id);
    else this.#look(id, false);
  }

  clear(): void {
    for (const timer of this.#known.values()) this.#parts.clock.clearTimeout(timer);
    this.#known.clear();
  }

  #end(id: string): void {
    this.#known.set(id, null);
    this.#parts.changed();
  }

  /** An attempt takes at most that long: an upload without news since then has lost its tab. */
  #look(id: string, isLate: boolean): void {
    const records = this.#parts.records();
    const mark = {};
    this.#known.set(id, mark);
    void records?.all().then((all) => {
      if (this.#known.get(id) === mark) this.#judge(id, all.find((one) => one.id === id) ?? null, isLate);
      return null;
    });
  }

  #judge(id: string, found: UploadRecord | null, isLate: boolean): void {
    if (found === null || found.failed !== null) return this.#end(id);
    if (isLate) return this.#parts.adopt(found);
    const again = this.#parts.clock.setTimeout(() => this.#look(id, true), limits.timeoutMs);
    this.#known.set(id, again);
  }
}
