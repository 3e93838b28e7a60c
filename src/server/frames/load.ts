import { groupOfStream, peopleOfStream } from '../../domain/ids.ts';
import type { GroupId, MsgId, StreamId, UserId } from '../../domain/ids.ts';
import type { Role } from '../../domain/contact.ts';
import { unreachable } from '../../domain/assert.ts';
import type {
  ConversationView,
  EventFacts,
  GroupRow,
  LastRow,
  MessageRow,
  ReadTx,
  UserRow,
} from '../../ports/store.ts';
import type { FreshEvent, Settings } from '../kernel/core.ts';
import { inAlbum } from './album.ts';
import { loadPolls, loadReactions, loadThreads } from './load-tallies.ts';
import type { Gathered, JoinedPoll, JoinedReactions, JoinedThread, RootOf } from './load-tallies.ts';
import { loadGroups, loadQuoted, loadRemarks } from './load-beside.ts';
import { mapWithNamesNow, viewsWithNamesNow } from './mention-names.ts';
import { keptKey, loadKept } from './load-kept.ts';
import type { KeptOf } from './load-kept.ts';
import { everyoneIn } from './plain.ts';
import type { Everyone } from './plain.ts';

/** One event and the people it is framed for. */
export interface EventForViewers {
  readonly event: FreshEvent;
  readonly viewers: readonly UserId[];
}

export interface FramingContext {
  readonly settings: Pick<Settings, 'wireTime' | 'publicUrl' | 'links'>;
  /** Presence as this viewer may see it. */
  readonly online: (user: UserId, viewer: UserId) => boolean;
}

/** Everything that the frames of a batch join, read in a handful of queries however many events there are. */
export interface Joined {
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
  /** Present reactions of the messages, by `placeKey(stream, n)`. */
  readonly reactions: ReadonlyMap<string, JoinedReactions>;
  /** Results of polls with new votes or an end, by `placeKey(stream, n)`. */
  readonly polls: ReadonlyMap<string, JoinedPoll>;
  /** Threads whose answers come or go, by `placeKey(stream, root)`. */
  readonly threads: ReadonlyMap<string, JoinedThread>;
  /** Stored preferences, by `keptKey(user, name)`. */
  readonly kept: ReadonlyMap<string, string>;
  /** Only for groups with a message that mentions all members. */
  readonly everyone: Everyone;
}

export const placeKey = (stream: StreamId, n: number): string => `${stream} ${n}`;
export const pairKey = (stream: StreamId, user: UserId): string => `${stream} ${user}`;

interface Wanted {
  readonly messages: Set<MsgId>;
  /** Messages that came with their events. */
  readonly given: Map<MsgId, MessageRow>;
  readonly places: Map<string, { readonly stream: StreamId; readonly n: number }>;
  readonly users: Set<UserId>;
  readonly groups: Set<GroupId>;
  /** viewer → partners whose remark matters */
  readonly remarks: Map<UserId, Set<UserId>>;
  readonly views: Map<string, { readonly of: StreamId; readonly viewer: UserId; readonly n: number }>;
  /** Group messages shown by later events; some readers of those may not see them. */
  readonly shown: Map<string, { readonly stream: StreamId; readonly n: number }>;
  readonly pending: Set<UserId>;
  readonly reactions: Map<string, Gathered>;
  readonly polls: Map<string, Gathered>;
  readonly threads: Map<string, RootOf>;
  readonly kept: Map<string, KeptOf>;
}

function wantedBy(items: readonly EventForViewers[]): Wanted {
  const wanted: Wanted = {
    messages: new Set(),
    given: new Map(),
    places: new Map(),
    users: new Set(),
    groups: new Set(),
    remarks: new Map(),
    views: new Map(),
    shown: new Map(),
    pending: new Set(),
    reactions: new Map(),
    polls: new Map(),
    threads: new Map(),
    kept: new Map(),
  };
  for (const item of items) want(wanted, item);
  return wanted;
}

/** State of a chat in the user's own list: the facts contain all of it. */
const OWN_FLAGS = ['top', 'notice', 'archive', 'unread', 'hide', 'follow'] as const;
type OwnFlag = (typeof OWN_FLAGS)[number];
const isOwnFlag = (facts: EventFacts): facts is Extract<EventFacts, { kind: OwnFlag }> =>
  (OWN_FLAGS as readonly string[]).includes(facts.kind);

