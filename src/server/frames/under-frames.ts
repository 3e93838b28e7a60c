import type { UserId } from '../../domain/ids.ts';
import { countsWithout } from '../../domain/reactions.ts';
import type { EventFacts, EventRow } from '../../ports/store.ts';
import type { FrameBody } from '../kernel/wire-frame.ts';
import { linkData } from './file-data.ts';
import type { Facts, FrameKinds } from './frame-kind.ts';
import type { FramingContext, Joined } from './load.ts';
import { nameOf, isShownTo } from './sees-shown.ts';
import { conversationFor, toFlag, wireId, wireTime } from './wire-values.ts';
import { placeKey, wantChanged, wantPart, wantPin } from './wanted.ts';
import type { EventForViewers, FrameNeeds } from './wanted.ts';

/* Frames for data below a message: reactions, votes, the card of its web address, its pin. */

type UnderKind = 'reacted' | 'voted' | 'pollClosed' | 'previewed' | 'pinned' | 'unpinned';

const needPin = (needs: FrameNeeds, { event }: EventForViewers, facts: Facts<'pinned' | 'unpinned'>): void =>
  wantPin(needs, event.stream, facts);

export const underFrames: FrameKinds<UnderKind> = {
  reacted: {
    addNeeds: (needs, { event: { stream } }, { n, who, added }) => {
      if (added !== undefined) needs.users.add(added);
      wantPart(needs, 'reactions', { stream, n }, who);
    },
    frame: reactedFrame,
  },
  voted: {
    addNeeds: (needs, { event: { stream } }, { n, who }) => wantPart(needs, 'polls', { stream, n }, who),
    frame: pollFrame,
  },
  pollClosed: {
    addNeeds: (needs, { event: { stream } }, { n }) => wantPart(needs, 'polls', { stream, n }, []),
    frame: pollFrame,
  },
  previewed: {
    addNeeds: (needs, { event }, { msgId }) => wantChanged(needs, event.stream, msgId),
    frame: previewedFrame,
  },
  pinned: { addNeeds: needPin, frame: pinFrame },
  unpinned: { addNeeds: needPin, frame: pinFrame },
};

/** Present reactions (REACT-4), without those by users whom the viewer has blocked (BLOCK-17). */
function reactedFrame(
  event: EventRow,
  { id, msgId, n, from, added }: Facts<'reacted'>,
  viewer: UserId,
  batchData: Joined,
): FrameBody {
  const toContactId = wireId(conversationFor(viewer, event.stream));
  if (!isShownTo(event, viewer, batchData)) return { type: 'void', data: { toContactId } };
  const { tally = null, choices, blocked } = batchData.reactions.get(placeKey(event.stream, n)) ?? {};
  const newest = added === undefined ? undefined : choices?.get(added)?.at(-1);
  return {
    type: 'reacted',
    data: {
      id,
      msg_id: msgId,
      n,
      toContactId,
      from_user: from,
      at: event.seq,
      counts: countsWithout(tally?.counts ?? [], blocked?.get(viewer)),
      chosen: [...(choices ?? [])],
      ...(added !== undefined &&
        newest !== undefined && { added: { user_id: added, name: nameOf(added, batchData), emoji: newest } }),
    },
  };
}

/** Present result of a poll; voters also receive their own choice, and no one else's (POLL-4, POLL-6). */
function pollFrame(
  event: EventRow,
  facts: Facts<'voted' | 'pollClosed'>,
  viewer: UserId,
  batchData: Joined,
): FrameBody {
  const { id, msgId, n } = facts;
  const toContactId = wireId(conversationFor(viewer, event.stream));
  const poll = batchData.polls.get(placeKey(event.stream, n));
  // A poll that is deleted by now has no result.
  if (!isShownTo(event, viewer, batchData) || !poll?.tally) return { type: 'void', data: { toContactId } };
  const { counts, voters, closed } = poll.tally;
  const mine = isVoter(facts, viewer) ? { mine: poll.choices.get(viewer) ?? [] } : {};
  return {
    type: 'poll',
    data: {
      id,
      msg_id: msgId,
      n,
      toContactId,
      at: event.seq,
      counts,
      voters,
      closed: toFlag(closed),
      ...mine,
      ...(facts.kind === 'pollClosed' && { by: facts.by }),
    },
  };
}

/** The reactions that only this viewer, and others with the same blocked users, do not count. */
export function blockedReactions({ stream, facts }: EventRow, viewer: UserId, { reactions }: Joined): string {
  if (facts.kind !== 'reacted') return '';
  return (reactions.get(placeKey(stream, facts.n))?.blocked.get(viewer) ?? []).toSorted().join(' ');
}

/** Returns true if the viewer's vote is in this event. */
export const isVoter = (facts: EventFacts, viewer: UserId): boolean =>
  facts.kind === 'voted' && facts.who.includes(viewer);

/** The card as it is now; none where it was removed, or is of other words by now (PREVIEW-7). */
function previewedFrame(
  event: EventRow,
  { id, msgId, n, from }: Facts<'previewed'>,
  viewer: UserId,
  batchData: Joined,
  { settings }: FramingContext,
): FrameBody {
  const toContactId = wireId(conversationFor(viewer, event.stream));
  const row = batchData.messages.get(msgId);
  if (!row || row.recalled || !isShownTo(event, viewer, batchData))
    return { type: 'void', data: { toContactId } };
  const link = linkData(row, settings.links);
  return {
    type: 'previewed',
    data: { id, msg_id: msgId, n, toContactId, from_user: from, at: event.seq, link },
  };
}

/** Omits the pin of a message that is deleted by now, or hidden from this viewer. */
function pinFrame(
  event: EventRow,
  facts: Facts<'pinned' | 'unpinned'>,
  viewer: UserId,
  batchData: Joined,
  { settings }: FramingContext,
): FrameBody {
  const { kind, id, msgId, n, by } = facts;
  const toContactId = wireId(conversationFor(viewer, event.stream));
  const row = batchData.messages.get(msgId);
  const isShown = isShownTo(event, viewer, batchData) && (kind === 'unpinned' || row?.recalled === false);
  if (!isShown) return { type: 'void', data: { toContactId } };
  const data = { toContactId, id, msg_id: msgId, n, by };
  return kind === 'unpinned'
    ? { type: 'unpinned', data }
    : {
        type: 'pinned',
        data: {
          ...data,
          byName: nameOf(by, batchData),
          pinTime: wireTime(event.atMs, settings),
          after_n: facts.afterN,
        },
      };
}
