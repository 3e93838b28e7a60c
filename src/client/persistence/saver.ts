import type { Clock } from '../../ports/clock.ts';
import type { Log } from '../../ports/log.ts';
import type { RecordsPort } from '../../ports/storage.ts';
import { changedRecords, metaOf } from '../state/snapshot-changes.ts';
import type { SnapshotChanges } from '../state/snapshot.ts';
import type { State } from '../state/state.ts';
import { LateWrites } from './late-writes.ts';
import { CONTACTS, MAIN, META, WINDOWS, stampOf } from './records.ts';

export interface RecordChange {
  readonly store: string;
  readonly key: string;
  readonly value: unknown;
}

const writesOf = (store: string, rows: readonly { readonly id: string }[]): readonly RecordChange[] =>
  rows.map((value) => ({ store, key: value.id, value }));
const drop = (store: string, keys: readonly string[]): readonly RecordChange[] =>
  keys.map((key) => ({ store, key, value: undefined }));

function changesOf(
  changes: SnapshotChanges,
  state: State,
  mark: { readonly stamp: string; readonly login: string },
): readonly RecordChange[] {
  const meta = changes.meta ?? (state.self ? metaOf(state, state.self) : null);
  return [
    ...drop(CONTACTS, changes.contacts.remove),
    ...writesOf(CONTACTS, changes.contacts.upserts),
    ...drop(WINDOWS, changes.windows.remove),
    ...writesOf(WINDOWS, changes.windows.upserts),
    ...(changes.main ? [{ ...MAIN, value: changes.main }] : []),
    { ...META, value: { ...mark, meta } },
  ];
}

/** Records to remove during a full rewrite: present, but not written again. */
async function removalsOf(
  records: RecordsPort,
  user: string,
  changes: SnapshotChanges,
): Promise<readonly RecordChange[]> {
  const present = {
    [CONTACTS]: new Set<string>(changes.contacts.upserts.map((row) => row.id)),
    [WINDOWS]: new Set<string>(changes.windows.upserts.map((row) => row.id)),
  };
  const removals: RecordChange[] = [];
  for (const store of [CONTACTS, WINDOWS] as const) {
    for (const key of (await records.readAll(user, store)).keys())
      if (!present[store].has(key)) removals.push({ store, key, value: undefined });
  }
  return removals;
}

/**
 * Writes changes shortly after they occur, in one transaction (STORE-5). Each write leaves a new stamp and
 * requires the stamp it left before: a tab that lost its place, or a user who logged out in another tab, is
 * never overwritten. After such a refusal everything is written again, once, if the login is unchanged.
 */
export interface Saver {
  /** The state may have changed. */
  onChange(): void;
  hold(on: boolean): void;
  /** At once, for a page that is being left. */
  flush(): Promise<void>;
  /** Resolves when no write is running. */
  stop(): Promise<void>;
}

export interface SaverParts {
  readonly user: string;
  readonly login: string;
  readonly clock: Clock;
  readonly log: Log;
  readonly records: RecordsPort;
  readonly get: () => State;
  readonly newStamp: () => string;
  /** The stamp that was read when the stored state was taken up; null when there was none. */
  readonly stamp: string | null;
  /** The state equal to the stored one; null if none is stored. */
  readonly baseline: State | null;
  /** Is this login still the one of this device? */
  readonly stillMine: () => boolean;
}

export type MakeSaver = (parts: SaverParts) => Saver;

export const createSaver: MakeSaver = (parts) => new SnapshotSaver(parts);

class SnapshotSaver implements Saver {
  readonly #parts: SaverParts;
  readonly #writes: LateWrites;
  #baseline: State | null;
  #stamp: string | null;
  #hasLock = false;
  #over = false;

  constructor(parts: SaverParts) {
    this.#parts = parts;
    this.#baseline = parts.baseline;
    this.#stamp = parts.stamp;
    this.#writes = new LateWrites({
      clock: parts.clock,
      isDue: () => this.#hasLock && parts.get() !== this.#baseline,
      write: () => this.#write(),
    });
  }

  onChange(): void {
    this.#writes.onChange();
  }

  hold(on: boolean): void {
    this.#hasLock = on;
    if (on) this.onChange();
  }

  flush(): Promise<void> {
    return this.#writes.flush();
  }

  stop(): Promise<void> {
    this.#over = true;
    return this.#writes.stop();
  }

  async #write(): Promise<void> {
    const next = this.#parts.get();
    // The empty state before loading must not replace the stored one.
    if (next === this.#baseline || next.self === null || !next.sync.ready) return;
    // The records are empty: a log-out in another tab may have wiped them, and only a live login may write
    // again.
    if (this.#stamp === null && !this.#parts.stillMine()) return;
    try {
      if (await this.#attempt(this.#baseline, next)) return;
      const stamp = stampOf(await this.#parts.records.read(this.#parts.user, META.store, META.key));
      if (!this.#parts.stillMine() || !this.#hasLock || this.#over) return;
      // The records belong to another writer: none of them count as written by this one.
      [this.#stamp, this.#baseline] = [stamp, null];
      if (!(await this.#attempt(null, next))) this.#parts.log.write('warn', 'snapshot.refused');
    } catch (error) {
      this.#parts.log.write('warn', 'snapshot.failed');
      // The stored state is unknown now: the next write writes everything.
      this.#baseline = null;
      throw error;
    }
  }

  async #attempt(from: State | null, next: State): Promise<boolean> {
    const { records, user, login, newStamp } = this.#parts;
    const [was, stamp] = [this.#stamp, newStamp()];
    const changes = changedRecords(from, next);
    const removals = changes.reset ? await removalsOf(records, user, changes) : [];
    const isWritten = await records.write(
      user,
      [...removals, ...changesOf(changes, next, { stamp, login })],
      {
        store: META.store,
        key: META.key,
        condition: (current) => stampOf(current) === was,
      },
    );
    if (!isWritten) return false;
    this.#baseline = next;
    this.#stamp = stamp;
    return true;
  }
}