function want(wanted: Wanted, { event, viewers }: EventForViewers): void {
  const { stream, facts } = event;
  if (isOwnFlag(facts)) return;
  if (facts.kind === 'kept') return wantKept(wanted, viewers, facts.name);
  switch (facts.kind) {
    case 'message':
      if (event.message) wanted.given.set(facts.msgId, event.message);
      else wanted.messages.add(facts.msgId);
      wantReaders(wanted, stream, viewers);
      return;
    case 'recall':
    case 'delete':
      return wantGone(wanted, stream, facts);
    case 'added':
    case 'removed':
    case 'groupSetting':
    case 'manager':
      wantGroup(wanted, stream);
      return;
    case 'joined':
      for (const viewer of viewers)
        wanted.views.set(pairKey(facts.of, viewer), { of: facts.of, viewer, n: facts.n });
      return;
    case 'application':
      return wantApplicant(wanted, facts.from, viewers);
    case 'rename':
    case 'remark':
      wanted.users.add(facts.kind === 'rename' ? facts.by : facts.user);
      return;
    case 'updated':
    case 'edited':
    case 'previewed':
      wanted.messages.add(facts.msgId);
      wantGroup(wanted, stream);
      if (facts.kind === 'edited' && typeof facts.lastN === 'number') wantLast(wanted, stream, facts.lastN);
      return;
    case 'pinned':
    case 'unpinned':
      return wantPin(wanted, stream, facts);
    case 'reacted':
    case 'voted':
    case 'pollClosed':
      return wantGathered(wanted, stream, facts);
    case 'call':
      wanted.messages.add(facts.msgId);
      for (const user of peopleOfStream(stream) ?? []) wanted.users.add(user);
      return;
    case 'profile':
      for (const viewer of viewers) wanted.users.add(viewer);
      return;
    case 'owner':
    case 'muted':
    case 'cleared':
    case 'anew':
    case 'timer':
    case 'read':
    case 'dissolved':
    case 'mark':
    case 'mentionMark':
    case 'left':
    case 'blocked':
    case 'later':
    case 'reminded':
    case 'applicationDone':
    case 'session':
      return;
    default:
      unreachable(facts);
  }
}

function wantKept(wanted: Wanted, viewers: readonly UserId[], name: string): void {
  for (const user of viewers) wanted.kept.set(keptKey(user, name), { user, name });
}

function wantApplicant(wanted: Wanted, from: UserId, viewers: readonly UserId[]): void {
  wanted.users.add(from);
  for (const viewer of viewers) wanted.pending.add(viewer);
}

const wantGroup = (wanted: Wanted, stream: StreamId): void => {
  const group = groupOfStream(stream);
  if (group !== null) wanted.groups.add(group);
};

function wantGone(
  wanted: Wanted,
  stream: StreamId,
  facts: Extract<EventFacts, { kind: 'recall' | 'delete' }>,
): void {
  if (facts.kind === 'recall') wanted.users.add(facts.by);
  if (facts.root !== undefined) wantThread(wanted, stream, facts.root);
  if (facts.lastN !== null) wantLast(wanted, stream, facts.lastN);
}

function wantPin(
  wanted: Wanted,
  stream: StreamId,
  { kind, msgId, n, by }: Extract<EventFacts, { kind: 'pinned' | 'unpinned' }>,
): void {
  wantShown(wanted, stream, n);
  wantGroup(wanted, stream);
  if (kind === 'unpinned') return;
  wanted.messages.add(msgId);
  wanted.users.add(by);
}

/** A one-to-one message shows the partner, under the viewer's remark. */
function wantReaders(wanted: Wanted, stream: StreamId, viewers: readonly UserId[]): void {
  wantGroup(wanted, stream);
  const pair = peopleOfStream(stream);
  if (!pair) return;
  for (const user of pair) wanted.users.add(user);
  for (const viewer of viewers) {
    const partners = wanted.remarks.get(viewer) ?? new Set();
    partners.add(pair[0] === viewer ? pair[1] : pair[0]);
    wanted.remarks.set(viewer, partners);
  }
}

function wantLast(wanted: Wanted, stream: StreamId, n: number): void {
  wanted.places.set(placeKey(stream, n), { stream, n });
  wantGroup(wanted, stream);
  wantShown(wanted, stream, n);
}

function wantGathered(
  wanted: Wanted,
  stream: StreamId,
  facts: Extract<EventFacts, { kind: 'reacted' | 'voted' | 'pollClosed' }>,
): void {
  const { kind, n } = facts;
  const gathered = kind === 'reacted' ? wanted.reactions : wanted.polls;
  const who = kind === 'pollClosed' ? [] : facts.who;
  if (kind === 'reacted' && facts.added !== undefined) wanted.users.add(facts.added);
  const key = placeKey(stream, n);
  const known = gathered.get(key) ?? { stream, n, by: new Set() };
  for (const user of who) known.by.add(user);
  gathered.set(key, known);
  wantGroup(wanted, stream);
  wantShown(wanted, stream, n);
}

