import { assign, emit, setup } from 'xstate';

/**
 * The next end that something waits for: of messages that disappear (VANISH-6). Whose end it is, and whether
 * it is still wanted, is known outside; here is only when to look.
 */
export interface QuietContext {
  /** Until the end, in ms. */
  readonly waitMs: number;
}

export type QuietEvent =
  /** There is an end, or another one comes first now. */
  | { readonly type: 'end.set'; readonly waitMs: number }
  /** Nobody waits for any. */
  | { readonly type: 'end.dropped' };

export type QuietEffect = { readonly type: 'over' };

export const quietMachine = setup({
  types: { context: {} as QuietContext, events: {} as QuietEvent, emitted: {} as QuietEffect },
  delays: { end: ({ context }) => context.waitMs },
  actions: {
    keep: assign(({ context, event }) => ({
      waitMs: event.type === 'end.set' ? Math.max(0, event.waitMs) : context.waitMs,
    })),
    over: emit({ type: 'over' }),
  },
}).createMachine({
  id: 'quiet',
  context: { waitMs: 0 },
  initial: 'none',
  states: {
    none: { on: { 'end.set': { target: 'waiting', actions: 'keep' } } },
    waiting: {
      on: {
        'end.set': { target: 'waiting', reenter: true, actions: 'keep' },
        'end.dropped': 'none',
      },
      after: { end: { target: 'none', actions: 'over' } },
    },
  },
});
