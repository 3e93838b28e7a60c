import { outboxLimits } from '../src/domain/limits.ts';

/** Pure steps of the outbox machine: a list of unsent messages of one conversation, in order. */
export interface QueueItem {
  readonly id: string;
  /** Size of its request, for the limit of an array send (SEND-8). */
  readonly bytes: number;
  readonly status: 'queued' | 'sending' | 'unknown' | 'failed' | 'recalling';
  /** The person took it back while its outcome was not known (SEND-13). */
  readonly discarded: boolean;
  /** An earlier attempt ended without an outcome: it may be with the server, whatever a later one says. */
  readonly doubtful?: boolean;
  /**
   * An attempt was made, or may have been in another tab or an earlier life: it can be on its way whatever
   * was answered.
   */
  readonly left?: boolean;
}

export type AttemptResult =
  | { readonly id: string; readonly outcome: 'sent' | 'unknown' | 'held' }
  | { readonly id: string; readonly outcome: 'refused'; readonly reason: string }
  | { readonly id: string; readonly outcome: 'later'; readonly waitMs: number };

export type QueueChange =
  | {
      readonly type: 'itemChanged';
      readonly id: string;
      readonly status: QueueItem['status'];
      readonly discarded: boolean;
      readonly reason: string | null;
    }
  /** Settled or discarded: it leaves the outbox. */
  | { readonly type: 'itemGone'; readonly id: string };

export interface QueueStep {
  readonly items: readonly QueueItem[];
  readonly changes: readonly QueueChange[];
}

export const mark = (
  items: readonly QueueItem[],
  ids: readonly string[],
  status: QueueItem['status'],
): readonly QueueItem[] =>
  items.map((item) =>
    ids.includes(item.id)
      ? { ...item, status, left: true, ...(item.status === 'unknown' && { doubtful: true }) }
      : item,
  );

export const put = (items: readonly QueueItem[], item: QueueItem): readonly QueueItem[] =>
  items.some((one) => one.id === item.id) ? items : [...items, item];

/**
 * What the next attempt holds: a taken-back message alone, else those of unknown outcome, else those
 * that wait, up to the limits of one request. Failed ones wait for a hand and hold nobody back.
 */
export function batchOf(items: readonly QueueItem[]): readonly QueueItem[] {
  const open = items.filter((item) => item.status !== 'failed');
  const [first] = open;
  if (first === undefined || first.status === 'recalling') return first ? [first] : [];
  const batch: QueueItem[] = [];
  let bytes = 0;
  for (const item of open) {
    const fits =
      batch.length < outboxLimits.arrayMax &&
      (batch.length === 0 || bytes + item.bytes <= outboxLimits.arrayBytesMax);
    if (!fits || item.status !== first.status) break;
    batch.push(item);
    bytes += item.bytes;
  }
  return batch;
}

export const changedTo = (item: QueueItem, reason: string | null = null): QueueChange => ({
  type: 'itemChanged',
  id: item.id,
  status: item.status,
  discarded: item.discarded,
  reason,
});

function replace(
  items: readonly QueueItem[],
  id: string,
  step: (item: QueueItem) => QueueItem | null,
  reason: string | null = null,
): QueueStep {
  const was = items.find((item) => item.id === id);
  if (was === undefined) return { items, changes: [] };
  const now = step(was);
  if (now === was) return { items, changes: [] };
  if (now === null)
    return { items: items.filter((item) => item !== was), changes: [{ type: 'itemGone', id }] };
  return { items: items.map((item) => (item === was ? now : item)), changes: [changedTo(now, reason)] };
}

export const retry = (items: readonly QueueItem[], id: string): QueueStep =>
  replace(items, id, (item) => (item.status === 'failed' ? { ...item, status: 'queued' } : item));

/**
 * What never left goes at once; of the rest the server must know that it is not wanted, also where it comes
 * later (SEND-13).
 */
export const discard = (items: readonly QueueItem[], id: string): QueueStep =>
  replace(items, id, (item) => {
    if (item.status === 'queued' && item.left !== true) return null;
    if (item.discarded) return item;
    // The answer of what is under way is waited for.
    return { ...item, discarded: true, status: item.status === 'sending' ? item.status : 'recalling' };
  });

/** It is in its stream. */
export const settle = (items: readonly QueueItem[], id: string): QueueStep =>
  replace(items, id, (item) => {
    if (!item.discarded) return null;
    return item.status === 'recalling' ? item : { ...item, status: 'recalling' };
  });

export function afterAnswer(items: readonly QueueItem[], results: readonly AttemptResult[]): QueueStep {
  let next = items;
  const changes: QueueChange[] = [];
  for (const result of results) {
    const step = replace(
      next,
      result.id,
      (item) => outcome(item, result),
      result.outcome === 'refused' ? result.reason : null,
    );
    next = step.items;
    changes.push(...step.changes);
  }
  return { items: next, changes };
}

function outcome(item: QueueItem, result: AttemptResult): QueueItem | null {
  // The answer speaks of taking it back: done, or refused for good, and either way over.
  if (item.status === 'recalling')
    return result.outcome === 'sent' || result.outcome === 'refused' ? null : item;
  // Whatever became of this attempt: another one, or a copy of it, may still arrive.
  if (item.discarded) return { ...item, status: 'recalling' };
  switch (result.outcome) {
    case 'sent':
      return null;
    case 'refused':
      return { ...item, status: 'failed' };
    case 'later':
    case 'held':
      return { ...item, status: 'queued' };
    case 'unknown':
      return { ...item, status: 'unknown' };
  }
}
