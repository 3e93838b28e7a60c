import type { Role } from '../../domain/contact.ts';
import {
  type GroupId,
  type MsgId,
  type StreamId,
  type UserId,
  groupOfStream,
  peopleOfStream,
} from '../../domain/ids.ts';
import type {
  ConversationView,
  GroupCallRow,
  GroupRow,
  LastRow,
  MessageRow,
  ReadTx,
  UserRow,
} from '../../ports/store.ts';
import type { Settings } from '../kernel/core.ts';
import { inAlbum } from './album.ts';
import { loadKept } from './load-kept.ts';
import { type JoinedParts, type JoinedThread, loadParts, loadThreads } from './load-tallies.ts';
import { mapWithNamesNow, viewsWithNamesNow } from './mention-names.ts';
import { quotedIds } from './message-data.ts';
import { type Everyone, everyoneIn } from './plain.ts';
import { type EventForViewers, type FrameNeeds, pairKey, placeKey, wantShown, wantThread } from './wanted.ts';

export interface FramingContext {
  readonly settings: Pick<Settings, 'wireTime' | 'publicUrl' | 'links'>;
  /** Presence as this viewer may see it. */
  readonly online: (user: UserId, viewer: UserId) => boolean;
}

/** Everything that the frames of a batch join, read in a handful of queries however many events there are. */
export interface Joined extends JoinedParts {
  readonly messages: ReadonlyMap<MsgId, MessageRow>;
  readonly quoted: ReadonlyMap<MsgId, MessageRow>;
  /** Keyed by `placeKey(stream, n)`. */
  readonly byPlace: ReadonlyMap<string, (MessageRow & LastRow) | null>;
  /** If that one is private to its author, or gone: the newest before it that this viewer may read. */
  readonly lastBefore: (stream: StreamId, n: number, viewer: UserId) => (MessageRow & LastRow) | null;
  readonly users: ReadonlyMap<UserId, UserRow>;
  readonly groups: ReadonlyMap<GroupId, GroupRow>;
  /** Keyed by `pairKey(stream, user)`. */
  readonly roles: ReadonlyMap<string, Role>;
  /** Viewer → partner → remark; only where names differ between viewers. */
  readonly remarks: ReadonlyMap<UserId, ReadonlyMap<UserId, string>>;
  /** Conversations of `joined` events, by `pairKey(of, viewer)`. */
  readonly views: ReadonlyMap<string, ConversationView | null>;
  /**
   * Members who may not see a group message, by `placeKey(stream, n)`: those who joined after it, if history
   * is hidden.
   */
  readonly unseen: ReadonlyMap<string, ReadonlySet<UserId>>;
  readonly pending: ReadonlyMap<UserId, number>;
  /** Threads whose answers come or go, by `placeKey(stream, root)`. */
  readonly threads: ReadonlyMap<string, JoinedThread>;
  /** Stored preferences, by `preferenceKey(user, name)`. */
  readonly preferences: ReadonlyMap<string, string>;
  /** Calls of groups, with the present members among the viewers: others see none (GCALL-1). */
  readonly groupCalls: ReadonlyMap<StreamId, JoinedGroupCall>;
  /** Only for groups with a message that mentions all members. */
  readonly everyone: Everyone;
}

/** Reads what the frames of these events join (no query per event, but for rare kinds). */
export async function loadJoined(
  tx: ReadTx,
  items: readonly EventForViewers[],
  needs: FrameNeeds,
): Promise<Joined> {
  const stored = needs.eventMessages;
  if (needs.messages.size > 0)
    for (const [id, row] of await tx.messages.byMsgIds([...needs.messages])) stored.set(id, row);
  const messages = await mapWithNamesNow(tx, stored);
  for (const row of messages.values()) {
    needs.users.add(row.from);
    if (row.root !== null) wantThread(needs, row.stream, row.root);
  }
  // Read together: with other nodes each would be a round trip.
  const [quoted, users, groups, remarks] = await Promise.all([
    loadQuoted(tx, messages.values()),
    needs.users.size > 0 ? tx.users.byIds([...needs.users]) : new Map<UserId, UserRow>(),
    loadGroups(tx, needs.groups),
    loadRemarks(tx, needs.remarks),
  ]);
  const pending = new Map<UserId, number>();
  for (const viewer of needs.pending) pending.set(viewer, (await tx.friends.pending(viewer)).count);

  const lasts = new Map<string, MessageRow & LastRow>();
  const { views, places } = await loadViews(tx, needs);
  for (const { stream, n } of needs.places.values()) {
    const row = await tx.messages.byN(stream, n);
    places.set(placeKey(stream, n), row && (await inAlbum(tx, row)));
    for (const viewer of row && row.only === null ? [] : (peopleOfStream(stream) ?? [])) {
      const last = await tx.messages.lastFor(stream, viewer, n);
      if (last) lasts.set(`${pairKey(stream, viewer)} ${n}`, await inAlbum(tx, last));
    }
  }
  const roles = await loadRoles(tx, messages.values());
  // Quoted and changed messages may be from before a reader's time.
  const changed = [...needs.changed].flatMap((id) => messages.get(id) ?? []);
  for (const { stream, n } of [...quoted.values(), ...changed]) wantShown(needs, stream, n);
  const unseen = await loadUnseen(tx, needs.visibilityChecks, groups, items);
  notForOthers(unseen, quoted.values());
  return {
    messages,
    quoted,
    byPlace: await mapWithNamesNow(tx, places),
    lastBefore: (stream, n, viewer) => lasts.get(`${pairKey(stream, viewer)} ${n}`) ?? null,
    users,
    groups,
    roles,
    remarks,
    views,
    unseen,
    pending,
    ...(await loadParts(tx, needs.parts)),
    threads: await loadThreads(tx, needs.threads),
    preferences: await loadKept(tx, needs.preferences),
    groupCalls: await loadGroupCalls(tx, needs.groupCalls),
    everyone: await everyoneIn(tx, messages.values()),
  };
}

