import { createActor, type ActorRefFrom } from 'xstate';
import { sessionMachine, type SessionEffect } from '../../../machines/session.machine.ts';
import type { SelfFacts } from '../../domain/events.ts';
import type { UserId } from '../../domain/ids.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Ids } from '../../ports/random.ts';
import type { SettingsPort, TabMemoryPort } from '../../ports/storage.ts';
import type { SessionState, SessionView } from '../interface/client.ts';
import type { WatchActors } from '../../ports/watch.ts';
import { isSealed, keyBytes, openToken, sealToken, TOKEN_KEY } from '../../domain/sealed-token.ts';

/** The open session: whose it is and what proves it. */
export interface Session {
  readonly user: UserId;
  readonly token: string;
  readonly self: SelfFacts;
  /** Ends this login and gives no access; empty if the server issued none (SESS-6). */
  readonly logoutKey: string;
  /** One login on this device; a snapshot of an earlier one is never written over a later one. */
  readonly login: string;
}

export interface SessionDriver {
  readonly view: SessionView;
  current(): Session | null;
  /** False once another tab has ended this login, even before its notification arrives. */
  isCurrent(): boolean;
  /** Resumes the stored session, if any. */
  start(): void;
  loginAsked(): void;
  loginRefused(): void;
  /** `isBrief`: without "Remember me", so it ends when the browser closes (SESS-11). */
  loginAccepted(login: Pick<Session, 'token' | 'self' | 'logoutKey'>, isBrief: boolean): void;
  logoutAsked(): void;
  /** True if it was the open session's token; data of an erased account is removed (DATA-10). */
  tokenRefused(token: string, isErased?: boolean): boolean;
  onKicked(): void;
  selfChanged(self: SelfFacts): void;
  /** The state's current facts about the user: another device may have changed them (ACC-11). */
  onChange(self: SelfFacts | null): void;
  stop(): void;
}

export interface SessionParts {
  readonly settings: SettingsPort;
  readonly browserMemory?: TabMemoryPort | undefined;
  readonly ids: Ids;
  readonly clock: Clock;
  /** The browser has closed since this brief login, and its data is still on the device. */
  readonly ended: (left: Pick<Session, 'user' | 'logoutKey'>) => void;
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

type Stores = Pick<SessionParts, 'settings' | 'browserMemory'>;

export const createSession = (parts: SessionParts): SessionDriver => new StoredSession(parts);

class StoredSession implements SessionDriver {
  readonly view: SessionView;
  readonly #parts: SessionParts;
  readonly #actor;
  readonly #endWatch: () => void;
  #session: Session | null = null;
  /** If the browser stores nothing, no other tab can end the session. */
  #isKept = false;

  constructor(parts: SessionParts) {
    const { settings, clock, watch } = parts;
    this.#parts = parts;
    this.#actor = createActor(sessionMachine, { id: 'session', clock, inspect: watch });
    this.#actor.on('*', (effect) => this.#perform(effect));
    this.view = viewOf(this.#actor);
    this.#actor.start();
    this.#endWatch = settings.onChange((key) => {
      if (key === TOKEN) this.#follow();
    });
  }

  current(): Session | null {
    return this.#session;
  }

