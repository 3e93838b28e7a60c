import { assign, emit, setup } from 'xstate';
import { outboxLimits, streamLimits } from '../src/domain/limits.ts';

/**
 * One pending change of a register: a pin, a mute, a hidden chat or a read mark that the server has not
 * confirmed (SEND-12). Only the last change counts. It waits while nothing may be sent and is retried while
 * its outcome is unknown. A recall is delayed so that it can be undone (RECALL-4), a draft until the user
 * stops typing (DRAFT-1). The event confirms it. If a server answers without an event, because nothing
 * changed, the pending change lapses.
 */
export interface PendingChangeContext {
  readonly allowed: boolean;
  readonly wanted: boolean;
  readonly misses: number;
  readonly waitMs: number;
  /** Pause between two requests, in ms; 0 = none. */
  readonly pauseMs: number;
  /** Time that a pending change waits before its first request, in ms; 0 = none. */
  readonly holdMs: number;
  /** Each change restarts the wait, also after the first time. The request is sent once changes stop. */
  readonly rests: boolean;
}

export type ChangeOutcome =
  | { readonly outcome: 'done' | 'refused' | 'unknown' | 'held' }
  | { readonly outcome: 'later'; readonly waitMs: number };

export type PendingChangeEvent =
  | { readonly type: 'wish.made' }
  /** The event arrived, or the change was cancelled. */
  | { readonly type: 'wish.gone' }
  | ({ readonly type: 'request.answered' } & ChangeOutcome)
  | { readonly type: 'sending.allowed' }
  | { readonly type: 'sending.forbidden' }
  | { readonly type: 'network.returned' };

export type PendingChangeEffect =
  /** Send the value that is wanted now. */
  | { readonly type: 'request' }
  /** The request was refused, or answered without an event: the pending change no longer covers the facts. */
  | { readonly type: 'lapsed' };

export const pendingChangeMachine = setup({
  types: {
    context: {} as PendingChangeContext,
    events: {} as PendingChangeEvent,
    emitted: {} as PendingChangeEffect,
    input: {} as {
      readonly allowed: boolean;
      readonly pauseMs: number;
      readonly holdMs: number;
      readonly rests?: boolean;
    },
  },
  delays: {
    retry: ({ context }) => context.waitMs,
    pause: ({ context }) => context.pauseMs,
    hold: ({ context }) => context.holdMs,
    /** An answer and its event travel on two connections. */
    confirm: streamLimits.holdMaxMs,
  },
  guards: {
    allowed: ({ context }) => context.allowed,
    forbidden: ({ context }) => !context.allowed,
    wanted: ({ context }) => context.wanted,
    rests: ({ context }) => context.rests,
    wantedAtRest: ({ context }) => context.wanted && context.rests,
    holds: ({ context }) => context.holdMs > 0,
    done: ({ event }) => event.type === 'request.answered' && event.outcome === 'done',
    refused: ({ event }) => event.type === 'request.answered' && event.outcome === 'refused',
    held: ({ event }) => event.type === 'request.answered' && event.outcome === 'held',
  },
  actions: {
    want: assign({ wanted: true }),
    unwant: assign({ wanted: false }),
    allow: assign({ allowed: true }),
    forbid: assign({ allowed: false }),
    request: emit({ type: 'request' }),
    lapse: emit({ type: 'lapsed' }),
    forgetMisses: assign({ misses: 0, waitMs: 0 }),
    countMiss: assign(({ context, event }) => {
      if (event.type === 'request.answered' && event.outcome === 'later')
        return { waitMs: Math.max(1, event.waitMs) };
      const steps = outboxLimits.retryMs;
      return { misses: context.misses + 1, waitMs: steps[Math.min(context.misses, steps.length - 1)] ?? 0 };
    }),
  },
}).createMachine({
  id: 'wish',
  initial: 'idle',
  context: ({ input }) => ({
    allowed: input.allowed,
    wanted: false,
    misses: 0,
    waitMs: 0,
    pauseMs: input.pauseMs,
    holdMs: input.holdMs,
    rests: input.rests ?? false,
  }),
  on: {
    'sending.allowed': { actions: 'allow' },
    'sending.forbidden': { actions: 'forbid' },
  },
  states: {
    idle: { on: { 'wish.made': [{ guard: 'holds', target: 'holding' }, { target: 'ready' }] } },
    /** It can still be undone. */
    holding: {
      on: {
        'wish.gone': 'idle',
        'wish.made': { guard: 'rests', target: 'holding', reenter: true },
      },
      after: { hold: 'ready' },
    },
    /** Wanted, and waiting to be allowed. */
    ready: {
      always: { guard: 'allowed', target: 'asking' },
      on: { 'wish.gone': 'idle' },
    },
    asking: {
      entry: ['unwant', 'request'],
      on: {
        // The last change wins: it is requested once this answer has arrived.
        'wish.made': { actions: 'want' },
        'request.answered': [
          { guard: 'held', target: 'ready', actions: 'forbid' },
          { guard: 'done', target: 'pausing', actions: 'forgetMisses' },
          { guard: 'refused', target: 'refused', actions: 'forgetMisses' },
          { target: 'retrying', actions: 'countMiss' },
        ],
      },
    },
    refused: {
      always: [
        { guard: 'wanted', target: 'ready' },
        { target: 'idle', actions: 'lapse' },
      ],
    },
    retrying: {
      always: { guard: 'forbidden', target: 'ready' },
      on: { 'wish.made': 'ready', 'wish.gone': 'idle', 'network.returned': 'ready' },
      after: { retry: 'ready' },
    },
    pausing: {
      on: { 'wish.made': { actions: 'want' } },
      after: {
        pause: [
          { guard: 'wantedAtRest', target: 'holding' },
          { guard: 'wanted', target: 'ready' },
          { target: 'confirming' },
        ],
      },
    },
    confirming: {
      on: { 'wish.made': [{ guard: 'rests', target: 'holding' }, { target: 'ready' }], 'wish.gone': 'idle' },
      after: { confirm: { target: 'idle', actions: 'lapse' } },
    },
  },
});