interface JoinedGroupCall {
  readonly call: GroupCallRow | null;
  readonly members: ReadonlySet<UserId>;
}

async function loadGroupCalls(
  tx: ReadTx,
  needs: FrameNeeds['groupCalls'],
): Promise<ReadonlyMap<StreamId, JoinedGroupCall>> {
  const calls = needs.size === 0 ? null : await tx.groupCalls.of([...needs.keys()]);
  const joined = new Map<StreamId, JoinedGroupCall>();
  for (const [stream, viewers] of needs)
    joined.set(stream, {
      call: calls?.get(stream) ?? null,
      members: await tx.members.among(stream, [...viewers]),
    });
  return joined;
}

/** Conversations that a user joined, with their last message at that time. */
async function loadViews(tx: ReadTx, needs: FrameNeeds) {
  const views = new Map<string, ConversationView | null>();
  const places = new Map<string, (MessageRow & LastRow) | null>();
  for (const [key, { of, viewer, n }] of needs.views) {
    const view = await tx.conversations.one(viewer, of);
    views.set(key, view && ((await viewsWithNamesNow(tx, [view]))[0] ?? view));
    if (view?.last && view.last.n > n && n > 0) places.set(placeKey(of, n), await tx.messages.byN(of, n));
  }
  return { views, places };
}

/** A one-to-one message that is private to its author is quoted to no one else (BLOCK-2). */
function notForOthers(unseen: Map<string, ReadonlySet<UserId>>, rows: Iterable<MessageRow>): void {
  for (const { stream, n, only } of rows)
    if (only !== null)
      unseen.set(placeKey(stream, n), new Set((peopleOfStream(stream) ?? []).filter((one) => one !== only)));
}

async function loadRoles(tx: ReadTx, messages: Iterable<MessageRow>): Promise<ReadonlyMap<string, Role>> {
  const roles = new Map<string, Role>();
  for (const { stream, from } of messages) {
    const key = pairKey(stream, from);
    if (groupOfStream(stream) === null || roles.has(key)) continue;
    roles.set(key, (await tx.members.get(stream, from))?.role ?? 3);
  }
  return roles;
}

/**
 * Read only if history is hidden: otherwise all members see everything. And only for members being framed,
 * however many the group has (GROUP-31).
 */
async function loadUnseen(
  tx: ReadTx,
  checks: FrameNeeds['visibilityChecks'],
  groups: ReadonlyMap<GroupId, GroupRow>,
  items: readonly EventForViewers[],
): Promise<Map<string, ReadonlySet<UserId>>> {
  const unseen = new Map<string, ReadonlySet<UserId>>();
  for (const [key, { stream, n }] of checks) {
    const group = groupOfStream(stream);
    const history = group !== null && groups.get(group)?.setting.history === true;
    if (history) continue;
    const viewers = items.filter(({ event }) => event.stream === stream).map((item) => item.viewers);
    const blind = await tx.members.cameAfter(stream, n, [...new Set(viewers.flat())]);
    if (blind.size > 0) unseen.set(key, blind);
  }
  return unseen;
}

/** Messages that these quote. */
async function loadQuoted(
  tx: ReadTx,
  messages: Iterable<MessageRow>,
): Promise<ReadonlyMap<MsgId, MessageRow>> {
  const quotes = quotedIds(messages);
  return quotes.length > 0 ? mapWithNamesNow(tx, await tx.messages.byMsgIds(quotes)) : new Map();
}

async function loadGroups(tx: ReadTx, ids: ReadonlySet<GroupId>): Promise<ReadonlyMap<GroupId, GroupRow>> {
  const rows = await Promise.all([...ids].map((id) => tx.groups.byId(id)));
  return new Map(rows.flatMap((row) => (row ? [[row.id, row] as const] : [])));
}

/** Viewer → partner → remark. */
async function loadRemarks(
  tx: ReadTx,
  requests: ReadonlyMap<UserId, ReadonlySet<UserId>>,
): Promise<ReadonlyMap<UserId, ReadonlyMap<UserId, string>>> {
  const entries = [...requests].map(
    async ([viewer, partners]) => [viewer, await tx.friends.nicknames(viewer, [...partners])] as const,
  );
  return new Map(await Promise.all(entries));
}
