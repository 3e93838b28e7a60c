import { groupOfStream, peopleOfStream } from '../../domain/ids.ts';
import type { GroupId, MsgId, StreamId, UserId } from '../../domain/ids.ts';
import type { EventFacts, MessageRow } from '../../ports/store.ts';
import type { FreshEvent } from '../kernel/core.ts';
import { type KeptOf, preferenceKey } from './load-kept.ts';
import type { Gathered, RootOf } from './load-tallies.ts';

/** One event and the people it is framed for. */
export interface EventForViewers {
  readonly event: FreshEvent;
  readonly viewers: readonly UserId[];
}

export const placeKey = (stream: StreamId, n: number): string => `${stream} ${n}`;
export const pairKey = (stream: StreamId, user: UserId): string => `${stream} ${user}`;

/** What the frames of a batch need to be read. */
export interface FrameNeeds {
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
  /** Messages that an event changed: they may be from before a reader's time. */
  readonly changed: Set<MsgId>;
  readonly pending: Set<UserId>;
  readonly reactions: Map<string, Gathered>;
  readonly polls: Map<string, Gathered>;
  readonly threads: Map<string, RootOf>;
  readonly kept: Map<string, KeptOf>;
}

export const nothingWanted = (): FrameNeeds => ({
  messages: new Set(),
  given: new Map(),
  places: new Map(),
  users: new Set(),
  groups: new Set(),
  remarks: new Map(),
  views: new Map(),
  shown: new Map(),
  changed: new Set(),
  pending: new Set(),
  reactions: new Map(),
  polls: new Map(),
  threads: new Map(),
  kept: new Map(),
});

/** A message that came with its event is not read again. */
export function wantMessage(
  wanted: FrameNeeds,
  { event, viewers }: EventForViewers,
  { msgId }: Extract<EventFacts, { kind: 'message' }>,
): void {
  if (event.message) wanted.given.set(msgId, event.message);
  else wanted.messages.add(msgId);
  wantReaders(wanted, event.stream, viewers);
}

/** A message with other text, another card or another end of its call. */
export function wantChanged(wanted: FrameNeeds, stream: StreamId, msgId: MsgId): void {
  wanted.messages.add(msgId);
  wanted.changed.add(msgId);
  wantGroup(wanted, stream);
}

export function wantKept(wanted: FrameNeeds, viewers: readonly UserId[], name: string): void {
  for (const user of viewers) wanted.kept.set(preferenceKey(user, name), { user, name });
}

export function wantApplicant(wanted: FrameNeeds, from: UserId, viewers: readonly UserId[]): void {
  wanted.users.add(from);
  for (const viewer of viewers) wanted.pending.add(viewer);
}

export const wantGroup = (wanted: FrameNeeds, stream: StreamId): void => {
  const group = groupOfStream(stream);
  if (group !== null) wanted.groups.add(group);
};

export function wantGone(
  wanted: FrameNeeds,
  stream: StreamId,
  facts: Extract<EventFacts, { kind: 'recall' | 'delete' }>,
): void {
  if (facts.kind === 'recall') wanted.users.add(facts.by);
  if (facts.root !== undefined) wantThread(wanted, stream, facts.root);
  if (facts.lastN !== null) wantLast(wanted, stream, facts.lastN);
}

export function wantPin(
  wanted: FrameNeeds,
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
export function wantReaders(wanted: FrameNeeds, stream: StreamId, viewers: readonly UserId[]): void {
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

export function wantLast(wanted: FrameNeeds, stream: StreamId, n: number): void {
  wanted.places.set(placeKey(stream, n), { stream, n });
  wantGroup(wanted, stream);
  wantShown(wanted, stream, n);
}

export function wantGathered(
  wanted: FrameNeeds,
  stream: StreamId,
  facts: Extract<EventFacts, { kind: 'reacted' | 'voted' | 'pollClosed' }>,
): void {
  const { kind, n } = facts;
  const gathered = kind === 'reacted' ? wanted.reactions : wanted.polls;
  const who = kind === 'pollClosed' ? [] : facts.who;
  if (kind === 'reacted' && facts.added !== undefined) wanted.users.add(facts.added);
  const key = placeKey(stream, n);
  const entry = gathered.get(key) ?? { stream, n, by: new Set() };
  for (const user of who) entry.by.add(user);
  gathered.set(key, entry);
  wantGroup(wanted, stream);
  wantShown(wanted, stream, n);
}

/** The first message may be from before a reader's time. */
export function wantThread(wanted: FrameNeeds, stream: StreamId, root: number): void {
  wanted.threads.set(placeKey(stream, root), { stream, root });
  wantGroup(wanted, stream);
  wantShown(wanted, stream, root);
}

export function wantShown(wanted: FrameNeeds, stream: StreamId, n: number): void {
  if (groupOfStream(stream) !== null) wanted.shown.set(placeKey(stream, n), { stream, n });
}
