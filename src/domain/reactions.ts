import type { MessageType, ReactionCount } from './message.ts';
import { reactionLimits as limits } from './message-limits.ts';

/** System lines and calls have no author, and recalled messages have no text. */
export const canHaveReactions = (message: {
  readonly type: MessageType;
  readonly recalled: boolean;
}): boolean => message.type !== 'event' && message.type !== 'webrtc' && !message.recalled;

/** For a quick choice, spelled as in the emoji panel; a double press adds the first by default (REACT-12). */
export const QUICK_REACTIONS = ['👍️', '❤️', '😂', '😮', '😢', '🙏'] as const;

export const isQuickReaction = (text: string): boolean => QUICK_REACTIONS.some((one) => one === text);

/** Why an emoji cannot be added (REACT-2). */
export function reactionRefusal(
  mine: readonly string[],
  counts: readonly ReactionCount[],
  emoji: string,
): 'reactionsOwn' | 'reactionsFull' | null {
  if (mine.includes(emoji)) return null;
  if (mine.length >= limits.ownMax) return 'reactionsOwn';
  return counts.length >= limits.differentMax && !counts.some(([one]) => one === emoji)
    ? 'reactionsFull'
    : null;
}

/** One more or one less of an emoji. */
export function countReaction(
  counts: readonly ReactionCount[],
  emoji: string,
  by: 1 | -1,
): readonly ReactionCount[] {
  if (!counts.some(([one]) => one === emoji)) return by === 1 ? [...counts, [emoji, 1]] : counts;
  return counts.flatMap((one): readonly ReactionCount[] =>
    one[0] !== emoji ? [one] : one[1] + by > 0 ? [[emoji, one[1] + by]] : [],
  );
}

/** The counts without these reactions, each once. */
export const countsWithout = (
  counts: readonly ReactionCount[],
  reactions: readonly string[] = [],
): readonly ReactionCount[] => reactions.reduce((left, emoji) => countReaction(left, emoji, -1), counts);

/**
 * Delay of a reaction until it is written together with others of its message (REACT-6): in a large
 * conversation there is one event for each message and window.
 */
export function gatherWaitMs(members: number, sinceLastMs: number): number {
  return members < limits.largeFrom ? 0 : Math.max(0, limits.gatherMs - sinceLastMs);
}
