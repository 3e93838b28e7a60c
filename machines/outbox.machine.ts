import { assign, enqueueActions, setup } from 'xstate';
import { outboxLimits } from '../src/domain/limits.ts';
import {
  afterAnswer,
  batchOf,
  changedTo,
  discard,
  mark,
  put,
  retry,
  settle,
  type AttemptResult,
  type QueueChange,
  type QueueItem,
} from './outbox-queue.ts';

/**
 * The unsent messages of one conversation, in order (SEND-3 … SEND-6). Each item goes
 * queued → sending ⇄ unknown → sent | failed | discarded. One attempt at a time: an item of unknown
 * outcome is tried again with its id and holds back what was written after it; a definite refusal
 * lets the rest go on. Nothing is attempted while sending is not allowed: offline, another tab has
 * the lock, or nobody (or somebody else) is signed in.
 */
export interface OutboxContext {
  readonly items: readonly QueueItem[];
  readonly inFlight: readonly string[];
  /** Number of the present attempt; an answer of an older one says nothing any more. */
  readonly attempt: number;
  readonly allowed: boolean;
  /** Attempts of unknown outcome in a row; chooses the next wait. */
  readonly misses: number;
  /** Wait before the next attempt; 0 = none. */
  readonly waitMs: number;
}

export type OutboxEvent =
  | { readonly type: 'item.queued'; readonly item: QueueItem }
  | { readonly type: 'item.retried'; readonly id: string }
  | { readonly type: 'item.discarded'; readonly id: string }
  /** Its stream event came (SEND-7). */
  | { readonly type: 'item.settled'; readonly id: string }
  | {
      readonly type: 'attempt.answered';
      readonly attempt: number;
      readonly results: readonly AttemptResult[];
    }
  | { readonly type: 'sending.allowed' }
  | { readonly type: 'sending.forbidden' }
  /** The network, the foreground or a hand says: now. */
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
  | QueueChange;

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
        event.type === 'item.queued' ? put(context.items, event.item) : context.items,
    }),
    allow: assign({ allowed: true, waitMs: 0 }),
    forbid: assign({ allowed: false }),
    stopWaiting: assign({ waitMs: 0 }),
    begin: enqueueActions(({ context, enqueue }) => {
      const batch = batchOf(context.items);
      const [first] = batch;
      if (first === undefined) return;
      const ids = batch.map((item) => item.id);
      const attempt = context.attempt + 1;
      enqueue.assign({ inFlight: ids, attempt });
      if (first.status === 'recalling') return enqueue.emit({ type: 'recall', attempt, id: first.id });
      enqueue.assign({ items: mark(context.items, ids, 'sending') });
      for (const item of batch) enqueue.emit(changedTo({ ...item, status: 'sending' }));
      enqueue.emit({
        type: 'attempt',
        attempt,
        ids,
        again: batch.some((item) => item.status === 'unknown' || item.doubtful === true),
      });
    }),
    change: enqueueActions(({ context, event, enqueue }) => {
      const next = changed(context, event);
      enqueue.assign({
        items: next.items,
        inFlight: next.inFlight,
        misses: next.misses,
        waitMs: next.waitMs,
      });
      for (const one of next.changes) enqueue.emit(one);
    }),
  },
}).createMachine({
  id: 'outbox',
  initial: 'resting',
  context: { items: [], inFlight: [], attempt: 0, allowed: false, misses: 0, waitMs: 0 },
  on: {
    'item.queued': { actions: 'keep' },
    'item.retried': { actions: 'change' },
    'item.discarded': { actions: 'change' },
    'item.settled': { actions: 'change' },
    'sending.allowed': { actions: 'allow' },
    'sending.forbidden': { actions: 'forbid' },
    'network.returned': { actions: 'stopWaiting' },
  },
  states: {
    /** Nothing to send, or not allowed to. */
    resting: {
      always: [
        { guard: 'mayAttempt', target: 'sending' },
        { guard: 'mustWait', target: 'waiting' },
      ],
    },
    sending: {
      entry: 'begin',
      on: { 'attempt.answered': { guard: 'ofThisAttempt', actions: 'change' } },
      always: { guard: 'attemptIsOver', target: 'resting' },
    },
    waiting: {
      always: { guard: 'nothingToWaitFor', target: 'resting' },
      after: { retry: { target: 'resting', actions: 'stopWaiting' } },
    },
  },
});

function changed(
  context: OutboxContext,
  event: OutboxEvent,
): OutboxContext & { readonly changes: readonly QueueChange[] } {
  switch (event.type) {
    case 'item.retried':
      return { ...context, ...retry(context.items, event.id) };
    case 'item.discarded':
      return { ...context, ...discard(context.items, event.id) };
    case 'item.settled': {
      // Its stream event may come while it is being taken back: that attempt goes on.
      if (context.items.some((item) => item.id === event.id && item.status === 'recalling'))
        return { ...context, changes: [] };
      const inFlight = context.inFlight.filter((id) => id !== event.id);
      return { ...context, ...settle(context.items, event.id), inFlight, misses: 0, waitMs: 0 };
    }
    case 'attempt.answered':
      return answered(context, event.results);
    case 'item.queued':
    case 'sending.allowed':
    case 'sending.forbidden':
    case 'network.returned':
      return { ...context, changes: [] };
  }
}

function answered(
  context: OutboxContext,
  results: readonly AttemptResult[],
): OutboxContext & { readonly changes: readonly QueueChange[] } {
  const { items, changes } = afterAnswer(context.items, results);
  const unknown = results.some((one) => one.outcome === 'unknown');
  const laterMs = Math.max(
    0,
    ...results.map((one) => (one.outcome === 'later' ? Math.max(1, one.waitMs) : 0)),
  );
  const misses = unknown ? context.misses + 1 : 0;
  const steps = outboxLimits.retryMs;
  const missMs = unknown ? (steps[Math.min(misses, steps.length) - 1] ?? 0) : 0;
  // Refused for the session: nothing goes out until the same person is allowed again (SEND-5).
  const held = results.some((one) => one.outcome === 'held');
  return {
    ...context,
    items,
    changes,
    inFlight: [],
    misses,
    waitMs: Math.max(laterMs, missMs),
    allowed: context.allowed && !held,
  };
}
