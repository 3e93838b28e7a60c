import { assign, emit, setup } from 'xstate';
import { networkLimits } from '../src/domain/first-limits.ts';

/**
 * Decides when a socket is opened, kept alive, abandoned and retried (SOCK-1 … SOCK-13). It holds no socket:
 * it requests effects (`SocketEffect`) and receives events. Every socket has a number, and events of an
 * older one are ignored (SOCK-10).
 *
 * With a base-protocol server it binds by a call before the frame. Pongs of that server do not say whether
 * the user is bound, so the pong after the frame is the answer (PLAIN-1).
 *
 * Both counters start at 1 and rise with each retry. They are reset when the user is bound (signed out: with
 * the first pong) or on a deliberate close, never because a socket opened: a server that accepts and drops
 * connections would otherwise be retried forever.
 */
export interface SocketContext {
  readonly signedIn: boolean;
  /** The server of this socket speaks the plain contract. */
  readonly plain: boolean;
  /** Number of the present socket; 0 before the first. */
  readonly socket: number;
  readonly openFailures: number;
  readonly closes: number;
  /** Heartbeats sent since the last pong. */
  readonly unanswered: number;
  /** Cause of the wait, so that the retry increments the right counter. */
  readonly after: 'openFailure' | 'close';
  /** The last attempt failed at a proxy that passes no websockets (SOCK-14). */
  readonly blocked: boolean;
  /** The connection error of this outage was raised; the next one needs a bound socket in between. */
  readonly raised: boolean;
}

export type SocketEvent =
  | { readonly type: 'connect.asked' }
  | { readonly type: 'close.asked' }
  | { readonly type: 'retry.asked' }
  | { readonly type: 'user.signedIn' }
  | { readonly type: 'user.signedOut' }
  | { readonly type: 'foreground.returned' }
  | { readonly type: 'network.returned' }
  | { readonly type: 'call.answered' }
  | { readonly type: 'socket.opened'; readonly socket: number }
  /** It never opened; `blocked`: a proxy passes no websockets. */
  | { readonly type: 'socket.failed'; readonly socket: number; readonly blocked?: boolean }
  /** The socket was open and closed. */
  | { readonly type: 'socket.closed'; readonly socket: number }
  | { readonly type: 'init.received'; readonly socket: number; readonly plain: boolean }
  /** Outcome of `callBind`. */
  | { readonly type: 'bind.answered'; readonly socket: number }
  | { readonly type: 'bind.failed'; readonly socket: number }
  | { readonly type: 'ping.received'; readonly socket: number }
  /** `bound` null: not reported by the server. */
  | { readonly type: 'pong.received'; readonly socket: number; readonly bound: boolean | null };

export type SocketEffect =
  | { readonly type: 'openSocket'; readonly socket: number }
  /** Silences and closes; after it the socket has no voice. */
  | { readonly type: 'dropSocket'; readonly socket: number }
  | { readonly type: 'sendPing' }
  | { readonly type: 'sendPong' }
  /** The call that binds to a base-protocol server. */
  | { readonly type: 'callBind'; readonly socket: number }
  | { readonly type: 'sendBind'; readonly plain: boolean }
  | { readonly type: 'sendClose' }
  /** A call whose answer is ignored: it tests the network, and whether the session is still valid. */
  | { readonly type: 'sendProbe' }
  /** The server has identified the user on this socket. */
  | { readonly type: 'becameBound' }
  | { readonly type: 'raiseConnectionError' };

const FRESH = { openFailures: 1, closes: 1, unanswered: 0, raised: false } as const;