/** The first message may be from before a reader's time. */
function wantThread(wanted: Wanted, stream: StreamId, root: number): void {
  wanted.threads.set(placeKey(stream, root), { stream, root });
  wantGroup(wanted, stream);
  wantShown(wanted, stream, root);
}

function wantShown(wanted: Wanted, stream: StreamId, n: number): void {
  if (groupOfStream(stream) !== null) wanted.shown.set(placeKey(stream, n), { stream, n });
}

/** Reads what the frames of these events join (no query per event, but for rare kinds). */
export async function loadJoined(tx: ReadTx, items: readonly EventForViewers[]): Promise<Joined> {
  const wanted = wantedBy(items);
  const stored = wanted.given;
  if (wanted.messages.size > 0)
    for (const [id, row] of await tx.messages.byMsgIds([...wanted.messages])) stored.set(id, row);
  const messages = await mapWithNamesNow(tx, stored);
  for (const row of messages.values()) {
    wanted.users.add(row.from);
    if (row.root !== null) wantThread(wanted, row.stream, row.root);
  }
  // Read together: with other nodes each would be a round trip.
  const [quoted, users, groups, remarks] = await Promise.all([
    loadQuoted(tx, messages.values()),
    wanted.users.size > 0 ? tx.users.byIds([...wanted.users]) : new Map<UserId, UserRow>(),
    loadGroups(tx, wanted.groups),
    loadRemarks(tx, wanted.remarks),
  ]);
  const pending = new Map<UserId, number>();
  for (const viewer of wanted.pending) pending.set(viewer, (await tx.friends.pending(viewer)).count);

  const lasts = new Map<string, MessageRow & LastRow>();
  const { views, places } = await loadViews(tx, wanted);
  for (const { stream, n } of wanted.places.values()) {
    const row = await tx.messages.byN(stream, n);
    places.set(placeKey(stream, n), row && (await inAlbum(tx, row)));
    for (const viewer of row && row.only === null ? [] : (peopleOfStream(stream) ?? [])) {
      const last = await tx.messages.lastFor(stream, viewer, n);
      if (last) lasts.set(`${pairKey(stream, viewer)} ${n}`, await inAlbum(tx, last));
    }
  }
  const roles = await loadRoles(tx, messages.values());
  // Quoted and changed messages may be from before a reader's time.
  for (const { stream, n } of [...quoted.values(), ...changed(items, messages)]) wantShown(wanted, stream, n);
  const unseen = await loadUnseen(tx, wanted.shown, groups, items);
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
    reactions: await loadReactions(tx, wanted.reactions),
    polls: await loadPolls(tx, wanted.polls),
    threads: await loadThreads(tx, wanted.threads),
    kept: await loadKept(tx, wanted.kept),
    everyone: await everyoneIn(tx, messages.values()),
  };
}

/** Messages changed by an event. */
const changed = (
  items: readonly EventForViewers[],
  messages: ReadonlyMap<MsgId, MessageRow>,
): readonly MessageRow[] =>
  items.flatMap(({ event: { facts } }) =>
    facts.kind === 'updated' || facts.kind === 'edited' || facts.kind === 'previewed'
      ? (messages.get(facts.msgId) ?? [])
      : [],
  );

/** Conversations that a user joined, with their last message at that time. */
async function loadViews(tx: ReadTx, wanted: Wanted) {
  const views = new Map<string, ConversationView | null>();
  const places = new Map<string, (MessageRow & LastRow) | null>();
  for (const [key, { of, viewer, n }] of wanted.views) {
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
  shown: Wanted['shown'],
  groups: ReadonlyMap<GroupId, GroupRow>,
  items: readonly EventForViewers[],
): Promise<Map<string, ReadonlySet<UserId>>> {
  const unseen = new Map<string, ReadonlySet<UserId>>();
  for (const [key, { stream, n }] of shown) {
    const group = groupOfStream(stream);
    const history = group !== null && groups.get(group)?.setting.history === true;
    if (history) continue;
    const viewers = items.filter(({ event }) => event.stream === stream).map((item) => item.viewers);
    const blind = await tx.members.cameAfter(stream, n, [...new Set(viewers.flat())]);
    if (blind.size > 0) unseen.set(key, blind);
  }
  return unseen;
}
