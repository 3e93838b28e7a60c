import type { UserId } from '../../domain/ids.ts';
import type { Log } from '../../ports/log.ts';
import type { RecordsPort, SettingsPort } from '../../ports/storage.ts';
import type { Api } from '../connection/api.ts';
import type { SocketDriver } from '../connection/connection.ts';
import type { Drafts } from '../kernel/drafts.ts';
import type { Late } from '../kernel/lazy.ts';
import type { Notices } from '../kernel/notices.ts';
import type { ClientPorts } from '../kernel/ports.ts';
import type { SentBeside } from '../outbox/beside.ts';
import type { SenderParts } from '../outbox/sender.ts';
import { dropState } from '../persistence/records.ts';
import { wipesKeptMax } from '../state/limits.ts';
import type { ClientStore } from '../state/store.ts';
import type { PlainServer } from '../sync/plain-server.ts';
import type { MakeKeeper } from './keeper.ts';
import type { Session } from './session.ts';
import { WIPES } from './traces.ts';
import { type MakeOwnQueues, type UserScope, openScope, readState } from './user-scope.ts';
import type { VanishingCode } from './vanishing.ts';

interface Ports {
  readonly settings: SettingsPort;
  readonly records: RecordsPort;
  readonly log: Log;
}

const pendingWipes = (settings: SettingsPort): readonly string[] =>
  (settings.get(WIPES) ?? '').split(' ').filter(Boolean);

const writeWipes = (settings: SettingsPort, users: readonly string[]): void =>
  settings.set(WIPES, users.length === 0 ? null : users.slice(-wipesKeptMax).join(' '));

const without = (settings: SettingsPort, user: string): readonly string[] =>
  pendingWipes(settings).filter((one) => one !== user && one !== user + STATE);

/** Noted before any wipe: a page may close before it is complete (SESS-3). */
const noteWipe = (settings: SettingsPort, user: UserId): void =>
  writeWipes(settings, [...without(settings, String(user)), String(user)]);

/** In the list of wipes: unsent messages, files and changes stay, for this user (SESS-11). */
const STATE = '/state';

const noteStateWipe = (settings: SettingsPort, user: UserId): void => {
  // A complete wipe may wait already.
  if (pendingWipes(settings).includes(String(user))) return;
  writeWipes(settings, [...without(settings, String(user)), String(user) + STATE]);
};

/** The user signed in again: data stored here from now on is theirs. */
const forgetWipe = (settings: SettingsPort, user: UserId): void => {
  if (settings.get(WIPES) !== null) writeWipes(settings, without(settings, String(user)));
};

/** Completes wipes that a chosen log-out left unfinished, in this tab or another. */
async function finishWipes({ settings, records, log }: Ports): Promise<void> {
  for (const wipe of pendingWipes(settings)) {
    const user = wipe.replace(STATE, '');
    const wiping = wipe === user ? records.wipe(user) : dropState(records, user);
    await wiping.then(
      () => writeWipes(settings, without(settings, user)),
      () => log.write('warn', 'wipe.failed'),
    );
  }
}

/** Opens and closes what lives as long as a session, one after the other, never two at once. */
export interface Scopes {
  open(): UserScope | null;
  /** The same, also while it is being opened: what is shown can be pressed already (SESS-9). */
  opened(): Promise<UserScope | null>;
  sessionOpened(session: Session): void;
  sessionClosed(session: Session, why: 'expired' | 'kicked' | 'left' | 'loggedOut', wipe: boolean): void;
  /** The browser has closed since a brief login of this user: what the server has too is removed. */
  briefEnded(user: UserId): void;
  /** Resolves when the stored state of the session that is being opened is in. */
  opening(): Promise<void>;
  /** Resolves when the closing session has no work left. */
  closing(): Promise<void>;
  stop(): Promise<void>;
}

export interface ScopesParts {
  readonly ports: ClientPorts;
  readonly api: Api;
  readonly store: ClientStore;
  readonly plain: PlainServer;
  readonly notices: Notices;
  readonly sent: SenderParts;
  readonly beside: SentBeside;
  readonly drafts: Drafts;
  readonly link: () => SocketDriver | undefined;
  readonly current: () => Session | null;
  readonly isLoginCurrent: () => boolean;
  /** This device has no list of this user. */
  readonly onEmpty: () => void;
  /** This tab does the sending from now on. */
  readonly onHold: () => void;
  readonly saver: MakeKeeper;
  readonly sending: MakeOwnQueues;
  readonly vanish: Late<VanishingCode>;
}

export function createScopes(parts: ScopesParts): Scopes {
  const { ports, store, drafts, link } = parts;
  let open: UserScope | null = null;
  let opened: Promise<unknown> = Promise.resolve();
  let opening: Promise<void> = Promise.resolve();
  // Data an earlier page was to wipe is never shown.
  let closing: Promise<void> = finishWipes(ports);

  const show = async (session: Session): Promise<UserScope | null> => {
    await closing;
    // Another tab may have closed during its wipe.
    await finishWipes(ports);
    const stillOpen = () =>
      parts.current()?.login === session.login && parts.current()?.user === session.user;
    if (!stillOpen()) return null;
    forgetWipe(ports.settings, session.user);
    const scopeParts = { ...parts, session, stillOpen };
    const stored = await readState(scopeParts);
    if (stillOpen()) open = openScope(scopeParts, stored);
    return open;
  };
  const begin = async (showing: Promise<UserScope | null>): Promise<void> => {
    const scope = await showing;
    await scope?.load();
    // The session may have ended since.
    if (scope === null || open !== scope) return;
    scope.permit(ports.device.isOnline());
    signIn(link());
  };
  const end = async (scope: UserScope | null, wipe: boolean): Promise<void> => {
    await opening;
    await scope?.stop(!wipe);
    if (wipe) await finishWipes(ports);
  };

  return {
    open: () => open,
    opened: () => opened.then(() => open),
    sessionOpened: (session) => {
      drafts.giveBackTo(session.user);
      store.dispatch({ type: 'signedIn', self: session.self });
      const showing = show(session);
      opened = showing;
      opening = begin(showing);
    },
    sessionClosed: (session, why, wipe) => {
      const scope = open;
      open = null;
      if (wipe) noteWipe(ports.settings, session.user);
      signOut(link());
      keepDrafts(parts, session, wipe, why);
      closing = end(scope, wipe);
      // An expired session still shows its page until the person has read why (SESS-2).
      if (why !== 'expired') store.dispatch({ type: 'signedOut' });
    },
    briefEnded: (user) => {
      noteStateWipe(ports.settings, user);
      drafts.keepFor(user, { unsentOnly: true });
      closing = closing.then(() => finishWipes(ports));
    },
    opening: () => opening,
    closing: () => closing,
    stop: async () => {
      await Promise.all([opening, closing]);
      const scope = open;
      open = null;
      await scope?.stop(true);
    },
  };
}

type Link = ReturnType<ScopesParts['link']>;

function signIn(link: Link): void {
  link?.signedIn();
  link?.connect();
}

function signOut(link: Link): void {
  link?.close();
  link?.signedOut();
}

function keepDrafts(
  { drafts }: ScopesParts,
  { user }: Session,
  wipe: boolean,
  why: Parameters<Scopes['sessionClosed']>[1],
): void {
  if (wipe) drafts.wipe();
  else if (why !== 'left') drafts.keepFor(user);
}
