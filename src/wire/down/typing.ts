import * as v from 'valibot';
import type { ServerEvent } from '../../domain/events.ts';
import type { Result } from '../../domain/result.ts';
import { ok } from '../../domain/result.ts';
import { TYPING_STATUSES } from '../../domain/typing.ts';
import { contact, person, shownText } from './fields.ts';
import type { FrameContext } from './fields.ts';
import { read } from './read.ts';
import type { DecodeError } from './read.ts';

export const typingFields = v.object({
  toContactId: contact,
  user_id: person,
  name: shownText,
  what: v.picklist(TYPING_STATUSES),
});

/** Ours and transient: never stored, and it may be lost (TYPING-1). */
export function decodeTyping(data: unknown, at: FrameContext): Result<ServerEvent, DecodeError> {
  const parsed = read(typingFields, data, at.type);
  if (!parsed.ok) return parsed;
  const { toContactId: conversation, user_id: user, name, what } = parsed.value;
  return ok({ type: 'typingHeard', conversation, user, name, what });
}
