import type { RecordsPort } from '../../ports/storage.ts';
import type { Wish } from '../state/local-event.ts';
import {
  metaOf,
  REDUCER_VERSION,
  type SnapshotChanges,
  type MetaRecord,
  type Snapshot,
  type WindowRecord,
} from '../state/snapshot.ts';
import type { Contact, State } from '../state/state.ts';

/** Names of the records of a snapshot, and their way in and out. */
export const META = { store: 'meta', key: 'snapshot' } as const;
const WISHES = { store: 'meta', key: 'wishes' } as const;
const CONTACTS = 'allContacts';
const WINDOWS = 'windows';
const MAIN = { store: 'mainContacts', key: 'main' } as const;

/** `stamp` is new with every write; `login` names the login that wrote it. */
export interface StoredMeta {
  readonly stamp: string;
  readonly login: string;
  readonly meta: MetaRecord;
}

export interface RecordChange {
  readonly store: string;
  readonly key: string;
  readonly value: unknown;
}

const isMeta = (value: unknown): value is StoredMeta =>
  typeof value === 'object' &&
  value !== null &&
  'stamp' in value &&
  'meta' in value &&
  typeof value.stamp === 'string';

export const stampOf = (value: unknown): string | null => (isMeta(value) ? value.stamp : null);

const put = (store: string, rows: readonly { readonly id: string }[]): readonly RecordChange[] =>
  rows.map((value) => ({ store, key: value.id, value }));
const drop = (store: string, keys: readonly string[]): readonly RecordChange[] =>
  keys.map((key) => ({ store, key, value: undefined }));

export function changesOf(
  changes: SnapshotChanges,
  state: State,
  mark: { readonly stamp: string; readonly login: string },
): readonly RecordChange[] {
  const meta = changes.meta ?? (state.self ? metaOf(state, state.self) : null);
  return [
    ...drop(CONTACTS, changes.contacts.remove),
    ...put(CONTACTS, changes.contacts.put),
    ...drop(WINDOWS, changes.windows.remove),
    ...put(WINDOWS, changes.windows.put),
    ...(changes.main ? [{ ...MAIN, value: changes.main }] : []),
    ...(changes.wishes ? [{ ...WISHES, value: changes.wishes }] : []),
    { ...META, value: { ...mark, meta } },
  ];
}

/** What lies there and is not written again when everything is written anew. */
export async function removalsOf(
  records: RecordsPort,
  user: string,
  changes: SnapshotChanges,
): Promise<readonly RecordChange[]> {
  const kept = {
    [CONTACTS]: new Set<string>(changes.contacts.put.map((row) => row.id)),
    [WINDOWS]: new Set<string>(changes.windows.put.map((row) => row.id)),
  };
  const found: RecordChange[] = [];
  for (const store of [CONTACTS, WINDOWS] as const) {
    for (const key of (await records.readAll(user, store)).keys())
      if (!kept[store].has(key)) found.push({ store, key, value: undefined });
  }
  return found;
}

export interface StoredState {
  readonly stamp: string | null;
  readonly snapshot: Snapshot | null;
  readonly wishes: readonly Wish[];
}

/**
 * What a cold start shows (STORE-4). Rows of another version of the reducer are not read at all; wishes
 * outlive versions. Meta is read first and again last: rows of two writes are never mixed.
 */
export async function readStored(records: RecordsPort, user: string): Promise<StoredState> {
  for (let tries = 0; tries < 3; tries += 1) {
    const meta = await records.read(user, META.store, META.key);
    const wishes = await records.read(user, WISHES.store, WISHES.key);
    const stamp = stampOf(meta);
    const rest = { stamp, wishes: Array.isArray(wishes) ? (wishes as readonly Wish[]) : [] };
    if (!isMeta(meta) || meta.meta.version !== REDUCER_VERSION) return { ...rest, snapshot: null };
    const contacts = [...(await records.readAll(user, CONTACTS)).values()] as readonly Contact[];
    const windows = [...(await records.readAll(user, WINDOWS)).values()] as readonly WindowRecord[];
    if (stampOf(await records.read(user, META.store, META.key)) === stamp)
      return { ...rest, snapshot: { meta: meta.meta, contacts, windows } };
  }
  return { stamp: null, snapshot: null, wishes: [] };
}
