import { groupOfStream, peopleOfStream } from '../../domain/ids.ts';
import type { GroupId, MsgId, StreamId, UserId } from '../../domain/ids.ts';
import type { EventFacts, MessageRow } from '../../ports/store.ts';
import type { FreshEvent } from '../kernel/core.ts';
import { type KeptOf, preferenceKey } from './load-kept.ts';
import { nothingGathered, type GatheredPart, type GatheredParts, type RootOf } from './load-tallies.ts';

/** One event and the people it is framed for. */
export interface EventForViewers {
  readonly event: FreshEvent;
  readonly viewers: readonly UserId[];
}

export const placeKey = (stream: StreamId, n: number): string => `${stream} ${n}`;
export const pairKey = (stream: StreamId, user: UserId): string => `${stream} ${user}`;

/** Rows and names that the frames of a batch need. */
export interface FrameNeeds {
  readonly messages: Set<MsgId>;
  /** Messages that came with their events. */
  readonly eventMessages: Map<MsgId, MessageRow>;
  readonly places: Map<string, { readonly stream: StreamId; readonly n: number }>;
  readonly users: Set<UserId>;
  readonly groups: Set<GroupId>;
  /** viewer → partners whose remark matters */
  readonly remarks: Map<UserId, Set<UserId>>;
  readonly views: Map<string, { readonly of: StreamId; readonly viewer: UserId; readonly n: number }>;
  /** Group messages shown by later events; some readers of those may not see them. */
  readonly visibilityChecks: Map<string, { readonly stream: StreamId; readonly n: number }>;
  /** Messages that an event changed: they may be from before a reader's time. */
  readonly changed: Set<MsgId>;
  readonly pending: Set<UserId>;
  readonly parts: GatheredParts;
  readonly threads: Map<string, RootOf>;
  readonly preferences: Map<string, KeptOf>;
  /** Groups whose call is shown, and to whom. */
  readonly groupCalls: Map<StreamId, Set<UserId>>;
}

export const nothingWanted = (): FrameNeeds => ({
  messages: new Set(),
  eventMessages: new Map(),
  places: new Map(),
  users: new Set(),
  groups: new Set(),
  remarks: new Map(),
  views: new Map(),
  visibilityChecks: new Map(),
  changed: new Set(),
  pending: new Set(),
  parts: nothingGathered(),
  threads: new Map(),
  preferences: new Map(),
  groupCalls: new Map(),
});

/** A message that came with its event is not read again. */
export function wantMessage(
  needs: FrameNeeds,
  { event, viewers }: EventForViewers,
  { msgId }: Extract<EventFacts, { kind: 'message' }>,
): void {
  if (event.message) needs.eventMessages.set(msgId, event.message);
  else needs.messages.add(msgId);
  wantReaders(needs, event.stream, viewers);
}

/** A message with other text, another card or another end of its call. */
export function wantChanged(needs: FrameNeeds, stream: StreamId, msgId: MsgId): void {
  needs.messages.add(msgId);
  needs.changed.add(msgId);
  wantGroup(needs, stream);
}

export function wantKept(needs: FrameNeeds, viewers: readonly UserId[], name: string): void {
  for (const user of viewers) needs.preferences.set(preferenceKey(user, name), { user, name });
}

export function wantApplicant(needs: FrameNeeds, from: UserId, viewers: readonly UserId[]): void {
  needs.users.add(from);
  for (const viewer of viewers) needs.pending.add(viewer);
}

export function wantGroupCall(needs: FrameNeeds, { event, viewers }: EventForViewers): void {
  needs.groupCalls.set(event.stream, new Set([...(needs.groupCalls.get(event.stream) ?? []), ...viewers]));
}

export const wantGroup = (needs: FrameNeeds, stream: StreamId): void => {
  const group = groupOfStream(stream);
  if (group !== null) needs.groups.add(group);
};

export function wantGone(
  needs: FrameNeeds,
  stream: StreamId,
  facts: Extract<EventFacts, { kind: 'recall' | 'delete' }>,
): void {
  if (facts.kind === 'recall') needs.users.add(facts.by);
  if (facts.root !== undefined) wantThread(needs, stream, facts.root);
  if (facts.lastN !== null) wantLast(needs, stream, facts.lastN);
}

export function wantPin(
  needs: FrameNeeds,
  stream: StreamId,
  { kind, msgId, n, by }: Extract<EventFacts, { kind: 'pinned' | 'unpinned' }>,
): void {
  wantShown(needs, stream, n);
  wantGroup(needs, stream);
  if (kind === 'unpinned') return;
  needs.messages.add(msgId);
  needs.users.add(by);
}

/** A one-to-one message shows the partner, under the viewer's remark. */
export function wantReaders(needs: FrameNeeds, stream: StreamId, viewers: readonly UserId[]): void {
  wantGroup(needs, stream);
  const pair = peopleOfStream(stream);
  if (!pair) return;
  for (const user of pair) needs.users.add(user);
  for (const viewer of viewers) {
    const partners = needs.remarks.get(viewer) ?? new Set();
    partners.add(pair[0] === viewer ? pair[1] : pair[0]);
    needs.remarks.set(viewer, partners);
  }
}

export function wantLast(needs: FrameNeeds, stream: StreamId, n: number): void {
  needs.places.set(placeKey(stream, n), { stream, n });
  wantGroup(needs, stream);
  wantShown(needs, stream, n);
}

/** The part under a message, and the choices of the users `who`. */
export function wantPart(
  needs: FrameNeeds,
  part: GatheredPart,
  { stream, n }: { readonly stream: StreamId; readonly n: number },
  who: readonly UserId[],
): void {
  const gathered = needs.parts[part];
  const key = placeKey(stream, n);
  const entry = gathered.get(key) ?? { stream, n, by: new Set() };
  for (const user of who) entry.by.add(user);
  gathered.set(key, entry);
  wantGroup(needs, stream);
  wantShown(needs, stream, n);
}

/** The first message may be from before a reader's time. */
export function wantThread(needs: FrameNeeds, stream: StreamId, root: number): void {
  needs.threads.set(placeKey(stream, root), { stream, root });
  wantGroup(needs, stream);
  wantShown(needs, stream, root);
}

export function wantShown(needs: FrameNeeds, stream: StreamId, n: number): void {
  if (groupOfStream(stream) !== null) needs.visibilityChecks.set(placeKey(stream, n), { stream, n });
}
