import * as v from 'valibot';
import type { ServerEvent } from '../../domain/events.ts';
import type { Reactions } from '../../domain/message.ts';
import { reactionLimits as limits } from '../../domain/message-limits.ts';
import type { Result } from '../../domain/result.ts';
import { ok } from '../../domain/result.ts';
import { ifValid, whole } from '../scalars.ts';
import { contact, conversationIn, count, message, ordinal, person, shownText } from './fields.ts';
import type { FrameContext } from './fields.ts';
import { read } from './read.ts';
import type { DecodeError } from './read.ts';

const emoji = v.pipe(v.string(), v.nonEmpty(), v.maxLength(limits.emojiLengthMax));
const choice = v.fallback(v.array(emoji), []);
const counts = v.fallback(v.array(v.tuple([emoji, v.pipe(whole, v.minValue(1))])), []);

/** Reactions of a row of the history (REACT-4). */
export const reactionsField = v.fallback(
  v.optional(
    v.pipe(
      v.object({ at: whole, counts, mine: choice }),
      v.transform((given): Reactions => ({ ...given, mineAt: given.at })),
    ),
  ),
  undefined,
);

/** `reacted`, ours. */
export const reactedFields = v.object({
  id: message,
  n: ordinal,
  toContactId: ifValid(contact),
  from_user: ifValid(person),
  at: count,
  counts,
  chosen: v.fallback(v.array(v.tuple([person, choice])), []),
  added: v.fallback(v.optional(v.object({ user_id: person, name: shownText, emoji })), undefined),
});

export function decodeReacted(data: unknown, at: FrameContext): Result<ServerEvent, DecodeError> {
  const parsed = read(reactedFields, data, at.type);
  if (!parsed.ok) return parsed;
  const { id, n, toContactId, from_user, added, ...rest } = parsed.value;
  return ok({
    type: 'messageReacted',
    conversation: toContactId === undefined ? null : conversationIn(at, toContactId),
    id,
    n,
    author: from_user ?? null,
    at: rest.at,
    counts: rest.counts,
    chosen: rest.chosen,
    added: added ? { user: added.user_id, name: added.name, emoji: added.emoji } : null,
  });
}
