import { emit, setup } from 'xstate';
import { typingLimits } from '../src/domain/limits.ts';

/** Decides how long another user is shown as typing (TYPING-3): until the signals stop, or their end. */
export type TypistEvent =
  | { readonly type: 'typing.heard' }
  /** They stopped typing, or their message arrived. */
  | { readonly type: 'typing.ended' };

export type TypistEffect = { readonly type: 'over' };

export const typistMachine = setup({
  types: { events: {} as TypistEvent, emitted: {} as TypistEffect },
  delays: { gone: typingLimits.hideAfterMs },
  actions: { over: emit({ type: 'over' }) },
}).createMachine({
  id: 'typist',
  initial: 'unseen',
  states: {
    unseen: { on: { 'typing.heard': 'shown' } },
    shown: {
      on: { 'typing.heard': { target: 'shown', reenter: true }, 'typing.ended': 'unseen' },
      after: { gone: { target: 'unseen', actions: 'over' } },
    },
  },
});
