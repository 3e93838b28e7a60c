import type { RecordsPort } from '../../ports/storage.ts';
import type { PendingChange } from '../state/local-event.ts';
import { type MetaRecord, REDUCER_VERSION, type Snapshot, type WindowRecord } from '../state/snapshot.ts';
import type { Contact } from '../state/state.ts';

/**
 * Pending changes are stored beside the snapshot, each in a separate record, for every tab of a browser
 * (SEND-12).
 */
export const CHANGE_PREFIX = 'wish ';
/** The record in which earlier builds kept all of them. */
export const CHANGE_LIST = 'wishes';

/** `order` rises with each press: after a restart, pending changes are sent in that order. */
export interface StoredChange {
  readonly order: number;
  readonly wish: PendingChange;
}

/**
 * Sorted by press, keyed by record name. An entry from an earlier build's list has a name without the prefix,
 * which no record uses.
 */
export type StoredChanges = ReadonlyMap<string, StoredChange>;

export const changeName = ({ register, conversation }: PendingChange): string =>
  `${register} ${conversation}`;

/** A pending change stored in both ways is read twice: its own record is last, so it wins. */
export async function readStoredChanges(records: RecordsPort, user: string): Promise<StoredChanges> {
  const rows = await records.readAll(user, META.store);
  const list = rows.get(CHANGE_LIST);
  const listed = (Array.isArray(list) ? (list as readonly PendingChange[]) : []).map(
    (change) => [changeName(change), { order: 0, wish: change }] as const,
  );
  const own = [...rows].filter(([name]) => name.startsWith(CHANGE_PREFIX)) as [string, StoredChange][];
  return new Map([...listed, ...own.toSorted(([, a], [, b]) => a.order - b.order)]);
}

/** The record that describes a snapshot; a write compares its name. */
export const META = { store: 'meta', key: 'snapshot' } as const;

/** The other stores of a snapshot. */
export const CONTACTS = 'allContacts';
export const WINDOWS = 'windows';
export const MAIN = { store: 'mainContacts', key: 'main' } as const;

/** `stamp` is new with every write; `login` names the login that wrote it. */
export interface StoredMeta {
  readonly stamp: string;
  readonly login: string;
  readonly meta: MetaRecord;
}

const isMeta = (value: unknown): value is StoredMeta =>
  typeof value === 'object' &&
  value !== null &&
  'stamp' in value &&
  'meta' in value &&
  typeof value.stamp === 'string';

export const stampOf = (value: unknown): string | null => (isMeta(value) ? value.stamp : null);

/** Also the stamp of their writes. */
const isChangeName = (name: string): boolean => name.startsWith('wish');

/**
 * Deletes the state of a user whose brief login has ended; unsent messages, files and changes stay (SESS-11).
 */
export async function dropState(records: RecordsPort, user: string): Promise<void> {
  for (const store of [CONTACTS, MAIN.store, WINDOWS, META.store]) {
    const names = [...(await records.readAll(user, store)).keys()];
    const dropped = names.filter((name) => store !== META.store || !isChangeName(name));
    await records.write(
      user,
      dropped.map((key) => ({ store, key, value: undefined })),
    );
  }
}

export interface StoredState {
  readonly stamp: string | null;
  readonly snapshot: Snapshot | null;
  readonly changes: StoredChanges;
}

/**
 * Reads the state shown at a cold start (STORE-4). Rows of another reducer version are skipped; pending
 * changes survive versions. Meta is read first and again last, so that rows of two writes are never mixed.
 */
export async function readStored(records: RecordsPort, user: string): Promise<StoredState> {
  const changes = await readStoredChanges(records, user);
  for (let tries = 0; tries < 3; tries += 1) {
    const meta = await records.read(user, META.store, META.key);
    const stamp = stampOf(meta);
    if (!isMeta(meta) || meta.meta.version !== REDUCER_VERSION) return { stamp, changes, snapshot: null };
    const contacts = [...(await records.readAll(user, CONTACTS)).values()] as readonly Contact[];
    const windows = [...(await records.readAll(user, WINDOWS)).values()] as readonly WindowRecord[];
    if (stampOf(await records.read(user, META.store, META.key)) === stamp)
      return { stamp, changes, snapshot: { meta: meta.meta, contacts, windows } };
  }
  return { stamp: null, snapshot: null, changes };
}
