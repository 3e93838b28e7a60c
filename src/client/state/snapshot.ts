import type { SelfFacts } from '../../domain/events.ts';
import type { ContactId, MessageId, StreamId } from '../../domain/ids.ts';
import type { Message } from '../../domain/message.ts';
import { EMPTY_INDEX, indexOf } from './contact-index.ts';
import { EMPTY, NO_SYNC } from './empty.ts';
import { totalsOf } from './totals.ts';
import type { Wish } from './local-event.ts';
import type { Contact, Conversation, Pending, State, SyncPosition } from './state.ts';

/**
 * Raised whenever `Contact`, `Conversation` or the meaning of an event changes: records of another
 * version are not read, the client fetches everything anew (STORE-5).
 */
export const REDUCER_VERSION = 1;

/** A conversation as a plain record: chunks stay, so a record is rewritten only when it changed. */
export interface WindowRecord {
  readonly id: ContactId;
  readonly chunks: readonly (readonly Message[])[];
  readonly complete: boolean;
  readonly erased: readonly (readonly [MessageId, 'recalled' | 'deleted'])[];
  /** Absent in records of earlier builds. */
  readonly pins?: Conversation['pins'];
}

export interface MetaRecord {
  readonly version: number;
  readonly self: SelfFacts;
  readonly sync: SyncPosition;
  readonly system: number;
  readonly left: readonly (readonly [StreamId, number])[];
}

/** The first rows of the list in order, for the first paint of a cold start. */
export type MainRecord = readonly ContactId[];

/** Everything that a cold start needs, as plain data. Messages without a server's number are not restored. */
export interface Snapshot {
  readonly meta: MetaRecord;
  /** The records of `allContacts`. */
  readonly contacts: readonly Contact[];
  readonly windows: readonly WindowRecord[];
}

/** What to write, in one transaction; `null` for `meta` and `main` means unchanged. */
export interface SnapshotChanges {
  readonly reset: boolean;
  readonly contacts: { readonly put: readonly Contact[]; readonly remove: readonly ContactId[] };
  readonly windows: { readonly put: readonly WindowRecord[]; readonly remove: readonly ContactId[] };
  readonly meta: MetaRecord | null;
  readonly main: MainRecord | null;
  readonly wishes: readonly Wish[] | null;
}

const MAIN_ROWS = 50;

export function metaOf(state: State, self: SelfFacts): MetaRecord {
  return {
    version: REDUCER_VERSION,
    self,
    sync: state.sync,
    system: state.totals.system,
    left: [...state.left],
  };
}

export const windowRecord = (conversation: Conversation): WindowRecord => ({
  id: conversation.id,
  chunks: conversation.chunks,
  complete: conversation.complete,
  erased: [...conversation.erased],
  pins: conversation.pins,
});

/** The pending overlay as plain records; it outlives versions and epochs. */
export function wishesOf(pending: Pending): readonly Wish[] {
  const list = <K extends keyof Pending>(register: K) =>
    [...pending[register]].map(([conversation, value]) => ({ register, conversation, value }) as Wish);
  return [
    ...list('top'),
    ...list('notice'),
    ...list('hide'),
    ...list('read'),
    ...list('mentionsRead'),
    ...list('recall'),
    ...list('edit'),
    ...list('messagePin'),
    ...list('react'),
    ...list('vote'),
    ...list('follow'),
  ];
}

/** A complete snapshot, or null when nobody is signed in. */
export function snapshotOf(state: State): Snapshot | null {
  if (!state.self) return null;
  return {
    meta: metaOf(state, state.self),
    contacts: [...state.contacts],
    windows: [...state.conversations.values()].filter((one) => one.live).map(windowRecord),
  };
}

/** The state of a cold start. Windows are complete again only after their first page was fetched. */
export function restoreSnapshot(state: State, snapshot: Snapshot): State {
  if (snapshot.meta.version !== REDUCER_VERSION)
    return { ...EMPTY, config: state.config, self: snapshot.meta.self };
  const contacts = snapshot.contacts.length ? indexOf(snapshot.contacts) : EMPTY_INDEX;
  return {
    ...state,
    self: snapshot.meta.self,
    contacts,
    totals: totalsOf(contacts, snapshot.meta.system),
    conversations: new Map(snapshot.windows.map((one) => [one.id, fromRecord(one)])),
    left: new Map(snapshot.meta.left),
    // Records of earlier builds have neither `plain` nor `mode`.
    sync: { ...NO_SYNC, ...snapshot.meta.sync },
  };
}

function fromRecord(record: WindowRecord): Conversation {
  const size = record.chunks.reduce((sum, chunk) => sum + chunk.length, 0);
  return {
    id: record.id,
    chunks: record.chunks,
    size,
    complete: record.complete,
    loading: 'no',
    live: true,
    early: [],
    erased: new Map(record.erased),
    pins: record.pins,
  };
}

/**
 * What changed between the state that was written last and this one, by identity: unchanged contacts
 * and windows are the same objects. `prev` null, or another person's, writes everything anew.
 */
export function changedRecords(prev: State | null, next: State): SnapshotChanges {
  const reset = prev === null || prev.self?.id !== next.self?.id;
  const from = reset ? EMPTY : prev;
  const meta = next.self ? metaOf(next, next.self) : null;
  const metaChanged =
    reset ||
    META_PARTS.some((part) => from[part] !== next[part]) ||
    from.totals.system !== next.totals.system;
  return {
    reset,
    contacts: changedContacts(from, next),
    windows: changedWindows(from, next),
    meta: metaChanged ? meta : null,
    main: from.contacts === next.contacts && !reset ? null : mainOf(next),
    wishes: from.pending === next.pending && !reset ? null : wishesOf(next.pending),
  };
}

const META_PARTS = ['self', 'sync', 'left'] as const;

function mainOf(state: State): MainRecord {
  const ids: ContactId[] = [];
  for (const contact of state.contacts) {
    if (ids.length === MAIN_ROWS) break;
    if (contact.last && !contact.hidden) ids.push(contact.id);
  }
  return ids;
}

function changedContacts(prev: State, next: State): SnapshotChanges['contacts'] {
  if (prev.contacts === next.contacts) return { put: [], remove: [] };
  const ids = next.contacts.changedSince(prev.contacts) ?? allIds(prev, next);
  const [put, remove]: [Contact[], ContactId[]] = [[], []];
  for (const id of ids) {
    const now = next.contacts.get(id);
    const was = prev.contacts.get(id);
    if (now && now !== was) put.push(now);
    if (!now && was) remove.push(id);
  }
  return { put, remove };
}

function allIds(prev: State, next: State): ReadonlySet<ContactId> {
  const ids = new Set<ContactId>();
  for (const contact of prev.contacts) ids.add(contact.id);
  for (const contact of next.contacts) ids.add(contact.id);
  return ids;
}

const live = (one: Conversation | undefined) => (one?.live ? one : undefined);

const WINDOW_PARTS = ['chunks', 'complete', 'erased', 'pins'] as const;

function changedWindows(prev: State, next: State): SnapshotChanges['windows'] {
  if (prev.conversations === next.conversations) return { put: [], remove: [] };
  const put: WindowRecord[] = [];
  for (const one of next.conversations.values()) {
    const was = live(prev.conversations.get(one.id));
    const changed = WINDOW_PARTS.some((part) => was?.[part] !== one[part]);
    if (one.live && changed) put.push(windowRecord(one));
  }
  const remove: ContactId[] = [];
  for (const one of prev.conversations.values()) {
    if (one.live && !live(next.conversations.get(one.id))) remove.push(one.id);
  }
  return { put, remove };
}
