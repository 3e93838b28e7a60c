import { assign, emit, setup } from 'xstate';
import { outboxLimits, streamLimits } from '../src/domain/list-limits.ts';

/**
 * Decides when to request missed events: after every bind and for gaps. One request runs at a time; further
 * requests are combined into one after it, and a failed one is repeated while the socket is bound. Requests
 * are numbered, so an answer of an earlier bind is ignored (STREAM-13). A list that changes for all users is
 * requested after a delay: by then every node knows, and not all clients ask at once (CONF-6).
 */
export interface CatchUpContext {
  readonly question: number;
  readonly again: boolean;
  readonly misses: number;
  /** The whole list is requested. */
  readonly stale: boolean;
  /** This question is about the whole list. */
  readonly whole: boolean;
}

export type CatchUpEvent =
  /** The socket was bound. */
  | { readonly type: 'socket.bound' }
  | { readonly type: 'socket.gone' }
  /** Something is missing. */
  | { readonly type: 'sync.wanted' }
  /** A change affected the lists of all users. */
  | { readonly type: 'list.stale' }
  | { readonly type: 'sync.answered'; readonly question: number }
  | { readonly type: 'sync.failed'; readonly question: number };

export type CatchUpEffect = {
  readonly type: 'ask';
  readonly question: number;
  /** Fetches the whole list, independent of the cursor. */
  readonly whole: boolean;
};

/** Before it is spread. */
export const retryAfter = ({ misses }: CatchUpContext): number =>
  outboxLimits.retryMs[Math.min(misses, outboxLimits.retryMs.length) - 1] ?? 0;

export const catchUpMachine = setup({
  types: { context: {} as CatchUpContext, events: {} as CatchUpEvent, emitted: {} as CatchUpEffect },
  delays: {
    retry: ({ context }) => retryAfter(context),
    rest: streamLimits.listRestMs,
  },
  guards: {
    ofThisQuestion: ({ context, event }) => 'question' in event && event.question === context.question,
    andAskedMeanwhile: ({ context, event }) =>
      'question' in event && event.question === context.question && context.again,
    andStale: ({ context, event }) =>
      'question' in event && event.question === context.question && context.stale,
  },
  actions: {
    ask: emit(({ context: { question, whole } }) => ({ type: 'ask', question, whole })),
    askAgain: assign({ again: true }),
    begin: assign({ again: false, question: ({ context }) => context.question + 1 }),
    countMiss: assign({ misses: ({ context }) => context.misses + 1 }),
    forgetMisses: assign({ misses: 0 }),
    answered: assign({ misses: 0, whole: false }),
    markStale: assign({ stale: true }),
    wantWhole: assign({ stale: false, whole: true }),
  },
}).createMachine({
  id: 'catchUp',
  initial: 'unbound',
  context: { question: 0, again: false, misses: 0, stale: false, whole: false },
  on: { 'list.stale': { actions: 'markStale' } },
  states: {
    unbound: {
      entry: 'forgetMisses',
      on: { 'socket.bound': 'asking' },
    },
    settled: {
      on: {
        'sync.wanted': 'asking',
        'socket.bound': 'asking',
        'socket.gone': 'unbound',
        'list.stale': { target: 'resting', actions: 'markStale' },
      },
    },
    resting: {
      on: { 'sync.wanted': 'asking', 'socket.bound': 'asking', 'socket.gone': 'unbound' },
      after: { rest: { target: 'asking', actions: 'wantWhole' } },
    },
    asking: {
      entry: ['begin', 'ask'],
      on: {
        'sync.wanted': { actions: 'askAgain' },
        'socket.bound': { target: 'asking', reenter: true },
        'socket.gone': 'unbound',
        'sync.answered': [
          { guard: 'andAskedMeanwhile', target: 'asking', reenter: true, actions: 'answered' },
          { guard: 'andStale', target: 'resting', actions: 'answered' },
          { guard: 'ofThisQuestion', target: 'settled', actions: 'answered' },
        ],
        'sync.failed': { guard: 'ofThisQuestion', target: 'waiting', actions: 'countMiss' },
      },
    },
    waiting: {
      on: { 'socket.gone': 'unbound', 'socket.bound': 'asking' },
      after: { retry: 'asking' },
    },
  },
});