export const socketMachine = setup({
  types: {
    context: {} as SocketContext,
    events: {} as SocketEvent,
    emitted: {} as SocketEffect,
    input: {} as { readonly signedIn: boolean },
  },
  delays: {
    heartbeat: networkLimits.heartbeatMs,
    reconnect: networkLimits.reconnectMs,
    /** Drawn again for each probe (SOCK-8); the caller that starts the machine provides the draw. */
    probe: networkLimits.probeMinMs,
    answer: networkLimits.requestTimeoutMs,
    handshake: networkLimits.transferTimeoutMs,
  },
  guards: {
    ofThisSocket: ({ context, event }) => 'socket' in event && event.socket === context.socket,
    signedIn: ({ context }) => context.signedIn,
    signedOut: ({ context }) => !context.signedIn,
    errorWasRaised: ({ context }) => context.raised,
    mayRetryAfterOpenFailure: ({ context }) => context.openFailures < networkLimits.openFailureLimit,
    mayRetryAfterClose: ({ context }) => context.closes < networkLimits.closeLimit,
    pingsStayedUnanswered: ({ context }) => context.unanswered >= networkLimits.deadAfterUnansweredPings,
    signedInPlain: ({ context }) => context.signedIn && context.plain,
    saysBound: ({ context, event }) =>
      event.type === 'pong.received' && event.socket === context.socket && (event.bound ?? context.plain),
    saysUnbound: ({ context, event }) =>
      event.type === 'pong.received' && event.socket === context.socket && event.bound === false,
    refusedWithRetriesLeft: ({ context, event }) =>
      event.type === 'socket.closed' &&
      event.socket === context.socket &&
      context.closes < networkLimits.closeLimit,
    firstPongSignedOut: ({ context, event }) =>
      event.type === 'pong.received' && event.socket === context.socket && !context.signedIn,
  },
  actions: {
    open: emit(({ context }) => ({ type: 'openSocket', socket: context.socket })),
    drop: emit(({ context }) => ({ type: 'dropSocket', socket: context.socket })),
    ping: emit({ type: 'sendPing' }),
    pong: emit({ type: 'sendPong' }),
    learnServer: assign({
      plain: ({ context, event }) => (event.type === 'init.received' ? event.plain : context.plain),
    }),
    callBind: emit(({ context }) => ({ type: 'callBind', socket: context.socket })),
    bind: emit(({ context }) => ({ type: 'sendBind', plain: context.plain })),
    sayClose: emit({ type: 'sendClose' }),
    probe: emit({ type: 'sendProbe' }),
    tellBound: emit({ type: 'becameBound' }),
    raiseError: emit({ type: 'raiseConnectionError' }),
    nextSocket: assign({ socket: ({ context }) => context.socket + 1, unanswered: 0 }),
    countPing: assign({ unanswered: ({ context }) => context.unanswered + 1 }),
    countPong: assign({ unanswered: 0 }),
    afterOpenFailure: assign(({ event }) => ({
      after: 'openFailure' as const,
      blocked: event.type === 'socket.failed' && event.blocked === true,
    })),
    afterClose: assign({ after: 'close' as const }),
    countRetry: assign(({ context }) =>
      context.after === 'openFailure'
        ? { openFailures: Math.min(context.openFailures + 1, networkLimits.openFailureLimit) }
        : { closes: Math.min(context.closes + 1, networkLimits.closeLimit) },
    ),
    resetCounters: assign(FRESH),
    markRaised: assign({ raised: true }),
    signIn: assign({ signedIn: true }),
    signOut: assign({ signedIn: false }),
  },
}).createMachine({
  id: 'socket',
  initial: 'idle',
  context: ({ input }) => ({
    ...FRESH,
    signedIn: input.signedIn,
    plain: false,
    socket: 0,
    after: 'openFailure',
    blocked: false,
  }),
  on: {
    'user.signedIn': { actions: 'signIn' },
    'user.signedOut': { actions: 'signOut' },
  },
  states: {
    idle: { on: { 'connect.asked': 'connecting' } },

    connecting: {
      entry: ['nextSocket', 'open'],
      on: {
        'socket.opened': { guard: 'ofThisSocket', target: 'open' },
        'socket.failed': { guard: 'ofThisSocket', target: 'openFailed' },
        'close.asked': { target: 'closed', actions: 'drop' },
      },
      after: { handshake: { target: 'openFailed', actions: 'drop' } },
    },

    openFailed: {
      entry: 'afterOpenFailure',
      always: [{ guard: 'mayRetryAfterOpenFailure', target: 'waiting' }, { target: 'lost' }],
    },

    open: {
      type: 'parallel',
      entry: ['ping', 'countPing'],
      on: {
        'socket.closed': { guard: 'ofThisSocket', target: 'dropped' },
        'ping.received': { guard: 'ofThisSocket', actions: 'pong' },
        'close.asked': { target: 'closed', actions: ['sayClose', 'drop'] },
      },
      states: {
        link: {
          initial: 'greeting',
          states: {
            greeting: {
              on: {
                'init.received': { guard: 'ofThisSocket', target: 'greeted', actions: 'learnServer' },
              },
              after: { answer: { guard: 'signedIn', target: '#socket.dead' } },
            },
            /** Greeted while signed out; a signed-in client continues to binding at once. */
            greeted: {
              always: [
                { guard: 'signedInPlain', target: 'calling' },
                { guard: 'signedIn', target: 'binding' },
              ],
            },
            /** Before this call, a base-protocol server sends no messages of any user. */
            calling: {
              entry: 'callBind',
              always: { guard: 'signedOut', target: 'greeted' },
              on: {
                'bind.answered': { guard: 'ofThisSocket', target: 'binding' },
                'bind.failed': { guard: 'ofThisSocket', target: '#socket.dead' },
              },
              after: { answer: '#socket.dead' },
            },
            binding: {
              entry: 'bind',
              always: { guard: 'signedOut', target: 'greeted' },
              on: {
                'pong.received': { guard: 'saysBound', target: 'bound' },
                // The server closed instead of binding: the token may have ended, and a call reports that
                // (SOCK-13). Without retries left, only the probes ask: an answer to this call would end that
                // pause at once, repeatedly.
                'socket.closed': {
                  guard: 'refusedWithRetriesLeft',
                  target: '#socket.dropped',
                  actions: 'probe',
                },
              },
              after: { answer: '#socket.dead' },
            },
            bound: {
              entry: ['resetCounters', 'tellBound'],
              always: { guard: 'signedOut', target: 'greeted' },
              // The server unbound this socket, as it does when its token ends elsewhere, and sends no events
              // to it.
              on: { 'pong.received': { guard: 'saysUnbound', target: 'binding' } },
            },
          },
        },
        heart: {
          initial: 'beating',
          states: {
            beating: {
              after: {
                heartbeat: [
                  { guard: 'pingsStayedUnanswered', target: '#socket.dead' },
                  { target: 'beating', reenter: true, actions: ['ping', 'countPing'] },
                ],
              },
              on: {
                'pong.received': [
                  { guard: 'firstPongSignedOut', actions: ['countPong', 'resetCounters'] },
                  { guard: 'ofThisSocket', actions: 'countPong' },
                ],
              },
            },
          },
        },
        /**
         * After sleep, a device may hold a socket that was never closed. Coming to the foreground tests it
         * once, without counting as a heartbeat, and replaces it if no answer arrives (SOCK-9).
         */
        check: {
          initial: 'quiet',
          states: {
            quiet: {
              on: {
                'foreground.returned': [
                  { guard: 'pingsStayedUnanswered', target: '#socket.stale' },
                  { target: 'asking' },
                ],
                'network.returned': 'asking',
                'retry.asked': 'asking',
              },
            },
            asking: {
              entry: 'ping',
              on: { 'pong.received': { guard: 'ofThisSocket', target: 'quiet' } },
              after: { answer: '#socket.stale' },
            },
          },
        },
      },
    },

    /** Silent too long: given up like one that closed. */
    dead: { entry: 'drop', always: 'dropped' },

    dropped: {
      entry: 'afterClose',
      always: [{ guard: 'mayRetryAfterClose', target: 'waiting' }, { target: 'lost' }],
    },

    /** A dead socket found while the page is visible is replaced at once. */
    stale: { entry: ['drop', 'afterClose', 'countRetry'], always: 'connecting' },

    waiting: {
      on: {
        'foreground.returned': { target: 'connecting', actions: 'countRetry' },
        'network.returned': { target: 'connecting', actions: 'countRetry' },
        'retry.asked': { target: 'connecting', actions: 'countRetry' },
        'close.asked': 'closed',
      },
      after: { reconnect: { target: 'connecting', actions: 'countRetry' } },
    },

    /**
     * Out of retries: the connection error was raised once, and the network is waited for (SOCK-6, SOCK-7).
     */
    lost: {
      initial: 'telling',
      on: {
        'network.returned': 'connecting',
        'foreground.returned': 'connecting',
        'call.answered': 'connecting',
        'retry.asked': 'connecting',
        'close.asked': 'closed',
      },
      states: {
        telling: {
          always: [
            { guard: 'errorWasRaised', target: 'resting' },
            { target: 'resting', actions: ['raiseError', 'markRaised'] },
          ],
        },
        resting: { after: { probe: { target: 'resting', reenter: true, actions: 'probe' } } },
      },
    },

    closed: {
      entry: 'resetCounters',
      on: { 'connect.asked': 'connecting' },
    },
  },
});
