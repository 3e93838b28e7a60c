import type { SelfFacts } from '../../domain/events.ts';
import type { ContactId } from '../../domain/ids.ts';
import { EMPTY } from './empty.ts';
import type { PendingChange } from './local-event.ts';
import {
  type MainRecord,
  type MetaRecord,
  REDUCER_VERSION,
  type Snapshot,
  type SnapshotChanges,
  type WindowRecord,
} from './snapshot.ts';
import type { Contact, Conversation, Pending, State } from './state.ts';

const MAIN_ROWS = 50;

export function metaOf(state: State, self: SelfFacts): MetaRecord {
  return {
    version: REDUCER_VERSION,
    self,
    sync: state.sync,
    system: state.totals.system,
    left: [...state.left],
    kept: state.kept,
    ...(state.blocked && { blocked: [...state.blocked] }),
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
export const pendingChangesOf = (pending: Pending): readonly PendingChange[] =>
  (Object.keys(pending) as (keyof Pending)[]).flatMap((register) =>
    [...pending[register]].map(
      ([conversation, value]) => ({ register, conversation, value }) as PendingChange,
    ),
  );

/** A complete snapshot, or null without a signed-in user. */
export function snapshotOf(state: State): Snapshot | null {
  if (!state.self) return null;
  return {
    meta: metaOf(state, state.self),
    contacts: [...state.contacts],
    windows: [...state.conversations.values()].filter((one) => one.live).map(windowRecord),
  };
}

/**
 * Changes between the last written state and this one, by identity: unchanged contacts and windows are the
 * same objects. `prev` null, or another user's, writes everything again.
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
  };
}

const META_PARTS = ['self', 'sync', 'left', 'kept', 'blocked'] as const;

function mainOf(state: State): MainRecord {
  const ids: ContactId[] = [];
  for (const contact of state.contacts) {
    if (ids.length === MAIN_ROWS) break;
    if (contact.last && !contact.hidden) ids.push(contact.id);
  }
  return ids;
}

function changedContacts(prev: State, next: State): SnapshotChanges['contacts'] {
  if (prev.contacts === next.contacts) return { upserts: [], remove: [] };
  const ids = next.contacts.changedSince(prev.contacts) ?? allIds(prev, next);
  const [upserts, remove]: [Contact[], ContactId[]] = [[], []];
  for (const id of ids) {
    const now = next.contacts.get(id);
    const was = prev.contacts.get(id);
    if (now && now !== was) upserts.push(now);
    if (!now && was) remove.push(id);
  }
  return { upserts, remove };
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
  if (prev.conversations === next.conversations) return { upserts: [], remove: [] };
  const upserts: WindowRecord[] = [];
  for (const one of next.conversations.values()) {
    const was = live(prev.conversations.get(one.id));
    const changed = WINDOW_PARTS.some((part) => was?.[part] !== one[part]);
    if (one.live && changed) upserts.push(windowRecord(one));
  }
  const remove: ContactId[] = [];
  for (const one of prev.conversations.values()) {
    if (one.live && !live(next.conversations.get(one.id))) remove.push(one.id);
  }
  return { upserts, remove };
}
