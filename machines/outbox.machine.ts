import { assign, emit, setup } from 'xstate';
import { outboxLimits } from '../src/domain/limits.ts';

/** Pure steps of the outbox machine: a list of unsent messages of one conversation, in order. */
export interface QueueItem {
  readonly id: string;
  /** Size of its request, for the limit of an array send (SEND-8). */
  readonly bytes: number;
  readonly status: 'queued' | 'sending' | 'unknown' | 'failed' | 'recalling';
  /** The user recalled it while its outcome was unknown (SEND-13). */
  readonly discarded: boolean;
  /** An earlier attempt ended without an outcome: the server may have it, even if a later attempt fails. */
  readonly doubtful?: boolean;
  /**
   * An attempt was made, or may have been made by another tab or before a reload. It may still arrive, in
   * spite of any answer.
   */
  readonly left?: boolean;
  /** A file or forward sent before it is still on its way: this item and later ones wait (SEND-6). */
  readonly waits?: boolean;
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

export const upsert = (items: readonly QueueItem[], item: QueueItem): readonly QueueItem[] =>
  items.some((one) => one.id === item.id) ? items : [...items, item];

/**
 * The next attempt: a recalled message alone, else those of unknown outcome, else the queued ones, up to the
 * limits of one request. Failed items wait for the user and do not block others.
 */
export function batchOf(items: readonly QueueItem[]): readonly QueueItem[] {
  const open = items.filter((item) => item.status !== 'failed');
  const [first] = open;
  if (first === undefined || first.waits === true) return [];
  if (first.status === 'recalling') return [first];
  const batch: QueueItem[] = [];
  let bytes = 0;
  for (const item of open) {
    const fits =
      batch.length < outboxLimits.arrayMax &&
      (batch.length === 0 || bytes + item.bytes <= outboxLimits.arrayBytesMax);
    if (!fits || item.waits === true || item.status !== first.status) break;
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

/** The file or forward before it arrived, failed or was cancelled. */
export const release = (items: readonly QueueItem[], id: string): readonly QueueItem[] =>
  items.map(({ waits, ...item }) => (waits !== true || item.id === id ? item : { ...item, waits }));

/**
 * Drops an item without an attempt at once. For others the server must learn that the message is recalled,
 * even if it arrives later (SEND-13).
 */
export const discard = (items: readonly QueueItem[], id: string): QueueStep =>
  replace(items, id, (item) => {
    if (item.status === 'queued' && item.left !== true) return null;
    if (item.discarded) return item;
    // Waits for the answer of the running attempt.
    return { ...item, discarded: true, status: item.status === 'sending' ? item.status : 'recalling' };
  });

/** Settles an item that arrived in its stream. An item that is being recalled keeps that status. */
export const settle = (items: readonly QueueItem[], id: string): QueueStep =>
  replace(items, id, (item) => (item.discarded ? { ...item, status: 'recalling' } : null));

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
  // The answer is about the recall: it succeeded or was finally refused, and either way ends the item.
  if (item.status === 'recalling')
    return result.outcome === 'sent' || result.outcome === 'refused' ? null : item;
  // The outcome of this attempt does not matter: another attempt, or a copy of it, may still arrive.
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

/**
 * The unsent messages of one conversation, in order (SEND-3 … SEND-6). Each item goes queued → sending ⇄
 * unknown → sent | failed | discarded. One attempt runs at a time: an item of unknown outcome is retried with
 * its id and blocks later items; a definite refusal lets the rest continue. Nothing is attempted while
 * sending is not allowed: offline, another tab has the lock, or this user is not signed in.
 */
export interface OutboxContext {
  readonly items: readonly QueueItem[];
  readonly inFlight: readonly string[];
  /** Number of the current attempt; answers of older attempts are ignored. */
  readonly attempt: number;
  readonly allowed: boolean;
  /** Consecutive attempts of unknown outcome; selects the next wait. */
  readonly misses: number;
  /** Wait before the next attempt; 0 = none. */
  readonly waitMs: number;
  /** Changes of items by the last step, in their order. */
  readonly changes: readonly QueueChange[];
}

export type OutboxEvent =
  | { readonly type: 'item.queued'; readonly item: QueueItem }
  | { readonly type: 'item.retried'; readonly id: string }
  | { readonly type: 'item.discarded'; readonly id: string }
  /** What it waited for arrived, failed or was cancelled. */
  | { readonly type: 'item.released'; readonly id: string }
  /** Its stream event arrived (SEND-7). */
  | { readonly type: 'item.settled'; readonly id: string }
  | {
      readonly type: 'attempt.answered';
      readonly attempt: number;
      readonly results: readonly AttemptResult[];
    }
  | { readonly type: 'sending.allowed' }
  | { readonly type: 'sending.forbidden' }
  /** The network returned, the page came to the foreground, or the user asked to retry. */
  | { readonly type: 'network.returned' };

export type OutboxEffect =
  /**
   * Send these, in this order; one alone as a single message. `again`: an earlier attempt may have arrived.
   */
  | {
      readonly type: 'attempt';
      readonly attempt: number;
      readonly ids: readonly string[];
      readonly again: boolean;
    }
  /** It was sent although it was discarded: take it back. */
  | { readonly type: 'recall'; readonly attempt: number; readonly id: string }
  /** Changes of items, in their order; may be empty. */
  | { readonly type: 'itemsChanged'; readonly changes: readonly QueueChange[] };

export const outboxMachine = setup({
  types: {
    context: {} as OutboxContext,
    events: {} as OutboxEvent,
    emitted: {} as OutboxEffect,
  },
  delays: { retry: ({ context }) => context.waitMs },
  guards: {
    mayAttempt: ({ context }) => context.allowed && context.waitMs === 0 && batchOf(context.items).length > 0,
    mustWait: ({ context }) => context.allowed && context.waitMs > 0 && batchOf(context.items).length > 0,
    nothingToWaitFor: ({ context }) =>
      !context.allowed || context.waitMs === 0 || batchOf(context.items).length === 0,
    ofThisAttempt: ({ context, event }) =>
      event.type === 'attempt.answered' && event.attempt === context.attempt,
    attemptIsOver: ({ context }) => context.inFlight.length === 0,
  },
  actions: {
    keep: assign({
      items: ({ context, event }) =>
        event.type === 'item.queued' ? upsert(context.items, event.item) : context.items,
    }),
    release: assign({
      items: ({ context, event }) =>
        event.type === 'item.released' ? release(context.items, event.id) : context.items,
    }),
    allow: assign({ allowed: true, waitMs: 0 }),
    forbid: assign({ allowed: false }),
    stopWaiting: assign({ waitMs: 0 }),
    begin: assign(({ context }) => beginBatch(context)),
    change: assign(({ context, event }) => changed(context, event)),
    tell: emit(({ context }) => ({ type: 'itemsChanged', changes: context.changes })),
    ask: emit(({ context }) => requestOf(context)),
  },
}).createMachine({
  id: 'outbox',
  initial: 'resting',
  context: { items: [], inFlight: [], attempt: 0, allowed: false, misses: 0, waitMs: 0, changes: [] },
  on: {
    'item.queued': { actions: 'keep' },
    'item.retried': { actions: ['change', 'tell'] },
    'item.discarded': { actions: ['change', 'tell'] },
    'item.settled': { actions: ['change', 'tell'] },
    'item.released': { actions: 'release' },
    'sending.allowed': { actions: 'allow' },
    'sending.forbidden': { actions: 'forbid' },
    'network.returned': { actions: 'stopWaiting' },
  },
  states: {
    /** Idle: nothing to send, or sending is not allowed. */
    resting: {
      always: [
        { guard: 'mayAttempt', target: 'sending' },
        { guard: 'mustWait', target: 'waiting' },
      ],
    },
    sending: {
      entry: ['begin', 'tell', 'ask'],
      on: { 'attempt.answered': { guard: 'ofThisAttempt', actions: ['change', 'tell'] } },
      always: { guard: 'attemptIsOver', target: 'resting' },
    },
    waiting: {
      always: { guard: 'nothingToWaitFor', target: 'resting' },
      after: { retry: { target: 'resting', actions: 'stopWaiting' } },
    },
  },
});

function beginBatch(context: OutboxContext): OutboxContext {
  const batch = batchOf(context.items);
  const inFlight = batch.map((item) => item.id);
  const next = { ...context, inFlight, attempt: context.attempt + 1, changes: [] };
  if (batch[0]?.status === 'recalling') return next;
  return {
    ...next,
    items: mark(context.items, inFlight, 'sending'),
    changes: batch.map((item) => changedTo({ ...item, status: 'sending' })),
  };
}

/** The effect for an attempt that has begun. */
function requestOf({ items, inFlight, attempt }: OutboxContext): OutboxEffect {
  const batch = items.filter((item) => inFlight.includes(item.id));
  const [first] = batch;
  if (first?.status === 'recalling') return { type: 'recall', attempt, id: first.id };
  return { type: 'attempt', attempt, ids: inFlight, again: batch.some((item) => item.doubtful === true) };
}

function changed(context: OutboxContext, event: OutboxEvent): OutboxContext {
  switch (event.type) {
    case 'item.retried':
      return { ...context, ...retry(context.items, event.id) };
    case 'item.discarded':
      return { ...context, ...discard(context.items, event.id) };
    case 'item.settled': {
      // Its stream event may arrive during the recall; the recall attempt continues.
      if (context.items.some((item) => item.id === event.id && item.status === 'recalling'))
        return { ...context, changes: [] };
      const inFlight = context.inFlight.filter((id) => id !== event.id);
      return { ...context, ...settle(context.items, event.id), inFlight, misses: 0, waitMs: 0 };
    }
    case 'attempt.answered':
      return answered(context, event.results);
    case 'item.queued':
    case 'item.released':
    case 'sending.allowed':
    case 'sending.forbidden':
    case 'network.returned':
      return { ...context, changes: [] };
  }
}

function answered(context: OutboxContext, results: readonly AttemptResult[]): OutboxContext {
  const { items, changes } = afterAnswer(context.items, results);
  const unknown = results.some((one) => one.outcome === 'unknown');
  const laterMs = Math.max(
    0,
    ...results.map((one) => (one.outcome === 'later' ? Math.max(1, one.waitMs) : 0)),
  );
  const misses = unknown ? context.misses + 1 : 0;
  const steps = outboxLimits.retryMs;
  const missMs = unknown ? (steps[Math.min(misses, steps.length) - 1] ?? 0) : 0;
  // Refused because of the session: sending pauses until the same user is signed in again (SEND-5).
  const isHeld = results.some((one) => one.outcome === 'held');
  return {
    ...context,
    items,
    changes,
    inFlight: [],
    misses,
    waitMs: Math.max(laterMs, missMs),
    allowed: context.allowed && !isHeld,
  };
}
