import type { QueueItem } from '../../../machines/outbox-queue.ts';
import type { Outgoing } from '../../domain/message.ts';
import { groupKindOf } from '../connection/target.ts';
import type { OutboxItem } from '../state/state.ts';
import type { StoredItem } from './stored-item.ts';

/**
 * In the words of the machine: an attempt of an earlier life has an unknown outcome, and what was read from
 * the device may have left it: that there was no room to say so.
 */
export const queueItemOf = (item: StoredItem, left = true): QueueItem => ({
  id: item.message.id,
  bytes: new TextEncoder().encode(JSON.stringify(requestBodyOf(item.message))).length,
  status: item.discarded ? 'recalling' : item.status === 'sending' ? 'unknown' : item.status,
  discarded: item.discarded,
  left,
});

/** As the state shows it; null when it was taken back. */
export function shownOf(item: StoredItem, status: QueueItem['status']): OutboxItem | null {
  if (item.discarded || item.asked === 'discard' || status === 'recalling') return null;
  return { message: item.message, status, reason: item.reason };
}

/** The request; the same words at every attempt, or the server would take it for another message (SEND-1). */
export function requestBodyOf(message: Outgoing): Readonly<Record<string, unknown>> {
  const quote = message.quote && {
    msg_id: message.quote.msgId,
    content: message.quote.content,
    user_id: message.quote.userId,
    realname: message.quote.realname,
  };
  return {
    id: message.id,
    toContactId: message.to,
    is_group: groupKindOf(message.to),
    type: message.type,
    content: message.content,
    at: message.at,
    ...(message.quote ? { pid: message.quote.msgId } : {}),
    extends: message.extra ?? quote,
    ...(message.fileId ? { file_id: message.fileId } : {}),
  };
}
