import { assign, emit, setup } from 'xstate';

/**
 * Waits for the next message to disappear (VANISH-6). The caller knows what ends and whether it is still
 * needed; this machine only reports when to check.
 */
export interface QuietContext {
  /** Time until the end, in ms. */
  readonly waitMs: number;
}

export type QuietEvent =
  /** A new end, or an earlier one than before. */
  | { readonly type: 'end.set'; readonly waitMs: number }
  /** No end is needed any longer. */
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
