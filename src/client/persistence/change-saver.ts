import type { UserId } from '../../domain/ids.ts';
import { ownPrefix } from '../../domain/own-keys.ts';
import type { Clock } from '../../ports/clock.ts';
import type { DevicePort } from '../../ports/device.ts';
import type { Log } from '../../ports/log.ts';
import type { RecordsPort, SettingsPort } from '../../ports/storage.ts';
import type { PendingChange } from '../state/local-event.ts';
import { pendingChangesOf } from '../state/snapshot-changes.ts';
import type { Pending, State } from '../state/state.ts';
import { LateWrites } from './late-writes.ts';
import {
  META,
  type StoredChange,
  type StoredChanges,
  CHANGE_LIST,
  CHANGE_PREFIX,
  readStoredChanges,
  changeName,
} from './records.ts';

// Writing loads with the late code; the part needed by the first page load is in `records.ts` (UI-113).

/** A new value with each write: a removal requires the value it has read. */
const STAMP = { store: META.store, key: 'wishes-stamp' } as const;

const pendingChangesIn = (pending: Pending): ReadonlyMap<string, PendingChange> =>
  new Map(pendingChangesOf(pending).map((change) => [`${CHANGE_PREFIX}${changeName(change)}`, change]));

const isSameChange = (stored: StoredChange | undefined, change: PendingChange | undefined): boolean =>
  JSON.stringify(stored?.wish) === JSON.stringify(change);

/**
 * The records of these names. An earlier build's list counts as one: each change in it has its own record by
 * then.
 */
const recordsOf = (names: readonly string[]): readonly string[] => [
  ...new Set(names.map((name) => (name.startsWith(CHANGE_PREFIX) ? name : CHANGE_LIST))),
];

/**
 * Stores pending changes of this tab, whichever tab saves the snapshot: a reloaded page, or another one after
 * this one closes, continues with them (SEND-12).
 */
export interface ChangeSaver extends Pick<LateWrites, 'onChange' | 'flush' | 'stop'> {
  /** A tab was closed: this tab sends its pending changes. */
  takeUp(): Promise<void>;
}

export interface ChangeSaverParts {
  readonly user: UserId;
  readonly clock: Clock;
  readonly log: Log;
  readonly records: RecordsPort;
  readonly settings: SettingsPort;
  readonly device: Pick<DevicePort, 'isOnline'>;
  readonly get: () => State;
  readonly newStamp: () => string;
  /** Records found when this tab began. */
  readonly initialChanges: StoredChanges;
  /** Is this login still the one of this device? */
  readonly stillMine: () => boolean;
  /** Adopts the pending changes of a closed tab. */
  readonly takeUp: (changes: readonly PendingChange[]) => void;
  /** Another tab requests a different value and sends it itself. */
  readonly letGo: (changes: readonly PendingChange[]) => void;
}

interface Other {
  readonly name: string;
  readonly row: StoredChange;
  /** The value pending in this tab. */
  readonly own: PendingChange | undefined;
}

export const createChangeSaver = (parts: ChangeSaverParts): ChangeSaver => new SharedChanges(parts);

class SharedChanges implements ChangeSaver {
  readonly #parts: ChangeSaverParts;
  /** The user, as the records name them. */
  readonly #user: string;
  readonly #writes: LateWrites;
  /** The stored records, as far as this tab has written or read them. */
  readonly #cache: Map<string, StoredChange>;
  #baseline: Pending | null = null;
  readonly #poke: string;
  readonly #endWatch: () => void;

