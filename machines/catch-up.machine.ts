import { assign, emit, setup } from 'xstate';
import { outboxLimits } from '../src/domain/limits.ts';

/**
 * When to ask for what was missed: after every bind and for holes. One question at a time; what is
 * asked for meanwhile is asked once afterwards; a failed one is asked again while the socket is bound.
 * Questions are numbered: an answer to one of an earlier bind does not count any more (STREAM-13).
 */
export interface CatchUpContext {
  readonly question: number;
  readonly again: boolean;
  readonly misses: number;
}

export type CatchUpEvent =
  /** The socket was bound. */
  | { readonly type: 'socket.bound' }
  | { readonly type: 'socket.gone' }
  /** Something is missing. */
  | { readonly type: 'sync.wanted' }
  | { readonly type: 'sync.answered'; readonly question: number }
  | { readonly type: 'sync.failed'; readonly question: number };

export type CatchUpEffect = { readonly type: 'ask'; readonly question: number };

/** Before it is spread. */
export const retryAfter = ({ misses }: CatchUpContext): number =>
  outboxLimits.retryMs[Math.min(misses, outboxLimits.retryMs.length) - 1] ?? 0;

export const catchUpMachine = setup({
  types: { context: {} as CatchUpContext, events: {} as CatchUpEvent, emitted: {} as CatchUpEffect },
  delays: {
    retry: ({ context }) => retryAfter(context),
  },
  guards: {
    ofThisQuestion: ({ context, event }) => 'question' in event && event.question === context.question,
    andAskedMeanwhile: ({ context, event }) =>
      'question' in event && event.question === context.question && context.again,
  },
  actions: {
    ask: emit(({ context }) => ({ type: 'ask', question: context.question })),
    askAgain: assign({ again: true }),
    begin: assign({ again: false, question: ({ context }) => context.question + 1 }),
    countMiss: assign({ misses: ({ context }) => context.misses + 1 }),
    forgetMisses: assign({ misses: 0 }),
  },
}).createMachine({
  id: 'catchUp',
  initial: 'unbound',
  context: { question: 0, again: false, misses: 0 },
  states: {
    unbound: {
      entry: 'forgetMisses',
      on: { 'socket.bound': 'asking' },
    },
    settled: {
      on: { 'sync.wanted': 'asking', 'socket.bound': 'asking', 'socket.gone': 'unbound' },
    },
    asking: {
      entry: ['begin', 'ask'],
      on: {
        'sync.wanted': { actions: 'askAgain' },
        'socket.bound': { target: 'asking', reenter: true },
        'socket.gone': 'unbound',
        'sync.answered': [
          { guard: 'andAskedMeanwhile', target: 'asking', reenter: true, actions: 'forgetMisses' },
          { guard: 'ofThisQuestion', target: 'settled', actions: 'forgetMisses' },
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
