import * as v from 'valibot';
import type { ServerEvent } from '../../domain/events.ts';
import { ok } from '../../domain/result.ts';
import type { Result } from '../../domain/result.ts';
import { whole } from '../scalars.ts';
import { contact, conversationIn } from './fields.ts';
import type { FrameContext } from './fields.ts';
import { read } from './read.ts';
import type { DecodeError } from './read.ts';

/** `timer`, ours: how long messages after a line remain there (VANISH-2). */
export const timerFields = v.object({
  toContactId: contact,
  n: whole,
  days: whole,
});

export function decodeTimer(data: unknown, at: FrameContext): Result<ServerEvent, DecodeError> {
  const parsed = read(timerFields, data, at.type);
  if (!parsed.ok) return parsed;
  const { toContactId, n, days } = parsed.value;
  return ok({ type: 'timerSet', conversation: conversationIn(at, toContactId), timer: { n, days } });
}
