import * as v from 'valibot';
import type { ServerEvent } from '../../domain/events.ts';
import { msgId, userId } from '../../domain/ids.ts';
import type { ContactId, MsgId } from '../../domain/ids.ts';
import type { Result } from '../../domain/result.ts';
import { ok } from '../../domain/result.ts';
import { captionOf, MESSAGE_TYPES } from '../../domain/message.ts';
import { wordMarksIn } from '../../domain/rich-text.ts';
import { ifValid, whole } from '../scalars.ts';
import {
  contact,
  count,
  message,
  object,
  onField,
  ordinal,
  peopleField,
  person,
  chatBehind,
  shownText,
} from './fields.ts';
import type { FrameContext } from './fields.ts';
import { lastMessage } from './last.ts';
import { asRecord, read } from './read.ts';
import type { DecodeError } from './read.ts';
import { threadField } from './under-message.ts';

const last = v.fallback(v.optional(v.nullable(lastMessage)), undefined);
const target = ifValid(contact);
const author = ifValid(person);

const behind = (at: FrameContext, given: ContactId | undefined): ContactId | null =>
  chatBehind(at) ?? given ?? null;

/** The number by which quotes refer to it. */
const numberOf = (given: number): MsgId | null => (given === 0 ? null : msgId(given));

/** `undoMessage`. A base-protocol server names the recipient as conversation and the recaller as author. */
export const undoFields = v.object({
  id: message,
  msg_id: count,
  n: ordinal,
  toContactId: target,
  from_user: author,
  content: shownText,
  is_last: onField,
  by: author,
  byName: shownText,
  byManager: onField,
  at: peopleField,
  last,
  uncounts: onField,
  thread: threadField,
});

export function decodeUndone(data: unknown, at: FrameContext): Result<ServerEvent, DecodeError> {
  const parsed = read(undoFields, data, at.type);
  if (!parsed.ok) return parsed;
  const {
    id,
    msg_id,
    n,
    toContactId,
    from_user,
    content,
    is_last,
    by,
    byName,
    byManager,
    at: mentioned,
    last,
    uncounts,
    thread,
  } = parsed.value;
  return ok({
    type: 'messageRecalled',
    // The contract's field is unreliable in one-to-one chats without a place (protocol 3.4).
    conversation: behind(
      at,
      at.place === null && toContactId !== undefined && !toContactId.startsWith('group-')
        ? undefined
        : toContactId,
    ),
    id,
    msgId: numberOf(msg_id),
    n,
    by: by ?? from_user ?? userId(0),
    byName,
    byManager,
    content,
    isLast: is_last,
    last: last ?? null,
    mentioned,
    author: from_user ?? null,
    uncounts,
    ...(thread && { thread }),
  });
}

/** `delMessage`: the stored row of a base-protocol server may hold anything as content, so it is not read. */
export const deleteFields = v.object({
  id: message,
  msg_id: count,
  n: ordinal,
  toContactId: target,
  from_user: author,
  at: peopleField,
  last,
  uncounts: onField,
  thread: threadField,
});

export function decodeDeleted(data: unknown, at: FrameContext): Result<ServerEvent, DecodeError> {
  const parsed = read(deleteFields, data, at.type);
  if (!parsed.ok) return parsed;
  const { id, msg_id, n, toContactId, from_user, at: mentioned, last, uncounts, thread } = parsed.value;
  return ok({
    type: 'messageDeleted',
    conversation: behind(at, toContactId),
    id,
    msgId: numberOf(msg_id),
    n,
    last,
    mentioned,
    author: from_user ?? null,
    uncounts,
    ...(thread && { thread }),
  });
}

/** `updateMessage`: new text by an administrator of a base-protocol server, or a new contact card. */
export const updateFields = v.object({
  id: message,
  toContactId: target,
  content: v.fallback(v.optional(v.string()), undefined),
  extends: object,
});

/** Ours: the author has edited it (EDIT-2). */
export const editFields = v.object({
  id: message,
  msg_id: count,
  n: ordinal,
  toContactId: target,
  from_user: author,
  type: v.picklist(MESSAGE_TYPES),
  content: v.string(),
  extends: object,
  fileName: shownText,
  rev: v.pipe(whole, v.minValue(1)),
  was: peopleField,
  at: peopleField,
  again: peopleField,
  last,
});

/** Ours: the edited message was removed, but the users that it mentioned were counted. */
export const goneEditFields = v.object({ n: whole, from: person, was: peopleField, at: peopleField });

export function decodeUpdated(data: unknown, at: FrameContext): Result<ServerEvent, DecodeError> {
  const parsed = v.safeParse(editFields, data);
  if (!parsed.success) return changedByOthers(data, at);
  const { id, msg_id, n, toContactId, from_user, type, content, rev, was, last, ...rest } = parsed.output;
  return ok({
    type: 'messageEdited',
    conversation: behind(at, toContactId),
    id,
    msgId: numberOf(msg_id),
    n,
    author: from_user ?? null,
    was,
    mentioned: rest.at,
    again: rest.again,
    words: {
      ...(type === 'text' ? { content } : { caption: captionOf(rest.extends), name: rest.fileName }),
      ...wordMarksIn(rest.extends),
      rev,
    },
    last,
  });
}

export function decodeGoneEdit(data: unknown, at: FrameContext): ServerEvent | null {
  const parsed = v.safeParse(goneEditFields, data);
  if (!parsed.success || !('was' in asRecord(data))) return null;
  const { n, from, was, at: mentioned } = parsed.output;
  const place = { conversation: behind(at, undefined), id: null, msgId: null, n };
  return { type: 'messageEdited', ...place, author: from, was, mentioned, words: null, last: undefined };
}

function changedByOthers(data: unknown, at: FrameContext): Result<ServerEvent, DecodeError> {
  const parsed = read(updateFields, data, at.type);
  if (!parsed.ok) return parsed;
  const { id, toContactId, content, extends: extra } = parsed.value;
  return ok({
    type: 'messageUpdated',
    conversation: behind(at, toContactId),
    id,
    content: content ?? null,
    extra,
  });
}
