import { assign, emit, setup } from 'xstate';
import { groupCallLimits as limits } from '../src/domain/group-call-limits.ts';

/**
 * The connection with one other device of a group call (GCALL-10). One of the two sides offers, the other
 * waits for its offers. Attempts continue, with growing waits, while the other device is listed.
 */
export interface GroupCallPeerContext {
  readonly offers: boolean;
  /** Attempts since the two were last connected. */
  readonly attempts: number;
  readonly wasConnected: boolean;
}

export type GroupCallPeerEvent =
  | { readonly type: 'media.connected' }
  | { readonly type: 'media.interrupted' }
  | { readonly type: 'media.failed' }
  /** The other side began a new connection. */
  | { readonly type: 'peer.offered' }
  /** The device is no longer listed, or this device left. */
  | { readonly type: 'peer.gone' };

export type GroupCallPeerEffect =
  /** A new connection; only the side that offers begins it. */
  | { readonly type: 'connect'; readonly offers: boolean }
  /** A new path for the same connection. */
  | { readonly type: 'repair'; readonly offers: boolean }
  | { readonly type: 'close' };

export const groupCallPeerMachine = setup({
  types: {
    context: {} as GroupCallPeerContext,
    events: {} as GroupCallPeerEvent,
    emitted: {} as GroupCallPeerEffect,
    input: {} as Pick<GroupCallPeerContext, 'offers'>,
  },
  delays: {
    connect: limits.connectMs,
    again: ({ context: { attempts } }) => limits.againMs[Math.min(attempts, limits.againMs.length) - 1] ?? 0,
  },
  actions: {
    connect: emit(({ context }) => ({ type: 'connect', offers: context.offers })),
    repair: emit(({ context }) => ({ type: 'repair', offers: context.offers })),
    close: emit({ type: 'close' }),
    countAttempt: assign({
      attempts: ({ context }) => Math.min(context.attempts + 1, limits.againMs.length),
    }),
    rememberConnection: assign({ attempts: 0, wasConnected: true }),
  },
}).createMachine({
  id: 'groupCallPeer',
  context: ({ input }) => ({ offers: input.offers, attempts: 0, wasConnected: false }),
  initial: 'connecting',
  on: { 'peer.gone': '.closed' },
  states: {
    connecting: {
      entry: 'connect',
      on: {
        'media.connected': 'connected',
        'media.failed': 'waiting',
        'peer.offered': { target: 'connecting', reenter: true },
      },
      after: { connect: 'waiting' },
    },
    connected: {
      entry: 'rememberConnection',
      on: { 'media.interrupted': 'repairing', 'media.failed': 'waiting', 'peer.offered': 'connecting' },
    },
    repairing: {
      entry: 'repair',
      on: { 'media.connected': 'connected', 'media.failed': 'waiting', 'peer.offered': 'connecting' },
      after: { connect: 'waiting' },
    },
    waiting: {
      entry: 'countAttempt',
      // A slow connection may still come up, and a late offer counts.
      on: { 'media.connected': 'connected', 'peer.offered': 'connecting' },
      after: { again: 'connecting' },
    },
    closed: { type: 'final', entry: 'close' },
  },
});
