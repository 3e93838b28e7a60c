import type { Tried } from '../outbox/age.ts';
import type { UploadView } from '../interface/files.ts';
import { storedFileLimits as limits } from '../../domain/list-limits.ts';
import { persistenceLimits } from '../state/limits.ts';
import type { Clock } from '../../ports/clock.ts';
import { type UploadStore, UPLOADS } from './upload-store.ts';
import type { NewUpload } from './uploads.ts';

/** An upload as stored on the device until its message exists (UP-9). */
export interface StoredUpload extends NewUpload {
  readonly createdAtMs: number;
  /** Null, or missing in older records: it never left. */
  readonly tried?: Tried | null;
  /** It was refused or given up; it waits for a hand. */
  readonly failed: { readonly reason: string | null } | null;
}

/** What a tab reports to the others: `ended` is done or failed, `again` a retry by the user. */
export type UploadNews = 'cancelled' | 'ended' | 'again';

const KINDS: ReadonlySet<unknown> = new Set<UploadView['kind']>(['image', 'video', 'voice', 'file']);

function isStored(value: unknown): value is StoredUpload {
  if (typeof value !== 'object' || value === null) return false;
  const file: unknown = Reflect.get(value, 'file');
  const isFile =
    typeof file === 'object' &&
    file !== null &&
    Reflect.get(file, 'body') instanceof Blob &&
    typeof Reflect.get(file, 'name') === 'string';
  return (
    isFile &&
    typeof Reflect.get(value, 'id') === 'string' &&
    typeof Reflect.get(value, 'to') === 'string' &&
    KINDS.has(Reflect.get(value, 'kind'))
  );
}

/** The stored uploads of one person. What is too large or finds no room lives as long as the page. */
export class UploadRecords {
  readonly #store: UploadStore;
  readonly #clock: Clock;
  /** Finished uploads whose removal failed: a full device refuses that, too. */
  readonly #leftovers = new Set<string>();
  #timer: unknown = null;
  #isClearing = false;
  #failures = 0;

  constructor(store: UploadStore, clock: Clock) {
    this.#store = store;
    this.#clock = clock;
  }

  /** Sorted by start. */
  async all(): Promise<readonly StoredUpload[]> {
    try {
      const items = [...(await this.#store.records.readAll(this.#store.user, UPLOADS)).values()].filter(
        isStored,
      );
      return inOrder(items).slice(-limits.storedMax);
    } catch {
      this.#store.failed('uploads.notRead');
      return [];
    }
  }

  save(item: StoredUpload): void {
    if (item.file.body.size <= limits.storedBytesMax) void this.#write(item.id, item);
  }

  /** Retried with growing pauses, until the device has room (STORE-13). */
  remove(id: string): void {
    this.#leftovers.add(id);
    void this.#clear();
  }

  /** Stops all writes. */
  stop(): void {
    this.#clock.clearTimeout(this.#timer);
    this.#leftovers.clear();
  }

  async #clear(): Promise<void> {
    if (this.#isClearing) return;
    this.#isClearing = true;
    this.#clock.clearTimeout(this.#timer);
    // Includes uploads that finished in the meantime.
    for (const id of this.#leftovers) if (await this.#write(id, undefined)) this.#leftovers.delete(id);
    this.#isClearing = false;
    this.#failures = this.#leftovers.size === 0 ? 0 : this.#failures + 1;
    if (this.#failures === 0) return;
    const { saveAfterMs, saveAgainMaxMs } = persistenceLimits;
    const waitMs = Math.min(saveAgainMaxMs, saveAfterMs * 2 ** this.#failures);
    this.#timer = this.#clock.setTimeout(() => void this.#clear(), waitMs);
  }

  /** Other tabs may have it, too, or have messages that wait for it (SEND-6). */
  tell(id: string, what: UploadNews): void {
    this.#store.settings.set(this.#store.newsKey, what === 'cancelled' ? id : `${id} ${what}`);
  }

  /** Reports what another tab did. */
  onNews(listener: (id: string, what: UploadNews) => void): () => void {
    const { settings, newsKey } = this.#store;
    return settings.onChange((key, text) => {
      const [id, what = 'cancelled'] = key === newsKey ? (text ?? '').split(' ') : [];
      if (id && (what === 'cancelled' || what === 'ended' || what === 'again')) listener(id, what);
    });
  }

  async #write(key: string, value: StoredUpload | undefined): Promise<boolean> {
    try {
      return await this.#store.records.write(this.#store.user, [{ store: UPLOADS, key, value }]);
    } catch {
      this.#store.failed('uploads.notStored');
      return false;
    }
  }
}

/** By their moment, and each behind the one that it follows: the clock may have been set between both. */
function inOrder(items: readonly StoredUpload[]): readonly StoredUpload[] {
  const byId = new Map<string, StoredUpload>(items.map((one) => [one.id, one]));
  const [visited, ordered] = [new Set<StoredUpload>(), [] as StoredUpload[]];
  const add = (one: StoredUpload): void => {
    if (visited.has(one)) return;
    visited.add(one);
    const previous = byId.get(one.after ?? '');
    if (previous) add(previous);
    ordered.push(one);
  };
  for (const one of items.toSorted((a, b) => a.createdAtMs - b.createdAtMs)) add(one);
  return ordered;
}
