import type { SelfFacts } from '../../domain/events.ts';
import type { ContactId, MessageId, StreamId, UserId } from '../../domain/ids.ts';
import type { Message } from '../../domain/message.ts';
import { peopleOf } from './blocked.ts';
import { EMPTY_INDEX, indexOf } from './contact-index.ts';
import { EMPTY, NO_SYNC } from './empty.ts';
import { totalsOf } from './totals.ts';
import type { Contact, Conversation, State, SyncPosition } from './state.ts';
import type { KeptState } from './kept-shown.ts';

/**
 * Raised if `Contact`, `Conversation` or the meaning of an event changes: records of another version are
 * skipped, and the client loads everything again (STORE-5).
 */
export const REDUCER_VERSION = 5;

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
  readonly kept: KeptState;
  /** Absent in records of earlier builds: none. */
  readonly blocked?: readonly UserId[];
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

/** Records to write in one transaction; `null` for `meta` and `main` means unchanged. */
export interface SnapshotChanges {
  readonly reset: boolean;
  readonly contacts: { readonly upserts: readonly Contact[]; readonly remove: readonly ContactId[] };
  readonly windows: { readonly upserts: readonly WindowRecord[]; readonly remove: readonly ContactId[] };
  readonly meta: MetaRecord | null;
  readonly main: MainRecord | null;
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
    // As old as its cursor, and all later changes arrive as events: a page that signs in again knows more.
    profiles: EMPTY.profiles,
    later: EMPTY.later,
    kept: snapshot.meta.kept,
    blocked: peopleOf(snapshot.meta.blocked),
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
