import type { RecordsPort } from '../../ports/storage.ts';
import { type MetaRecord, REDUCER_VERSION, type Snapshot, type WindowRecord } from '../state/snapshot.ts';
import type { Contact } from '../state/state.ts';
import { META } from './meta.ts';
import { readWishes, type StoredWishes } from './stored-wishes.ts';

/** The other stores of a snapshot. */
export const CONTACTS = 'allContacts';
export const WINDOWS = 'windows';

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

export interface StoredState {
  readonly stamp: string | null;
  readonly snapshot: Snapshot | null;
  readonly wishes: StoredWishes;
}

/**
 * Reads the state shown at a cold start (STORE-4). Rows of another reducer version are skipped; pending
 * changes survive versions. Meta is read first and again last, so that rows of two writes are never mixed.
 */
export async function readStored(records: RecordsPort, user: string): Promise<StoredState> {
  const wishes = await readWishes(records, user);
  for (let tries = 0; tries < 3; tries += 1) {
    const meta = await records.read(user, META.store, META.key);
    const stamp = stampOf(meta);
    if (!isMeta(meta) || meta.meta.version !== REDUCER_VERSION) return { stamp, wishes, snapshot: null };
    const contacts = [...(await records.readAll(user, CONTACTS)).values()] as readonly Contact[];
    const windows = [...(await records.readAll(user, WINDOWS)).values()] as readonly WindowRecord[];
    if (stampOf(await records.read(user, META.store, META.key)) === stamp)
      return { stamp, wishes, snapshot: { meta: meta.meta, contacts, windows } };
  }
  return { stamp: null, snapshot: null, wishes };
}
