import { assign, emit, setup } from 'xstate';

/**
 * The user who is signed in on this device (SESS-1). Only a chosen logout erases stored data; a forced or
 * expired end keeps drafts and unsent messages for the same user (SESS-3).
 */
export interface SessionContext {
  /** The user whose session is open, or was until it ended. */
  readonly user: number | null;
}

export type SessionEvent =
  | { readonly type: 'token.found'; readonly user: number }
  | { readonly type: 'token.missing' }
  | { readonly type: 'login.asked' }
  | { readonly type: 'login.accepted'; readonly user: number }
  | { readonly type: 'login.refused' }
  | { readonly type: 'logout.asked' }
  /** The server no longer accepts the token: code −1 or HTTP 401. */
  | { readonly type: 'token.refused' }
  /** A newer mobile login took over (SESS-4). */
  | { readonly type: 'login.elsewhere' }
  /** The token was removed: another tab logged out or logged in another user. */
  | { readonly type: 'token.vanished' };

export type SessionEffect =
  | { readonly type: 'sessionOpened'; readonly user: number }
  /** `wipe`: everything of this person leaves the device. */
  | {
      readonly type: 'sessionClosed';
      readonly user: number;
      readonly why: 'expired' | 'kicked' | 'left' | 'loggedOut';
      readonly wipe: boolean;
    };

const closed = (context: SessionContext, why: 'expired' | 'kicked' | 'left' | 'loggedOut') =>
  ({ type: 'sessionClosed', user: context.user ?? 0, why, wipe: why === 'loggedOut' }) as const;

export const sessionMachine = setup({
  types: {
    context: {} as SessionContext,
    events: {} as SessionEvent,
    emitted: {} as SessionEffect,
  },
  actions: {
    rememberUser: assign({ user: ({ context, event }) => ('user' in event ? event.user : context.user) }),
    forgetUser: assign({ user: null }),
    tellOpened: emit(({ context }) => ({ type: 'sessionOpened', user: context.user ?? 0 })),
    tellExpired: emit(({ context }) => closed(context, 'expired')),
    tellKicked: emit(({ context }) => closed(context, 'kicked')),
    tellLeft: emit(({ context }) => closed(context, 'left')),
    tellLoggedOut: emit(({ context }) => closed(context, 'loggedOut')),
  },
}).createMachine({
  id: 'session',
  initial: 'starting',
  context: { user: null },
  states: {
    starting: {
      on: {
        'token.found': { target: 'signedIn', actions: 'rememberUser' },
        'token.missing': 'signedOut',
      },
    },
    signedOut: {
      on: {
        'login.asked': 'signingIn',
        'token.found': { target: 'signedIn', actions: 'rememberUser' },
      },
    },
    signingIn: {
      on: {
        'login.accepted': { target: 'signedIn', actions: 'rememberUser' },
        'login.refused': 'signedOut',
        'token.found': { target: 'signedIn', actions: 'rememberUser' },
      },
    },
    signedIn: {
      entry: 'tellOpened',
      on: {
        'logout.asked': { target: 'signedOut', actions: ['tellLoggedOut', 'forgetUser'] },
        'token.refused': { target: 'expired', actions: 'tellExpired' },
        'login.elsewhere': { target: 'kicked', actions: 'tellKicked' },
        'token.vanished': { target: 'signedOut', actions: ['tellLeft', 'forgetUser'] },
      },
    },
    expired: {
      on: {
        'login.asked': 'signingIn',
        'token.found': { target: 'signedIn', actions: 'rememberUser' },
      },
    },
    kicked: {
      on: {
        'login.asked': 'signingIn',
        'token.found': { target: 'signedIn', actions: 'rememberUser' },
      },
    },
  },
});
