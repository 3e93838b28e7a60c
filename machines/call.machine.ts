import { assign, emit, setup } from 'xstate';
import { CALL, glareKeepsMine, hangupCode } from '../src/domain/call.ts';
import type { CallCode, CallEnd } from '../src/domain/call.ts';
import { callLimits as limits } from '../src/domain/limits.ts';

/**
 * One call from the first press to its system line (CALL-6 … CALL-14). Every external event names its call;
 * events of an older call change nothing. The machine holds no peer, stream or socket: it requests effects
 * (`CallEffect`).
 */
export interface CallContext {
  readonly self: number;
  readonly peer: number;
  readonly call: string;
  readonly caller: boolean;
  readonly video: boolean;
  /** The page was reloaded during the talk. */
  readonly returning: boolean;
  readonly end: CallEnd | null;
  readonly code: CallCode | null;
}

export type CallInput = Pick<CallContext, 'self' | 'peer' | 'call' | 'caller' | 'video'> &
  Partial<Pick<CallContext, 'returning'>>;

export type CallEvent =
  | { readonly type: 'devices.ready' }
  | { readonly type: 'devices.denied' }
  | { readonly type: 'user.answered' }
  | { readonly type: 'user.hungUp' }
  /** The peer, or the server for the peer, sent a signal of a call. */
  | { readonly type: 'peer.accepted'; readonly call: string }
  /** The other side's page was reloaded. It resumes the talk without anything left of its connection. */
  | { readonly type: 'peer.returned'; readonly call: string }
  | { readonly type: 'peer.hungUp'; readonly call: string; readonly code: number | null }
  | { readonly type: 'peer.busy'; readonly call: string }
  | { readonly type: 'peer.unreachable'; readonly call: string }
  /** The peer called me while I was calling. */
  | { readonly type: 'peer.called'; readonly call: string }
  | { readonly type: 'peer.offline' }
  /** The call did not reach the server, or was refused there. */
  | { readonly type: 'calling.failed'; readonly call: string }
  /** Another device of this user answered or refused this call. */
  | { readonly type: 'own.handled'; readonly call: string; readonly code: number | null }
  | { readonly type: 'media.connected' }
  | { readonly type: 'media.interrupted' }
  | { readonly type: 'media.failed' };

export type CallEffect =
  | { readonly type: 'prepareDevices' }
  | { readonly type: 'sendCalling'; readonly call: string }
  | { readonly type: 'sendAccepted'; readonly call: string }
  | { readonly type: 'sendReturned'; readonly call: string }
  | { readonly type: 'sendHangup'; readonly call: string; readonly code: CallCode }
  | { readonly type: 'startRinging' }
  | { readonly type: 'stopRinging' }
  /** `initiator` makes the offer. */
  | { readonly type: 'connectMedia'; readonly call: string; readonly initiator: boolean }
  /** The other end of the connection is permanently lost: only a new connection can replace it. */
  | { readonly type: 'dropConnection' }
  /** A new path or a new peer under the same call id. */
  | { readonly type: 'repairMedia'; readonly call: string; readonly initiator: boolean }
  | { readonly type: 'releaseMedia' }
  | { readonly type: 'startClock' }
  | { readonly type: 'ended'; readonly end: CallEnd };

type Phase = 'ringing' | 'calling' | 'connecting' | 'talking';

/** Maps an end from outside to a call end, by the phase of the call; an unknown code is a plain end. */
const endOfCode = (code: number | null, phase: Phase): CallEnd => {
  switch (phase) {
    case 'ringing':
      return 'missed';
    case 'calling':
      if (code === CALL.refused) return 'refused';
      if (code === CALL.noAnswer) return 'noAnswer';
      return code === CALL.busy ? 'busy' : 'notConnected';
    case 'connecting':
      return code === CALL.noAnswer ? 'notConnected' : 'hungUp';
    case 'talking':
      return 'hungUp';
  }
};

/** Ends the call on this side, with its end and, if there is one, the code. */
const over = (end: CallEnd, code: CallCode | null = null) =>
  ({ type: 'over', params: { end, code } }) as const;

interface Hangup {
  readonly code?: CallCode;
  readonly talking?: boolean;
}

/**
 * Ends the call and notifies the other side, with the given code or the one that this side's role decides.
 */
const hangUp = (hangup: Hangup, end: CallEnd, code: CallCode | null) =>
  [{ type: 'sendHangup', params: hangup }, over(end, code)] as const;

/** The end of a call in which the two had talked. */
const endTalk = (end: CallEnd) => hangUp({ talking: true }, end, CALL.ended);

const hangUpWhile = (phase: Phase) =>
  ({ guard: 'ofThisCall', target: 'ended', actions: { type: 'overByPeer', params: { phase } } }) as const;

