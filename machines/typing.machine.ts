import { assign, emit, setup } from 'xstate';
import { typingLimits } from '../src/domain/limits.ts';
import type { TypingKind, TypingStatus } from '../src/domain/typing.ts';

/**
 * Decides when to send this user's typing state to the others of one conversation (TYPING-2): at once, and
 * then at intervals while it lasts. A sent message needs no end signal, because it is one.
 */
export interface TypingContext {
  /** Typed since the last report. */
  readonly typed: boolean;
  /** Continues without further input until it ends. */
  readonly going: 'voice' | 'file' | null;
  /** The others see the indicator: a start was sent without an end. */
  readonly shown: boolean;
}

export type TypingEvent =
  | { readonly type: 'text.typed' }
  | { readonly type: 'work.began'; readonly what: 'voice' | 'file' }
  | { readonly type: 'work.ended' }
  /** The box is empty again, or was left. */
  | { readonly type: 'text.dropped' }
  | { readonly type: 'message.sent' };

export type TypingEffect = { readonly type: 'tell'; readonly what: TypingStatus };

const what = ({ going }: TypingContext): TypingKind => going ?? 'text';

export const typingMachine = setup({
  types: { context: {} as TypingContext, events: {} as TypingEvent, emitted: {} as TypingEffect },
  delays: { again: typingLimits.againMs },
  guards: {
    goesOn: ({ context }) => context.typed || context.going !== null,
    isOver: ({ context, event }) =>
      context.shown && (event.type === 'text.dropped' ? context.going === null : !context.typed),
  },
  actions: {
    typed: assign({ typed: true }),
    began: assign(({ context, event }) => ({
      going: event.type === 'work.began' ? event.what : context.going,
    })),
    ended: assign({ going: null }),
    dropped: assign({ typed: false }),
    tell: emit(({ context }) => ({ type: 'tell', what: what(context) })),
    reported: assign({ typed: false, shown: true }),
    tellEnd: emit({ type: 'tell', what: 'stop' }),
    over: assign({ shown: false }),
  },
}).createMachine({
  id: 'typing',
  context: { typed: false, going: null, shown: false },
  initial: 'free',
  on: {
    'text.typed': { actions: 'typed' },
    'work.began': { actions: 'began' },
    'work.ended': { actions: 'ended' },
    'text.dropped': { actions: 'dropped' },
    'message.sent': { actions: ['dropped', 'over'] },
  },
  states: {
    /** Any activity is sent at once. */
    free: {
      entry: 'over',
      on: {
        'text.typed': { target: 'resting', actions: ['typed', 'tell', 'reported'] },
        'work.began': { target: 'resting', actions: ['began', 'tell', 'reported'] },
      },
    },
    /** A report was sent recently. Activity is sent when this wait ends, if it still continues. */
    resting: {
      on: {
        'work.ended': [{ guard: 'isOver', actions: ['ended', 'tellEnd', 'over'] }, { actions: 'ended' }],
        'text.dropped': [
          { guard: 'isOver', actions: ['dropped', 'tellEnd', 'over'] },
          { actions: 'dropped' },
        ],
      },
      after: {
        again: [
          { guard: 'goesOn', target: 'resting', reenter: true, actions: ['tell', 'reported'] },
          { target: 'free' },
        ],
      },
    },
  },
});