  constructor(parts: ChangeSaverParts) {
    this.#parts = parts;
    this.#user = String(parts.user);
    this.#cache = new Map(parts.initialChanges);
    this.#poke = `${ownPrefix(parts.user)}wishes`;
    this.#writes = new LateWrites({
      clock: parts.clock,
      isDue: () => parts.get().pending !== this.#baseline && this.#isMine(),
      write: () => this.#write(),
    });
    this.#endWatch = parts.settings.onChange((key) => {
      if (key === this.#poke) void this.#elsewhere();
    });
  }

  /** Most are sent before they would be written; without a network the page may close sooner. */
  onChange(): void {
    if (this.#parts.device.isOnline()) this.#writes.onChange();
    else this.#writes.soon();
  }

  flush(): Promise<void> {
    return this.#writes.flush();
  }

  async takeUp(): Promise<void> {
    const left = await this.#others();
    for (const { name, row } of left) this.#cache.set(name, row);
    if (left.length > 0) this.#parts.takeUp(left.map(({ row }) => row.wish));
  }

  stop(): Promise<void> {
    this.#endWatch();
    return this.#writes.stop();
  }

  /** A log-out clears pending changes from the state, and leaves the stored ones unchanged. */
  #isMine(): boolean {
    const { get, user, stillMine } = this.#parts;
    return get().self?.id === user && stillMine();
  }

  async #write(): Promise<void> {
    const { get, settings, newStamp, log } = this.#parts;
    const { pending } = get();
    const next = pendingChangesIn(pending);
    const updates = [...next].filter(([name, change]) => this.#cache.get(name)?.wish.value !== change.value);
    try {
      if (updates.length > 0 && !(await this.#save(updates))) return;
      if (updates.length > 0) settings.set(this.#poke, newStamp());
      const removed = [...this.#cache.keys()].filter((name) => !next.has(name));
      if (removed.length > 0 && !(await this.#remove(removed))) return;
    } catch (error) {
      log.write('warn', 'wishes.notStored');
      throw error;
    }
    this.#baseline = pending;
  }

  async #save(updates: readonly (readonly [string, PendingChange])[]): Promise<boolean> {
    const { records, newStamp, stillMine } = this.#parts;
    const first = 1 + Math.max(0, ...[...this.#cache.values()].map(({ order }) => order));
    const rows = updates.map(([name, change], at) => [name, { order: first + at, wish: change }] as const);
    const changes = [
      ...rows.map(([key, value]) => ({ store: META.store, key, value })),
      { ...STAMP, value: newStamp() },
    ];
    const isWritten = await records.write(this.#user, changes, { ...META, condition: stillMine });
    if (isWritten) for (const [name, row] of rows) this.#cache.set(name, row);
    return isWritten;
  }

  /** Removes all in one write; records that another tab has changed since stay. */
  async #remove(names: readonly string[]): Promise<boolean> {
    const { records } = this.#parts;
    const user = this.#user;
    const stamp = await records.read(user, STAMP.store, STAMP.key);
    const stored = await readStoredChanges(records, user);
    const mine = names.filter((name) => isSameChange(stored.get(name), this.#cache.get(name)?.wish));
    const changes = recordsOf(mine).map((key) => ({ store: META.store, key, value: undefined }));
    const when = { ...STAMP, condition: (current: unknown) => current === stamp };
    if (changes.length > 0 && !(await records.write(user, changes, when))) return false;
    for (const name of names) this.#cache.delete(name);
    return true;
  }

  /** Another tab has written: an older value pending here is dropped in favour of its later press. */
  async #elsewhere(): Promise<void> {
    const older = (await this.#others()).flatMap(({ own }) => own ?? []);
    if (older.length > 0) this.#parts.letGo(older);
  }

  /** Changes pending only in other tabs, unless pressed here since this tab wrote. */
  async #others(): Promise<readonly Other[]> {
    const { records, get } = this.#parts;
    const before = new Map(this.#cache);
    // If the read fails, they wait for the next page.
    const stored = await readStoredChanges(records, this.#user).catch((): StoredChanges => new Map());
    if (!this.#isMine()) return [];
    const mine = pendingChangesIn(get().pending);
    return [...stored].flatMap(([name, row]) => {
      const [own, cachedRow] = [mine.get(name), this.#cache.get(name)];
      // A press that this tab wrote during the read is later than what was read.
      const isUnwritten = cachedRow === before.get(name) && own?.value === cachedRow?.wish.value;
      const isOther = isUnwritten && !isSameChange(row, cachedRow?.wish);
      return isOther ? [{ name, row, own }] : [];
    });
  }
}