export const callMachine = setup({
  types: {
    context: {} as CallContext,
    events: {} as CallEvent,
    emitted: {} as CallEffect,
    input: {} as CallInput,
  },
  delays: {
    ring: limits.ringMs,
    /** The callee gives the caller's own time-out a moment to arrive first. */
    ringAtCallee: limits.ringMs + limits.ringGraceMs,
    connect: limits.connectMs,
    repair: limits.repairMs,
    repairAgain: limits.repairAgainMs,
    prepare: limits.prepareMs,
    /** The other side waits no longer than this. */
    comeBack: limits.repairMs,
  },
  guards: {
    isCaller: ({ context }) => context.caller,
    isCalled: ({ context }) => !context.caller,
    isReturning: ({ context }) => context.returning,
    ofThisCall: ({ context, event }) => 'call' in event && event.call === context.call,
    /** I was about to call the one who calls me. */
    bothWantTo: ({ context, event }) =>
      event.type === 'peer.called' && context.caller && event.call !== context.call,
    theirCallWins: ({ context, event }) =>
      event.type === 'peer.called' &&
      event.call !== context.call &&
      !glareKeepsMine(context.self, context.peer),
  },
  actions: {
    prepareDevices: emit({ type: 'prepareDevices' }),
    sendCalling: emit(({ context }) => ({ type: 'sendCalling', call: context.call })),
    sendAccepted: emit(({ context }) => ({ type: 'sendAccepted', call: context.call })),
    sendReturned: emit(({ context }) => ({ type: 'sendReturned', call: context.call })),
    dropConnection: emit({ type: 'dropConnection' }),
    sendHangup: emit(({ context }, how: Hangup) => ({
      type: 'sendHangup',
      call: context.call,
      code: how.code ?? hangupCode({ caller: context.caller, talking: how.talking ?? false }),
    })),
    startRinging: emit({ type: 'startRinging' }),
    stopRinging: emit({ type: 'stopRinging' }),
    connectMedia: emit(({ context }) => ({
      type: 'connectMedia',
      call: context.call,
      initiator: context.caller,
    })),
    repairMedia: emit(({ context }) => ({
      type: 'repairMedia',
      call: context.call,
      initiator: context.caller,
    })),
    releaseMedia: emit({ type: 'releaseMedia' }),
    startClock: emit({ type: 'startClock' }),
    tellEnd: emit(({ context }) => ({ type: 'ended', end: context.end ?? 'hungUp' })),
    over: assign((_, how: { readonly end: CallEnd; readonly code: CallCode | null }) => how),
    overByPeer: assign(({ event }, how: { readonly phase: Phase }) =>
      event.type === 'peer.hungUp' ? { end: endOfCode(event.code, how.phase) } : {},
    ),
    takeTheirCall: assign(({ context, event }) =>
      event.type === 'peer.called' ? { call: event.call, caller: false } : { call: context.call },
    ),
  },
}).createMachine({
  id: 'call',
  context: ({ input }) => ({ returning: false, ...input, end: null, code: null }),
  initial: 'starting',
  on: {
    'own.handled': { guard: 'ofThisCall', target: '.ended', actions: over('elsewhere') },
  },
  states: {
    starting: {
      always: [
        { guard: 'isReturning', target: 'returning' },
        { guard: 'isCaller', target: 'preparing' },
        { target: 'ringing' },
      ],
    },

    ringing: {
      entry: 'startRinging',
      exit: 'stopRinging',
      on: {
        'user.answered': 'preparing',
        'user.hungUp': { target: 'ended', actions: hangUp({}, 'refused', CALL.refused) },
        'peer.hungUp': hangUpWhile('ringing'),
        'peer.offline': { target: 'ended', actions: over('missed') },
      },
      after: { ringAtCallee: { target: 'ended', actions: over('missed') } },
    },

    preparing: {
      entry: 'prepareDevices',
      on: {
        'devices.ready': [
          { guard: 'isCaller', target: 'calling' },
          { target: 'connecting', actions: 'sendAccepted' },
        ],
        'devices.denied': [
          // No signal was sent yet, so the other side needs no hang-up.
          { guard: 'isCaller', target: 'ended', actions: over('deviceDenied') },
          { target: 'ended', actions: hangUp({ code: CALL.refused }, 'deviceDenied', CALL.refused) },
        ],
        'user.hungUp': [
          { guard: 'isCaller', target: 'ended', actions: over('cancelled') },
          { target: 'ended', actions: hangUp({}, 'refused', CALL.refused) },
        ],
        // No signal was sent yet: this side answers their call as soon as the devices are ready.
        'peer.called': { guard: 'bothWantTo', actions: 'takeTheirCall' },
        'peer.hungUp': hangUpWhile('ringing'),
        // The caller waits for the server, which may reach devices without a socket.
        'peer.offline': { guard: 'isCalled', target: 'ended', actions: over('offline') },
      },
      after: {
        prepare: [
          { guard: 'isCaller', target: 'ended', actions: over('deviceDenied') },
          { target: 'ended', actions: hangUp({ code: CALL.refused }, 'deviceDenied', CALL.refused) },
        ],
      },
    },

    calling: {
      entry: ['sendCalling', 'startRinging'],
      exit: 'stopRinging',
      on: {
        'peer.accepted': { guard: 'ofThisCall', target: 'connecting' },
        'peer.hungUp': hangUpWhile('calling'),
        'peer.busy': { guard: 'ofThisCall', target: 'ended', actions: over('busy', CALL.busy) },
        'peer.unreachable': { guard: 'ofThisCall', target: 'ended', actions: over('offline', CALL.busy) },
        'calling.failed': {
          guard: 'ofThisCall',
          target: 'ended',
          // It may have come through although no answer did.
          actions: hangUp({}, 'notConnected', null),
        },
        'peer.called': {
          guard: 'theirCallWins',
          target: 'connecting',
          // My own call ends for the others; theirs is answered at once.
          actions: [
            { type: 'sendHangup', params: { code: CALL.cancelled } },
            'takeTheirCall',
            'sendAccepted',
          ],
        },
        'user.hungUp': { target: 'ended', actions: hangUp({}, 'cancelled', CALL.cancelled) },
      },
      after: {
        ring: { target: 'ended', actions: hangUp({ code: CALL.noAnswer }, 'noAnswer', CALL.noAnswer) },
      },
    },

    connecting: {
      entry: 'connectMedia',
      on: {
        'media.connected': 'talking',
        // The other side was already connected when its page was reloaded, so its connection is lost.
        'peer.returned': {
          guard: 'ofThisCall',
          target: 'connecting',
          reenter: true,
          actions: 'dropConnection',
        },
        'media.failed': {
          target: 'ended',
          actions: hangUp({ code: CALL.noAnswer }, 'notConnected', CALL.noAnswer),
        },
        'peer.hungUp': hangUpWhile('connecting'),
        'peer.offline': {
          target: 'ended',
          actions: hangUp({ code: CALL.noAnswer }, 'offline', CALL.noAnswer),
        },
        'user.hungUp': { target: 'ended', actions: hangUp({}, 'cancelled', null) },
      },
      after: {
        connect: { target: 'ended', actions: hangUp({ code: CALL.noAnswer }, 'notConnected', CALL.noAnswer) },
      },
    },

    // The page was reloaded during the talk: the user is asked, for as long as the other side waits
    // (CALL-46).
    returning: {
      initial: 'asked',
      on: {
        'user.hungUp': { target: 'ended', actions: endTalk('hungUp') },
        'peer.hungUp': hangUpWhile('talking'),
        'peer.offline': { target: 'ended', actions: endTalk('lost') },
      },
      states: {
        asked: { on: { 'user.answered': 'preparing' } },
        preparing: {
          entry: 'prepareDevices',
          on: {
            'devices.ready': { target: '#call.talking.reconnecting', actions: 'sendReturned' },
            'devices.denied': { target: '#call.ended', actions: endTalk('deviceDenied') },
          },
        },
      },
      after: {
        comeBack: { target: 'ended', actions: endTalk('lost') },
      },
    },

    talking: {
      entry: 'startClock',
      initial: 'steady',
      on: {
        'user.hungUp': { target: 'ended', actions: endTalk('hungUp') },
        'peer.hungUp': hangUpWhile('talking'),
        'peer.returned': { guard: 'ofThisCall', target: '.reconnecting', actions: 'dropConnection' },
      },
      states: {
        steady: { on: { 'media.interrupted': 'reconnecting', 'media.failed': 'reconnecting' } },
        reconnecting: {
          initial: 'repairing',
          states: {
            // Repeats the attempts, because the network may be away for longer than one attempt lasts.
            repairing: {
              entry: 'repairMedia',
              after: { repairAgain: { target: 'repairing', reenter: true } },
              on: { 'media.failed': { target: 'repairing', reenter: true } },
            },
          },
          on: {
            'media.connected': 'steady',
            // Media and the peer's last socket are both lost, so the peer cannot return.
            'peer.offline': { target: '#call.ended', actions: endTalk('lost') },
          },
          after: {
            repair: { target: '#call.ended', actions: endTalk('lost') },
          },
        },
      },
    },

    ended: { type: 'final', entry: ['releaseMedia', 'tellEnd'] },
  },
});
