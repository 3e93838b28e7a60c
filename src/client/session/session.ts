import { createActor } from 'xstate';
import { sessionMachine, type SessionEffect } from '../../../machines/session.machine.ts';
import type { SelfFacts } from '../../domain/events.ts';
import type { UserId } from '../../domain/ids.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Ids } from '../../ports/random.ts';
import type { SettingsPort } from '../../ports/storage.ts';
import type { SessionState, SessionView } from '../interface/client.ts';
import type { WatchActors } from '../../ports/watch.ts';

/** The open session: whose it is and what proves it. */
export interface Session {
  readonly user: UserId;
  readonly token: string;
  readonly self: SelfFacts;
  /** Ends this login and opens nothing; empty where the server gave none (SESS-6). */
  readonly logoutKey: string;
  /** One login on this device; a snapshot of an earlier one is never written over a later one. */
  readonly login: string;
}

export interface SessionDriver {
  readonly view: SessionView;
  current(): Session | null;
  /**
   * False once another tab has ended the login that this one goes by, also while the word of it is on its
   * way.
   */
  stands(): boolean;
  /** Takes up the stored session, when there is one. */
  start(): void;
  loginAsked(): void;
  loginRefused(): void;
  loginAccepted(login: Pick<Session, 'token' | 'self' | 'logoutKey'>): void;
  logoutAsked(): void;
  /** True when it was the token of the open session. */
  tokenRefused(token: string): boolean;
  kicked(): void;
  selfChanged(self: SelfFacts): void;
  /** What the state says of oneself now: another device may have changed it (ACC-11). */
  looked(self: SelfFacts | null): void;
  stop(): void;
}

export interface SessionParts {
  readonly settings: SettingsPort;
  readonly ids: Ids;
  readonly clock: Clock;
  readonly opened: (session: Session) => void;
  readonly closed: (
    session: Session,
    why: 'expired' | 'kicked' | 'left' | 'loggedOut',
    wipe: boolean,
  ) => void;
  readonly watch?: WatchActors;
}

const TOKEN = 'authToken';
const SELF = 'userInfo';
const LOGIN = 'loginId';
const LOGOUT_KEY = 'logoutKey';

export function createSession({ settings, ids, clock, opened, closed, watch }: SessionParts): SessionDriver {
  const actor = createActor(sessionMachine, { id: 'session', clock, inspect: watch });
  let session: Session | null = null;
  // Where the browser keeps nothing, no other tab can end it.
  let isKept = false;
  let state: SessionState = { name: 'starting' };
  const listeners = new Set<() => void>();

  const stored = (): Session | null => {
    const token = settings.get(TOKEN);
    const self = parseSelf(settings.get(SELF));
    return token && self
      ? {
          token,
          self,
          user: self.id,
          logoutKey: settings.get(LOGOUT_KEY) ?? '',
          login: settings.get(LOGIN) ?? '',
        }
      : null;
  };
  const takeUp = (next: Session) => {
    session = next;
    actor.send({ type: 'token.found', user: next.user });
  };
  const forget = () => {
    for (const key of [TOKEN, SELF, LOGIN, LOGOUT_KEY, 'client_id']) settings.set(key, null);
  };
  const perform = (effect: SessionEffect): void => {
    const now = session;
    if (now === null) return;
    if (effect.type === 'sessionOpened') {
      isKept = stored() !== null;
      return opened(now);
    }
    session = null;
    // Another tab has cleared, or already filled, these keys.
    if (effect.why !== 'left') forget();
    closed(now, effect.why, effect.wipe);
  };
  /** Goes by what is stored: another tab may have logged in or out. */
  const follow = (): void => {
    const next = stored();
    if (next?.token === session?.token) return;
    if (session !== null && next !== null && next.user === session.user) {
      // The same person goes on here: what is being opened for this login must not be given up.
      session = { ...next, login: session.login };
      return;
    }
    actor.send({ type: 'token.vanished' });
    if (next !== null) takeUp(next);
  };
  /**
   * Whether another tab has ended or changed this login, also while the word of it is on its way: then it is
   * as if that had come.
   */
  const overtaken = (): boolean => {
    const before = session;
    if (isKept) follow();
    return session !== before;
  };

  actor.on('*', perform);
  actor.subscribe((snapshot) => {
    const next = stateOf(snapshot.value);
    if (next.name === state.name) return;
    state = next;
    for (const run of listeners) run();
  });
  actor.start();
  const endWatch = settings.onChange((key) => {
    if (key === TOKEN) follow();
  });

  const selfChanged = (self: SelfFacts): void => {
    if (session === null) return;
    session = { ...session, self };
    settings.set(SELF, JSON.stringify(self));
  };
  return {
    view: {
      get: () => state,
      subscribe: (run) => {
        listeners.add(run);
        return () => listeners.delete(run);
      },
    },
    current: () => session,
    stands: () => session !== null && (!isKept || stored()?.user === session.user),
    start: () => {
      const found = stored();
      if (found === null) actor.send({ type: 'token.missing' });
      else takeUp(found);
    },
    loginAsked: () => actor.send({ type: 'login.asked' }),
    loginRefused: () => actor.send({ type: 'login.refused' }),
    loginAccepted: ({ token, self, logoutKey }) => {
      // Another tab may have signed the same person in while this one asked.
      const login = session?.user === self.id ? session.login : ids.hex(8);
      settings.set(LOGIN, login);
      settings.set(SELF, JSON.stringify(self));
      settings.set(LOGOUT_KEY, logoutKey === '' ? null : logoutKey);
      // Last: other tabs wake by it and read the others.
      settings.set(TOKEN, token);
      session = { token, self, logoutKey, user: self.id, login };
      actor.send({ type: 'login.accepted', user: self.id });
    },
    logoutAsked: () => actor.send({ type: 'logout.asked' }),
    tokenRefused: (token) => {
      // Refused because another tab has signed in anew or logged out: its token must not be wiped, nor what
      // it wiped be written again.
      if (session === null || session.token !== token || overtaken()) return false;
      actor.send({ type: 'token.refused' });
      return true;
    },
    kicked: () => {
      if (!overtaken()) actor.send({ type: 'login.elsewhere' });
    },
    selfChanged,
    looked: (self) => {
      if (self !== null && self !== session?.self && self.id === session?.self.id) selfChanged(self);
    },
    stop: () => {
      endWatch();
      actor.stop();
    },
  };
}

function stateOf(value: unknown): SessionState {
  switch (value) {
    case 'starting':
    case 'signedOut':
    case 'signingIn':
    case 'signedIn':
      return { name: value };
    case 'kicked':
      return { name: 'ended', why: 'kicked' };
    default:
      return { name: 'ended', why: 'expired' };
  }
}

/** Our own record of the person; anything else in that key is another program's and is not ours to trust. */
function parseSelf(text: string | null): SelfFacts | null {
  if (text === null) return null;
  try {
    const found = JSON.parse(text) as Partial<SelfFacts> | null;
    return typeof found?.id === 'number' &&
      typeof found.account === 'string' &&
      typeof found.realname === 'string'
      ? (found as SelfFacts)
      : null;
  } catch {
    return null;
  }
}
