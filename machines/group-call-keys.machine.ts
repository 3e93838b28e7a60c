import { assign, emit, setup } from 'xstate';
import { groupCallLimits as limits } from '../src/domain/group-call-limits.ts';

/**
 * Keys between this device and one other of a group call (GCALL-19): the public keys go both ways, then each
 * sends the key of its frames. A device that never answers counts as one without encryption.
 */
export interface GroupCallKeysContext {
  /** Requests since the last key of the other device. */
  readonly asks: number;
  /** Its public key arrived: it encrypts, and nothing is sent to it in the clear any more. */
  readonly isGreeted: boolean;
}

export type GroupCallKeysEvent =
  /** Its public key arrived, for the first time or another one. */
  | { readonly type: 'greeting.received' }
  /** It lacks the key of this device. */
  | { readonly type: 'key.asked' }
  | { readonly type: 'key.received' }
  /** The key of this device is another one now. */
  | { readonly type: 'key.changed' }
  /** Frames arrived whose key is missing. */
  | { readonly type: 'frames.missing' }
  | { readonly type: 'device.gone' };

export type GroupCallKeysEffect =
  /** Sends the public key, and asks for the other device's keys. */
  | { readonly type: 'ask' }
  /** Sends the key of this device's frames. */
  | { readonly type: 'share' }
  /** Frames from it and to it are clear, or encrypted. */
  | { readonly type: 'plain'; readonly isPlain: boolean };

export const groupCallKeysMachine = setup({
  types: {
    context: {} as GroupCallKeysContext,
    events: {} as GroupCallKeysEvent,
    emitted: {} as GroupCallKeysEffect,
  },
  delays: { ask: limits.askKeyMs, share: limits.shareKeyMs },
  guards: {
    mayAsk: ({ context }) => context.asks < limits.askKeyMax,
    isGreeted: ({ context }) => context.isGreeted,
  },
  actions: {
    ask: emit({ type: 'ask' }),
    share: emit({ type: 'share' }),
    showPlain: emit({ type: 'plain', isPlain: true }),
    showEncrypted: emit({ type: 'plain', isPlain: false }),
    countAsk: assign({ asks: ({ context }) => context.asks + 1 }),
    forgetAsks: assign({ asks: 0 }),
    noteGreeting: assign({ isGreeted: true }),
  },
}).createMachine({
  id: 'groupCallKeys',
  context: { asks: 0, isGreeted: false },
  initial: 'exchanging',
  on: { 'device.gone': '.gone' },
  states: {
    exchanging: {
      type: 'parallel',
      states: {
        own: {
          initial: 'held',
          states: {
            // The other device is not known to encrypt.
            held: { on: { 'greeting.received': 'shared' } },
            shared: {
              entry: ['share', 'noteGreeting'],
              initial: 'resting',
              on: {
                'greeting.received': { target: 'shared', reenter: true },
                'key.changed': { target: 'shared', reenter: true },
              },
              states: {
                resting: { on: { 'key.asked': 'owing' }, after: { share: 'rested' } },
                owing: {
                  after: { share: { target: '#groupCallKeys.exchanging.own.shared', reenter: true } },
                },
                rested: {
                  on: { 'key.asked': { target: '#groupCallKeys.exchanging.own.shared', reenter: true } },
                },
              },
            },
          },
        },
        other: {
          initial: 'asking',
          states: {
            asking: {
              entry: ['ask', 'countAsk'],
              on: { 'key.received': 'known' },
              after: {
                ask: [
                  { guard: 'mayAsk', target: 'asking', reenter: true },
                  { guard: 'isGreeted', target: 'without' },
                  { target: 'plain' },
                ],
              },
            },
            known: { entry: 'forgetAsks', on: { 'frames.missing': 'asking' } },
            without: {
              entry: 'forgetAsks',
              on: {
                'greeting.received': 'asking',
                'key.asked': 'asking',
                'frames.missing': 'asking',
                'key.received': 'known',
              },
            },
            plain: {
              entry: ['forgetAsks', 'showPlain'],
              exit: 'showEncrypted',
              on: { 'greeting.received': 'asking' },
            },
          },
        },
      },
    },
    gone: { type: 'final' },
  },
});
