import * as v from 'valibot';
import type { ServerEvent } from '../../domain/events.ts';
import type { Message } from '../../domain/message.ts';
import type { Result } from '../../domain/result.ts';
import { ok } from '../../domain/result.ts';
import { flag, ifValid, rowId, whole } from '../scalars.ts';
import { quietFields, quietOf } from './contact.ts';
import { contact, conversationIn, message } from './fields.ts';
import type { FrameContext } from './fields.ts';
import { decodeMessageRow } from './message.ts';
import { read } from './read.ts';
import type { DecodeError } from './read.ts';

type Decoded = Result<ServerEvent, DecodeError>;

export const topFields = v.object({ id: contact, is_top: flag });

export function decodeTop(data: unknown, at: FrameContext): Decoded {
  const parsed = read(topFields, data, at.type);
  return parsed.ok
    ? ok({ type: 'topSet', conversation: parsed.value.id, isTop: parsed.value.is_top })
    : parsed;
}

export const noticeFields = v.object({ id: contact, is_notice: flag, ...quietFields });

export function decodeNotifications(data: unknown, at: FrameContext): Decoded {
  const parsed = read(noticeFields, data, at.type);
  return parsed.ok
    ? ok({
        type: 'noticeSet',
        conversation: parsed.value.id,
        isNotice: parsed.value.is_notice,
        quiet: quietOf(parsed.value),
      })
    : parsed;
}

export const archiveFields = v.object({ id: contact, n: v.nullable(whole) });

export function decodeArchive(data: unknown, at: FrameContext): Decoded {
  const parsed = read(archiveFields, data, at.type);
  return parsed.ok ? ok({ type: 'archiveSet', conversation: parsed.value.id, to: parsed.value.n }) : parsed;
}

export const unreadMarkFields = v.object({
  id: contact,
  on: flag,
  n: ifValid(rowId),
});

export function decodeUnreadMark(data: unknown, at: FrameContext): Decoded {
  const parsed = read(unreadMarkFields, data, at.type);
  if (!parsed.ok) return parsed;
  const { id, on, n } = parsed.value;
  return ok({ type: 'unreadMarkSet', conversation: id, mark: on && (n ?? true) });
}

export const hideFields = v.object({ id: contact, n: whole });

export function decodeHiddenChat(data: unknown, at: FrameContext): Decoded {
  const parsed = read(hideFields, data, at.type);
  return parsed.ok ? ok({ type: 'chatHidden', conversation: parsed.value.id, n: parsed.value.n }) : parsed;
}

export const readMarkFields = v.object({ id: contact, mark: whole, own: whole, seq: whole, count: whole });

export function decodeReadMark(data: unknown, at: FrameContext): Decoded {
  const parsed = read(readMarkFields, data, at.type);
  if (!parsed.ok) return parsed;
  const { id, mark, own, seq, count } = parsed.value;
  return ok({ type: 'readMarkSet', conversation: id, mark, own, seq, count });
}

export const mentionMarkFields = v.object({
  id: contact,
  mark: whole,
  mentions: whole,
  seq: whole,
  count: whole,
});

export function decodeMentionMark(data: unknown, at: FrameContext): Decoded {
  const parsed = read(mentionMarkFields, data, at.type);
  if (!parsed.ok) return parsed;
  const { id, mark, mentions, seq, count } = parsed.value;
  return ok({ type: 'mentionMarkSet', conversation: id, mark, mentions, seq, count });
}

export const readAllFields = v.object({ toContactId: contact, n: ifValid(whole) });

/** The partner has read my messages; `toContactId` is the partner. */
export function decodeReadAll(data: unknown, at: FrameContext): Decoded {
  const parsed = read(readAllFields, data, at.type);
  if (!parsed.ok) return parsed;
  return ok({
    type: 'partnerRead',
    conversation: conversationIn(at, parsed.value.toContactId),
    n: parsed.value.n ?? null,
  });
}

const readItem = v.object({ id: message });
export const readListFields = v.union([v.array(readItem), readItem]);

export function decodeIsRead(data: unknown, at: FrameContext): Decoded {
  const parsed = read(readListFields, data, at.type);
  if (!parsed.ok) return parsed;
  const list = Array.isArray(parsed.value) ? parsed.value : [parsed.value];
  return ok({ type: 'messagesRead', ids: list.map((one) => one.id) });
}

export const mentionListFields = v.object({
  toContactId: contact,
  list: v.fallback(v.array(v.unknown()), []),
});

export function decodeMentionList(data: unknown, at: FrameContext): Decoded {
  const parsed = read(mentionListFields, data, at.type);
  if (!parsed.ok) return parsed;
  const messages: Message[] = [];
  for (const row of parsed.value.list) {
    const decoded = decodeMessageRow(row);
    if (decoded.ok) messages.push(decoded.value);
  }
  return ok({ type: 'mentionsListed', conversation: parsed.value.toContactId, messages });
}
