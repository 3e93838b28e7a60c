import * as v from 'valibot';
import type { ServerEvent } from '../../domain/events.ts';
import { pollLimits as limits } from '../../domain/message-limits.ts';
import type { PollTally } from '../../domain/poll.ts';
import type { Result } from '../../domain/result.ts';
import { ok } from '../../domain/result.ts';
import { ifValid, whole } from '../scalars.ts';
import { contact, conversationIn, count, message, onField } from './fields.ts';
import type { FrameContext } from './fields.ts';
import { read } from './read.ts';
import type { DecodeError } from './read.ts';

const numbers = v.pipe(v.array(whole), v.maxLength(limits.optionsMax));
const counts = v.fallback(numbers, []);

/** The poll tally of a row of the history (POLL-4). */
export const pollField = v.fallback(
  v.optional(
    v.pipe(
      v.object({ at: whole, counts, voters: count, closed: onField, mine: counts }),
      v.transform((given): PollTally => ({ ...given, mineAt: given.at })),
    ),
  ),
  undefined,
);

/** `poll`, ours: the current tally of a poll. `mine` is sent only to users who have changed their vote. */
export const pollFields = v.object({
  id: message,
  toContactId: ifValid(contact),
  at: count,
  counts,
  voters: count,
  closed: onField,
  mine: v.fallback(v.optional(numbers), undefined),
});

export function decodePoll(data: unknown, at: FrameContext): Result<ServerEvent, DecodeError> {
  const parsed = read(pollFields, data, at.type);
  if (!parsed.ok) return parsed;
  const { toContactId, mine, ...rest } = parsed.value;
  return ok({
    type: 'pollChanged',
    conversation: toContactId === undefined ? null : conversationIn(at, toContactId),
    ...rest,
    mine: mine ?? null,
  });
}
