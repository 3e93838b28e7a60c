import * as v from 'valibot';
import type { ServerEvent, ThreadNews } from '../../domain/events.ts';
import type { Result } from '../../domain/result.ts';
import { ok } from '../../domain/result.ts';
import { flag, ifValid, whole } from '../scalars.ts';
import { contact, onField } from './fields.ts';
import type { FrameContext } from './fields.ts';
import { read } from './read.ts';
import type { DecodeError } from './read.ts';

/** On a message: the thread that it answers; absent if it answers none (THREAD-1). */
export const rootField = v.fallback(v.optional(v.pipe(whole, v.minValue(1))), undefined);

/** Under a row of the history: how many answers it has, as of a place of the stream (THREAD-3). */
export const repliesField = v.fallback(v.optional(v.object({ at: whole, count: whole })), undefined);

/** The thread of an answer that was added or removed. */
export const threadField = v.fallback(
  v.optional(
    v.pipe(
      v.object({
        root: v.pipe(whole, v.minValue(1)),
        count: ifValid(whole),
        follow: onField,
      }),
      v.transform(({ root, count, follow }): ThreadNews => ({ root, count: count ?? null, follows: follow })),
    ),
  ),
  undefined,
);

export const followFields = v.object({ id: contact, root: v.pipe(whole, v.minValue(1)), on: flag });

/** `followThread`, ours: of my own stream (THREAD-6). */
export function decodeFollow(data: unknown, at: FrameContext): Result<ServerEvent, DecodeError> {
  const parsed = read(followFields, data, at.type);
  if (!parsed.ok) return parsed;
  const { id: conversation, root, on: follows } = parsed.value;
  return ok({ type: 'threadFollowSet', conversation, root, follows });
}
