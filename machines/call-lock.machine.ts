import { assign, emit, setup } from 'xstate';
import { CALL_CODES_FREE } from '../src/domain/call.ts';

/**
 * The lock that keeps a device from being in two calls, and the answer to whoever calls meanwhile
 * (CALL-1 … CALL-5). It stores the peer, so that the peer going offline can clear it, and knows
 * whether the call page is open, because that alone decides between opening it and `busy`.
 */
export interface CallLockContext {
  /** Whom the lock is held for. */
  readonly peer: number | null;
  /** Call on the page; null while the page is closed. */
  readonly pageCall: string | null;
  /** The call that was answered with busy last, so that a repeated frame is answered once. */
  readonly busied: string | null;
}

export interface IncomingCall {
  readonly call: string;
  readonly from: number;
  readonly video: boolean;
  readonly name: string;
  readonly avatar: string;
}

export type CallLockEvent =
  /** A `webrtc` frame of any kind but `calling`. `peer` is the other side, whoever sent it. */
  | { readonly type: 'signal.received'; readonly kind: string; readonly code: number | null; readonly peer: number; readonly fromSelf: boolean }
  | { readonly type: 'calling.received'; readonly incoming: IncomingCall }
  | { readonly type: 'peer.offline'; readonly user: number }
  /** The server says that there is no call of mine at all. */
  | { readonly type: 'calls.none' }
  | { readonly type: 'page.opened'; readonly call: string }
  | { readonly type: 'page.closed' };

export type CallLockEffect =
  | { readonly type: 'openCallPage'; readonly incoming: IncomingCall }
  | { readonly type: 'answerBusy'; readonly incoming: IncomingCall };

export const callLockMachine = setup({
  types: {
    context: {} as CallLockContext,
    events: {} as CallLockEvent,
    emitted: {} as CallLockEffect,
  },
  guards: {
    isOfferOrAnswer: ({ event }) => event.type === 'signal.received' && (event.kind === 'offer' || event.kind === 'answer'),
    /** Somebody else's late hang-up says nothing about the call that holds the lock. */
    endsTheHeldCall: ({ context, event }) => {
      if (event.type !== 'signal.received' || event.peer !== context.peer) return false;
      return event.kind === 'hangup' || (event.fromSelf && event.code !== null && CALL_CODES_FREE.includes(event.code));
    },
    isTheHeldPeer: ({ context, event }) => event.type === 'peer.offline' && event.user === context.peer,
    isTheCallOnThePage: ({ context, event }) =>
      event.type === 'calling.received' && event.incoming.call === context.pageCall,
    wasAnsweredBusy: ({ context, event }) =>
      event.type === 'calling.received' && event.incoming.call === context.busied,
  },
  actions: {
    hold: assign({ peer: ({ context, event }) => (event.type === 'signal.received' ? event.peer : context.peer) }),
    release: assign({ peer: null }),
    putOnPage: assign({
      pageCall: ({ context, event }) =>
        event.type === 'page.opened' ? event.call : event.type === 'calling.received' ? event.incoming.call : context.pageCall,
    }),
    clearPage: assign({ pageCall: null }),
    rememberBusy: assign({
      busied: ({ context, event }) => (event.type === 'calling.received' ? event.incoming.call : context.busied),
    }),
    openPage: emit(({ event }) => ({ type: 'openCallPage', incoming: incomingOf(event) })),
    answerBusy: emit(({ event }) => ({ type: 'answerBusy', incoming: incomingOf(event) })),
  },
}).createMachine({
  id: 'callLock',
  type: 'parallel',
  context: { peer: null, pageCall: null, busied: null },
  states: {
    lock: {
      initial: 'free',
      states: {
        free: {
          on: { 'signal.received': { guard: 'isOfferOrAnswer', target: 'held', actions: 'hold' } },
        },
        held: {
          exit: 'release',
          on: {
            'signal.received': { guard: 'endsTheHeldCall', target: 'free' },
            'peer.offline': { guard: 'isTheHeldPeer', target: 'free' },
            'calls.none': 'free',
          },
        },
      },
    },
    page: {
      initial: 'closed',
      states: {
        closed: {
          on: {
            'page.opened': { target: 'open', actions: 'putOnPage' },
            'calling.received': { target: 'open', actions: ['putOnPage', 'openPage'] },
          },
        },
        open: {
          on: {
            'page.closed': { target: 'closed', actions: 'clearPage' },
            'page.opened': { actions: 'putOnPage' },
            'calling.received': [
              { guard: 'isTheCallOnThePage' },
              { guard: 'wasAnsweredBusy' },
              { actions: ['answerBusy', 'rememberBusy'] },
            ],
          },
        },
      },
    },
  },
});

function incomingOf(event: CallLockEvent): IncomingCall {
  if (event.type !== 'calling.received') throw new Error(`no incoming call in ${event.type}`);
  return event.incoming;
}
