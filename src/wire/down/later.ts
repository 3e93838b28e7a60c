import * as v from 'valibot';
import type { ServerEvent } from '../../domain/events.ts';
import type { Result } from '../../domain/result.ts';
import { ok } from '../../domain/result.ts';
import { contact, message } from './fields.ts';
import type { FrameContext } from './fields.ts';
import { read } from './read.ts';
import type { DecodeError } from './read.ts';

/** `later`, ours: the list of scheduled messages and reminders has changed, without its content (LATER-5). */
export const decodeLater = (): Result<ServerEvent, DecodeError> => ok({ type: 'laterChanged' });

export const remindedFields = v.object({ toContactId: contact, id: message });

/** `reminded`, ours: the time of a reminder has come (LATER-10). */
export function decodeReminded(data: unknown, at: FrameContext): Result<ServerEvent, DecodeError> {
  const parsed = read(remindedFields, data, at.type);
  if (!parsed.ok) return parsed;
  const { toContactId, id } = parsed.value;
  return ok({ type: 'reminded', conversation: toContactId, id });
}
