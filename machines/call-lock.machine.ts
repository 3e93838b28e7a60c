import { assign, emit, setup } from 'xstate';
import { CALL_CODES_FREE } from '../src/domain/call.ts';
import { callLimits as limits } from '../src/domain/limits.ts';

/**
 * Keeps a device from being in two calls, and answers a second caller (CALL-1 … CALL-5). It stores the peer,
 * so that the peer going offline can clear it, and whether the call page is open, which decides between
 * opening it and `busy`. Late signals of an ended call never take the lock again, because no second end
 * would arrive.
 */
export interface CallLockContext {
  /** The call that the lock is held for, and with whom. */
  readonly call: string | null;
  readonly peer: number | null;
  /** Calls that are known to be over, newest last. */
  readonly over: readonly string[];
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

export interface SignalReceived {
  readonly type: 'signal.received';
  readonly call: string;
  readonly kind: string;
  readonly code: number | null;
  readonly peer: number;
  readonly fromSelf: boolean;
}

export type CallLockEvent =
  /** A `webrtc` frame of any kind but `calling`. `peer` is the other side, even if this user sent it. */
  | SignalReceived
  | { readonly type: 'calling.received'; readonly incoming: IncomingCall }
  | { readonly type: 'peer.offline'; readonly user: number }
  /** This device itself ended the call. */
  | { readonly type: 'call.over'; readonly call: string }
  /** The server lists this user's current calls. */
  | { readonly type: 'calls.listed'; readonly calls: readonly string[] }
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
    /** An offer or an answer that belongs to the current call. */
    goesOn: ({ context, event }) =>
      event.type === 'signal.received' &&
      (event.kind === 'offer' || event.kind === 'answer') &&
      !context.over.includes(event.call),
    /** The same two users are in a new call, so the previous one is over. */
    isTheirNextCall: ({ context, event }) =>
      event.type === 'signal.received' &&
      (event.kind === 'offer' || event.kind === 'answer') &&
      event.peer === context.peer &&
      !context.over.includes(event.call),
    ends: ({ event }) => endedBy(event) !== null,
    /** A late end of another call does not affect the one that holds the lock. */
    endsTheHeldCall: ({ context, event }) => {
      const ended = endedBy(event);
      return ended !== null && ended === context.call;
    },
    isNotListed: ({ context, event }) =>
      event.type === 'calls.listed' && context.call !== null && !event.calls.includes(context.call),
    isTheHeldPeer: ({ context, event }) => event.type === 'peer.offline' && event.user === context.peer,
    isTheCallOnThePage: ({ context, event }) =>
      event.type === 'calling.received' && event.incoming.call === context.pageCall,
    wasAnsweredBusy: ({ context, event }) =>
      event.type === 'calling.received' && event.incoming.call === context.busied,
  },
  actions: {
    hold: assign(({ event }) =>
      event.type === 'signal.received' ? { call: event.call, peer: event.peer } : {},
    ),
    release: assign({ call: null, peer: null }),
    rememberEnd: assign({
      over: ({ context: { over }, event }) => {
        const ended = endedBy(event);
        return ended === null || over.includes(ended) ? over : [...over, ended].slice(-limits.endedMax);
      },
    }),
    putOnPage: assign({
      pageCall: ({ context, event }) =>
        event.type === 'page.opened'
          ? event.call
          : event.type === 'calling.received'
            ? event.incoming.call
            : context.pageCall,
    }),
    clearPage: assign({ pageCall: null }),
    rememberBusy: assign({
      busied: ({ context, event }) =>
        event.type === 'calling.received' ? event.incoming.call : context.busied,
    }),
    openPage: emit(({ event }) => ({ type: 'openCallPage', incoming: incomingOf(event) })),
    answerBusy: emit(({ event }) => ({ type: 'answerBusy', incoming: incomingOf(event) })),
  },
}).createMachine({
  id: 'callLock',
  type: 'parallel',
  context: { call: null, peer: null, over: [], pageCall: null, busied: null },
  states: {
    lock: {
      initial: 'free',
      states: {
        free: {
          on: {
            'signal.received': [
              { guard: 'ends', actions: 'rememberEnd' },
              { guard: 'goesOn', target: 'held', actions: 'hold' },
            ],
            'call.over': { actions: 'rememberEnd' },
          },
        },
        held: {
          exit: 'release',
          on: {
            'signal.received': [
              { guard: 'endsTheHeldCall', target: 'free', actions: 'rememberEnd' },
              { guard: 'ends', actions: 'rememberEnd' },
              { guard: 'isTheirNextCall', actions: 'hold' },
            ],
            'call.over': [
              { guard: 'endsTheHeldCall', target: 'free', actions: 'rememberEnd' },
              { actions: 'rememberEnd' },
            ],
            'peer.offline': { guard: 'isTheHeldPeer', target: 'free' },
            'calls.listed': { guard: 'isNotListed', target: 'free' },
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

/** The call that this event ends: by a hang-up, by a busy, or by another device of this user. */
function endedBy(event: CallLockEvent): string | null {
  if (event.type === 'call.over') return event.call;
  if (event.type !== 'signal.received') return null;
  const { call, kind, code, fromSelf } = event;
  const ownEnd = fromSelf && code !== null && CALL_CODES_FREE.includes(code);
  return kind === 'hangup' || kind === 'busy' || ownEnd ? call : null;
}

function incomingOf(event: CallLockEvent): IncomingCall {
  if (event.type !== 'calling.received') throw new Error(`no incoming call in ${event.type}`);
  return event.incoming;
}