  isCurrent(): boolean {
    const now = this.#session;
    return now !== null && (!this.#isKept || this.#stored()?.user === now.user);
  }

  start(): void {
    const stored = this.#stored();
    if (stored !== null) return this.#takeUp(stored);
    const left = leftBehind(this.#parts);
    if (left !== null) {
      forgetSession(this.#parts);
      this.#parts.ended(left);
    }
    this.#actor.send({ type: 'token.missing' });
  }

  loginAsked(): void {
    this.#actor.send({ type: 'login.asked' });
  }

  loginRefused(): void {
    this.#actor.send({ type: 'login.refused' });
  }

  loginAccepted(
    { token, self, logoutKey }: Pick<Session, 'token' | 'self' | 'logoutKey'>,
    isBrief: boolean,
  ): void {
    // Another tab may have signed in the same user since this one asked.
    const before = this.#session;
    const login = before?.user === self.id ? before.login : this.#parts.ids.hex(8);
    this.#session = { token, self, logoutKey, user: self.id, login };
    const key = isBrief ? this.#keyFor(token) : '';
    if (key === null) forgetSession(this.#parts);
    else keepSession(this.#parts, this.#session, key);
    this.#actor.send({ type: 'login.accepted', user: self.id });
  }

  logoutAsked(): void {
    this.#actor.send({ type: 'logout.asked' });
  }

  tokenRefused(token: string, isErased = false): boolean {
    // Refused because another tab signed in again or logged out: its token must not be wiped, nor wiped data
    // written again.
    if (this.#session?.token !== token || this.#isOvertaken()) return false;
    this.#actor.send({ type: isErased ? 'logout.asked' : 'token.refused' });
    return true;
  }

  onKicked(): void {
    if (!this.#isOvertaken()) this.#actor.send({ type: 'login.elsewhere' });
  }

  selfChanged(self: SelfFacts): void {
    if (this.#session === null) return;
    this.#session = { ...this.#session, self };
    this.#parts.settings.set(SELF, JSON.stringify(self));
  }

  onChange(self: SelfFacts | null): void {
    const ownFacts = this.#session?.self;
    if (self !== null && self !== ownFacts && self.id === ownFacts?.id) this.selfChanged(self);
  }

  stop(): void {
    this.#endWatch();
    this.#actor.stop();
  }

  #stored(): Session | null {
    return storedSession(this.#parts);
  }

  /** A new key for the token of a brief login; null if nothing can keep it. */
  #keyFor(token: string): string | null {
    const { browserMemory, ids } = this.#parts;
    const key = ids.hex(keyBytes(token));
    browserMemory?.set(TOKEN_KEY, key);
    return browserMemory?.get(TOKEN_KEY) === key ? key : null;
  }

  #takeUp(next: Session): void {
    this.#session = next;
    this.#actor.send({ type: 'token.found', user: next.user });
  }

  #perform(effect: SessionEffect): void {
    const now = this.#session;
    if (now === null) return;
    if (effect.type === 'sessionOpened') {
      this.#isKept = this.#stored() !== null;
      return this.#parts.opened(now);
    }
    this.#session = null;
    // Another tab has cleared, or already replaced, these keys.
    if (effect.why !== 'left') forgetSession(this.#parts);
    this.#parts.closed(now, effect.why, effect.wipe);
  }

  /** Follows the stored session: another tab may have logged in or out. */
  #follow(): void {
    const [now, next] = [this.#session, this.#stored()];
    if (next?.token === now?.token) return;
    if (now !== null && next !== null && next.user === now.user) {
      // The same user continues here: a scope being opened for this login must not be abandoned.
      this.#session = { ...next, login: now.login };
      return;
    }
    this.#actor.send({ type: 'token.vanished' });
    if (next !== null) this.#takeUp(next);
  }

  /** Returns true if another tab has ended or changed this login, even before its notification arrives. */
  #isOvertaken(): boolean {
    const before = this.#session;
    if (this.#isKept) this.#follow();
    return this.#session !== before;
  }
}

/** The machine's state for screens; listeners are notified only of a changed state. */
function viewOf(actor: ActorRefFrom<typeof sessionMachine>): SessionView {
  const listeners = new Set<() => void>();
  let state: SessionState = { name: 'starting' };
  actor.subscribe((snapshot) => {
    const next = stateOf(snapshot.value);
    if (next.name === state.name) return;
    state = next;
    for (const listener of listeners) listener();
  });
  return {
    get: () => state,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

function storedSession({ settings, browserMemory }: Stores): Session | null {
  const token = openToken(settings.get(TOKEN), () => browserMemory?.get(TOKEN_KEY) ?? null);
  const self = parseSelf(settings.get(SELF));
  if (!token || !self) return null;
  const [logoutKey, login] = [settings.get(LOGOUT_KEY) ?? '', settings.get(LOGIN) ?? ''];
  return { token, self, user: self.id, logoutKey, login };
}

/** The user of a brief login whose key ended with the browser. */
function leftBehind({ settings }: Stores): Pick<Session, 'user' | 'logoutKey'> | null {
  const self = parseSelf(settings.get(SELF));
  if (!isSealed(settings.get(TOKEN)) || self === null) return null;
  return { user: self.id, logoutKey: settings.get(LOGOUT_KEY) ?? '' };
}

/** Stores the session for pages opened later. `key` seals the token of a brief login. */
export function keepSession(
  {
    settings,
    browserMemory,
  }: { readonly settings: Pick<SettingsPort, 'set'> } & Pick<Stores, 'browserMemory'>,
  { token, self, logoutKey, login }: Session,
  key = '',
): void {
  if (key === '') browserMemory?.set(TOKEN_KEY, null);
  settings.set(LOGIN, login);
  settings.set(SELF, JSON.stringify(self));
  settings.set(LOGOUT_KEY, logoutKey === '' ? null : logoutKey);
  // Last: other tabs wake by it and read the others.
  settings.set(TOKEN, key === '' ? token : sealToken(token, key));
}

function forgetSession({ settings, browserMemory }: Stores): void {
  for (const key of [TOKEN, SELF, LOGIN, LOGOUT_KEY, 'client_id']) settings.set(key, null);
  browserMemory?.set(TOKEN_KEY, null);
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
    const parsed = JSON.parse(text) as Partial<SelfFacts> | null;
    return typeof parsed?.id === 'number' &&
      typeof parsed.account === 'string' &&
      typeof parsed.realname === 'string'
      ? (parsed as SelfFacts)
      : null;
  } catch {
    return null;
  }
}
