import type { QueueItem } from '../../../machines/outbox-queue.ts';
import { groupKindOf } from '../connection/target.ts';
import type { Outgoing } from '../../domain/message.ts';
import type { OutboxItem } from '../state/state.ts';
import type { Tried } from './age.ts';

/** An unsent message as it lies in the `outbox` records, under its id (SEND-3). */
export interface StoredItem {
  readonly message: Outgoing;
  readonly user: number;
  /** Rises with each message of this device; ids do not sort by time. */
  readonly order: number;
  /** `sending`: an attempt was made, its outcome is not known here. */
  readonly status: 'queued' | 'sending' | 'failed' | 'recalling';
  readonly reason: string | null;
  /** Taken back while its outcome was not known (SEND-13). */
  readonly discarded: boolean;
  /** Null, or missing in older records: never tried. */
  readonly tried?: Tried | null;
  /** What another tab wants of the tab that sends. */
  readonly asked: 'retry' | 'discard' | null;
}

export function isStoredItem(value: unknown): value is StoredItem {
  const item = value as Partial<StoredItem> | null;
  return (
    typeof item === 'object' &&
    item !== null &&
    typeof item.order === 'number' &&
    typeof item.message?.id === 'string' &&
    typeof item.message.to === 'string'
  );
}

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
