import * as v from 'valibot';
import type { ServerEvent } from '../../domain/events.ts';
import { SYSTEM } from '../../domain/ids.ts';
import type { Result } from '../../domain/result.ts';
import { ok } from '../../domain/result.ts';
import { ifValid, int, whole } from '../scalars.ts';
import { decodeContactRow } from './contact.ts';
import { contact, object, person, shownText } from './fields.ts';
import type { FrameContext } from './fields.ts';
import { conversationIn } from './fields.ts';
import { messageFields, messageOf, withMessageId } from './message.ts';
import { asRecord, read } from './read.ts';
import { decodeGoneEdit } from './take-back.ts';
import type { DecodeError } from './read.ts';
import { threadField } from './under-message.ts';

/** `simple` and `group`, and the answer of a send: one shape (protocol 5.4). */
export const postedFields = v.object({
  ...messageFields.entries,
  toContactId: contact,
  toUser: ifValid(contact),
  is_group: ifValid(int),
  contactInfo: object,
  notice: v.fallback(v.optional(v.string()), undefined),
  thread: threadField,
});

export function decodePosted(data: unknown, at: FrameContext): Result<ServerEvent, DecodeError> {
  const target = v.safeParse(v.object({ toContactId: contact }), data);
  if (target.success && target.output.toContactId === SYSTEM) return application(data, at);
  const parsed = read(postedFields, withMessageId(data), at.type);
  if (!parsed.ok) return parsed;
  const { toContactId, toUser, is_group, contactInfo, notice, thread } = parsed.value;
  const info = contactInfo ? decodeContactRow(contactInfo) : null;
  return ok({
    type: 'messagePosted',
    to: toContactId,
    toUser: toUser ?? null,
    inGroup: is_group === 1 || toContactId.startsWith('group-'),
    message: messageOf(parsed.value),
    contact: info?.ok ? info.value : null,
    ...(notice === undefined ? {} : { notice }),
    ...(thread && { thread }),
  });
}

export const applicationFields = v.object({
  from_user: ifValid(person),
  content: shownText,
  pending: ifValid(whole),
});

/** Protocol 3.5: a message to `system` only raises the counter (LIST-7). */
function application(data: unknown, at: FrameContext): Result<ServerEvent, DecodeError> {
  const parsed = read(applicationFields, data, at.type);
  if (!parsed.ok) return parsed;
  const { from_user, content, pending } = parsed.value;
  return ok({
    type: 'applicationReceived',
    from: from_user ?? null,
    text: content,
    pending: pending ?? null,
  });
}

export const goneFields = v.object({
  toContactId: contact,
  id: messageFields.entries.id,
  n: whole,
  from: person,
  notice: postedFields.entries.notice,
});

/**
 * Ours: the message was removed, or the event is irrelevant here; either way it occupies its place
 * (STREAM-12).
 */
export function decodeGone(data: unknown, at: FrameContext): Result<ServerEvent, DecodeError> {
  const decoded = v.safeParse(goneFields, data);
  if (!decoded.success) return ok(decodeGoneEdit(data, at) ?? placeTaken('anew' in asRecord(data)));
  const { toContactId, id, n, from, notice } = decoded.output;
  return ok({
    type: 'messageVoid',
    conversation: conversationIn(at, toContactId),
    id,
    n,
    from,
    ...(notice === undefined ? {} : { notice }),
  });
}

const placeTaken = (anew: boolean): ServerEvent => ({ type: 'placeTaken', ...(anew && { anew }) });
