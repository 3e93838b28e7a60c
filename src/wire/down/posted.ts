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
import { messageFields, messageOf, namedRow } from './message.ts';
import { asRecord, read } from './read.ts';
import { decodeGoneEdit } from './take-back.ts';
import type { DecodeError } from './read.ts';
import { threadField } from './threads.ts';

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
  const found = read(postedFields, namedRow(data), at.type);
  if (!found.ok) return found;
  const { toContactId, toUser, is_group, contactInfo, notice, thread } = found.value;
  const info = contactInfo ? decodeContactRow(contactInfo) : null;
  return ok({
    type: 'messagePosted',
    to: toContactId,
    toUser: toUser ?? null,
    inGroup: is_group === 1 || toContactId.startsWith('group-'),
    message: messageOf(found.value),
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
  const found = read(applicationFields, data, at.type);
  if (!found.ok) return found;
  const { from_user, content, pending } = found.value;
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
  const found = v.safeParse(goneFields, data);
  if (!found.success) return ok(decodeGoneEdit(data, at) ?? placeTaken('anew' in asRecord(data)));
  const { toContactId, id, n, from, notice } = found.output;
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
