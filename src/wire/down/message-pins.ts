import * as v from 'valibot';
import type { ServerEvent } from '../../domain/events.ts';
import { msgId } from '../../domain/ids.ts';
import { ok } from '../../domain/result.ts';
import type { Result } from '../../domain/result.ts';
import { rowId, whole } from '../scalars.ts';
import { contact, conversationIn, message, person, shownText, timeField } from './fields.ts';
import type { FrameContext } from './fields.ts';
import { read } from './read.ts';
import type { DecodeError } from './read.ts';

/** `pinned` and `unpinned`, ours: a message was pinned in its conversation, or unpinned (PINS-1). */
export const pinnedFields = v.object({
  toContactId: contact,
  id: message,
  msg_id: rowId,
  n: whole,
  by: person,
  byName: shownText,
  pinTime: timeField,
  after_n: whole,
});
export const unpinnedFields = v.object({ toContactId: contact, id: message });

export function decodePinned(data: unknown, at: FrameContext): Result<ServerEvent, DecodeError> {
  const parsed = read(pinnedFields, data, at.type);
  if (!parsed.ok) return parsed;
  const { toContactId, id, msg_id, n, by, byName, pinTime: atMs, after_n: afterN } = parsed.value;
  const pin = { id, msgId: msgId(msg_id), n, seq: at.place?.seq ?? 0, by, byName, atMs, afterN, rev: 0 };
  return ok({ type: 'messagePinned', conversation: conversationIn(at, toContactId), pin });
}

export function decodeUnpinned(data: unknown, at: FrameContext): Result<ServerEvent, DecodeError> {
  const parsed = read(unpinnedFields, data, at.type);
  if (!parsed.ok) return parsed;
  const { toContactId, id } = parsed.value;
  return ok({ type: 'messageUnpinned', conversation: conversationIn(at, toContactId), id });
}
