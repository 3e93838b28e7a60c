import type { UserId } from '../../domain/ids.ts';
import type { EventFacts, EventRow } from '../../ports/store.ts';
import type { FrameBody } from '../kernel/wire-frame.ts';
import { linkData } from './file-data.ts';
import { placeKey } from './load.ts';
import type { FramingContext, Joined } from './load.ts';
import { nameOf, seesShown } from './sees-shown.ts';
import { conversationFor, toFlag, wireId } from './wire-values.ts';

/* Frames for data below a message: reactions, votes, the card of its web address. */

type Facts<K extends EventFacts['kind']> = Extract<EventFacts, { kind: K }>;

/** Present reactions of a message; the same for all its readers (REACT-4). */
export function reactedFrame(
  event: EventRow,
  { id, msgId, n, from, added }: Facts<'reacted'>,
  viewer: UserId,
  joined: Joined,
): FrameBody {
  const toContactId = wireId(conversationFor(viewer, event.stream));
  if (!seesShown(event, viewer, joined)) return { type: 'void', data: { toContactId } };
  const { tally = null, chosen } = joined.reactions.get(placeKey(event.stream, n)) ?? {};
  const newest = added === undefined ? undefined : chosen?.get(added)?.at(-1);
  return {
    type: 'reacted',
    data: {
      id,
      msg_id: msgId,
      n,
      toContactId,
      from_user: from,
      at: event.seq,
      counts: tally?.counts ?? [],
      chosen: [...(chosen ?? [])],
      ...(added !== undefined &&
        newest !== undefined && { added: { user_id: added, name: nameOf(added, joined), emoji: newest } }),
    },
  };
}

/** Present result of a poll; voters also receive their own choice, and no one else's (POLL-4, POLL-6). */
export function pollFrame(
  event: EventRow,
  facts: Facts<'voted' | 'pollClosed'>,
  viewer: UserId,
  joined: Joined,
): FrameBody {
  const { id, msgId, n } = facts;
  const toContactId = wireId(conversationFor(viewer, event.stream));
  const found = joined.polls.get(placeKey(event.stream, n));
  // A poll that is deleted by now has no result.
  if (!seesShown(event, viewer, joined) || !found?.tally) return { type: 'void', data: { toContactId } };
  const { counts, voters, closed } = found.tally;
  const mine = isVoter(facts, viewer) ? { mine: found.choices.get(viewer) ?? [] } : {};
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

/** Returns true if the viewer's vote is in this event. */
export const isVoter = (facts: EventFacts, viewer: UserId): boolean =>
  facts.kind === 'voted' && facts.who.includes(viewer);

/** The card as it is now; none where it was removed, or is of other words by now (PREVIEW-7). */
export function previewedFrame(
  event: EventRow,
  { id, msgId, n, from }: Facts<'previewed'>,
  viewer: UserId,
  joined: Joined,
  { settings }: FramingContext,
): FrameBody {
  const toContactId = wireId(conversationFor(viewer, event.stream));
  const row = joined.messages.get(msgId);
  if (!row || row.recalled || !seesShown(event, viewer, joined))
    return { type: 'void', data: { toContactId } };
  const link = linkData(row, settings.links);
  return {
    type: 'previewed',
    data: { id, msg_id: msgId, n, toContactId, from_user: from, at: event.seq, link },
  };
}
