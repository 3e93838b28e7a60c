import type { Pending } from '../../../../client/state/state.ts';
import type { MessageId } from '../../../../domain/ids.ts';
import type { ReactionCount } from '../../../../domain/message.ts';
import { countReaction, reactionRefusal } from '../../../../domain/reactions.ts';
import { partsOf } from '../album.ts';
import type { TimelineRow } from '../timeline.ts';

/** Reactions of a row: confirmed facts under the user's pending changes (REACT-5). */
export interface ShownReactions {
  readonly counts: readonly ReactionCount[];
  readonly mine: readonly string[];
}

const NONE: ShownReactions = { counts: [], mine: [] };

function ofPart({ message, key }: TimelineRow, pending: Pending['react']): ShownReactions {
  let { counts, mine }: ShownReactions = message?.reactions ?? NONE;
  for (const { id, emoji, on } of pending.values()) {
    if (id !== key || mine.includes(emoji) === on) continue;
    counts = countReaction(counts, emoji, on ? 1 : -1);
    mine = on ? [...mine, emoji] : mine.filter((one) => one !== emoji);
  }
  return { counts, mine };
}

/** For an album, combines the reactions of all its pictures. */
export function reactionsOf(row: TimelineRow, pending: Pending['react']): ShownReactions {
  const parts = partsOf(row).map((part) => ofPart(part, pending));
  const [first = NONE, ...others] = parts;
  if (others.length === 0) return first;
  const counts = new Map<string, number>();
  for (const part of parts)
    for (const [emoji, count] of part.counts) counts.set(emoji, (counts.get(emoji) ?? 0) + count);
  return { counts: [...counts], mine: [...new Set(parts.flatMap(({ mine }) => mine))] };
}

/** Checks for confirmed or pending reactions. */
export const isReacted = (row: TimelineRow, pending: Pending['react']): boolean =>
  partsOf(row).some(
    ({ message, key }) =>
      message?.reactions !== undefined ||
      (pending.size > 0 && [...pending.values()].some(({ id }) => id === key)),
  );

export type Press =
  | { readonly id: MessageId; readonly on: boolean }
  | { readonly refused: 'reactionsOwn' | 'reactionsFull' };

/** The effect of pressing an emoji: pressing it again removes it (REACT-3). */
export function pressOf(row: TimelineRow, pending: Pending['react'], emoji: string): Press {
  const parts = partsOf(row);
  const own = parts.find((part) => ofPart(part, pending).mine.includes(emoji));
  if (own) return { id: own.key, on: false };
  const { counts, mine } = ofPart(row, pending);
  const refused = reactionRefusal(mine, counts, emoji);
  return refused === null ? { id: row.key, on: true } : { refused };
}
