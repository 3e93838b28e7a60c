import type { RecordsPort } from '../../ports/storage.ts';
import type { SnapshotChanges } from '../state/snapshot.ts';
import { metaOf } from '../state/snapshot-changes.ts';
import type { State } from '../state/state.ts';
import { META } from './meta.ts';
import { CONTACTS, WINDOWS } from './records.ts';

const MAIN = { store: 'mainContacts', key: 'main' } as const;

export interface RecordChange {
  readonly store: string;
  readonly key: string;
  readonly value: unknown;
}

const writesOf = (store: string, rows: readonly { readonly id: string }[]): readonly RecordChange[] =>
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
    ...writesOf(CONTACTS, changes.contacts.put),
    ...drop(WINDOWS, changes.windows.remove),
    ...writesOf(WINDOWS, changes.windows.put),
    ...(changes.main ? [{ ...MAIN, value: changes.main }] : []),
    { ...META, value: { ...mark, meta } },
  ];
}

/** Records to remove during a full rewrite: present, but not written again. */
export async function removalsOf(
  records: RecordsPort,
  user: string,
  changes: SnapshotChanges,
): Promise<readonly RecordChange[]> {
  const present = {
    [CONTACTS]: new Set<string>(changes.contacts.put.map((row) => row.id)),
    [WINDOWS]: new Set<string>(changes.windows.put.map((row) => row.id)),
  };
  const removals: RecordChange[] = [];
  for (const store of [CONTACTS, WINDOWS] as const) {
    for (const key of (await records.readAll(user, store)).keys())
      if (!present[store].has(key)) removals.push({ store, key, value: undefined });
  }
  return removals;
}
