import { getAdminNotice, sync } from '../wire/calls/sync.ts';
import { bindUid, getSystemInfo } from '../wire/calls/session.ts';
import { code } from '../wire/envelope.ts';
import { path } from './connection/answers.ts';
import { createSocketDriver } from './connection/connection.ts';
import type { UserId } from '../domain/ids.ts';
import { CANCELLED, ownPrefix } from '../domain/own-keys.ts';
import type { SettingsPort } from '../ports/storage.ts';
import type { Foundation } from './foundation.ts';
import type { UploadStore } from './uploads/upload-store.ts';
import { createScopes } from './session/scopes.ts';
import { createSession } from './session/session.ts';
import { dropBriefTraces, dropTraces, keepLogout } from './session/traces.ts';
import { onlineWord } from './state/selectors.ts';
import { createCatchUp } from './sync/catch-up.ts';

export type Drivers = ReturnType<typeof createDrivers>;

/** Drivers of the client: the session and everything with its lifetime, the socket, and calls. */
export function createDrivers(base: Foundation) {
  const { ports, later, api, store, sent, running } = base;
  const owner = createOwner(base);
  const socket = createSocket(base, owner);
  const calls = later.calls({
    ports,
    api,
    store,
    self: owner.self,
    raise: sent.raise,
    actions: () => running.actions,
  });
  Object.assign(running, { session: owner.session, link: socket.link, chat: owner.chat, calls });
  return { ...owner, ...socket, calls };
}

type Owner = ReturnType<typeof createOwner>;

/** The signed-in user of the client, and the services that start and stop with them. */
function createOwner(base: Foundation) {
  const { ports, later, running, notices, store, plain, drafts, api, sent, uploads } = base;
  const { clock, settings, device, log } = ports;
  const self = () => running.session?.current()?.user ?? null;
  // An answer may come from a node with older presence than the socket's, which corrects it (PRES-3).
  const believe = () => {
    const { contacts, kept } = store.get();
    if (catchUp.isBehind || plain.is()) return;
    running.link?.trySend({ type: 'presence', word: onlineWord(contacts) });
    // Requested with the list, and again as long as it is unanswered (KEPT-2).
    if (!kept.known) void running.actions?.refreshKept();
  };
  const catchUp = createCatchUp({
    clock,
    random: ports.random,
    api,
    store,
    streams: later.streams,
    fetchMissed: later.fetchMissed,
    log,
    self,
    refreshConfig: () => void running.actions?.refreshConfig(),
    onDone: () => (running.chat?.onCaughtUp(), running.calls?.caughtUp(), believe()),
    watch: ports.watch,
  });
  const scopes = createScopes({
    ports,
    api,
    store,
    plain,
    notices,
    sent,
    beside: base.beside,
    drafts,
    link: () => running.link,
    current: () => running.session?.current() ?? null,
    isLoginCurrent: () => running.session?.isCurrent() ?? false,
    onEmpty: () => catchUp.begin(),
    onHold: () => void uploads.restore(),
    ...later,
  });
  const pendingChanges = () => scopes.open()?.pendingChanges ?? null;
  const chat = later.sending.createChatWindow({ api, store, plain, device, pendingChanges });
  const logouts = later.logouts({ clock, api, settings, device, watch: ports.watch });
  const session = createSession({
    settings,
    ids: ports.ids,
    clock,
    watch: ports.watch,
    browserMemory: ports.browserMemory,
    ended: ({ user, logoutKey }) => scopes.briefEnded(dropBriefLogin(settings, user, logoutKey)),
    opened: (now) => {
      uploads.keepIn(uploadStoreOf(ports, now.user));
      scopes.sessionOpened(now);
    },
    closed: (was, why, wipe) => {
      uploads.clear();
      // A signed-out client misses nothing, even if a bind was on its way (STREAM-13).
      catchUp.unbound();
      running.calls?.closed();
      scopes.sessionClosed(was, why, wipe);
      // Hang-ups not delivered by then are left to the server (CALL-23): a chosen logout leaves no data
      // (SESS-3).
      if (wipe) dropTraces(settings, was.user);
    },
  });
  return { self, believe, catchUp, scopes, chat, logouts, session };
}

function createSocket(base: Foundation, { catchUp, scopes, session }: Owner) {
  const { ports, running, notices, store, plain, api } = base;
  const { clock, settings, device } = ports;
  const link = createSocketDriver({
    clock,
    watch: ports.watch,
    random: ports.random,
    device,
    socket: ports.socket,
    url: ports.base.ws,
    credentials: () => session.current(),
    frame: (text, stillThere) => store.frame(text, stillThere),
    changed: (connection) => store.dispatch({ type: 'connectionChanged', connection }),
    calls: () => running.calls?.callsToReport() ?? {},
    callBind: async (user) => {
      const result = await api.ask(path(bindUid), {
        client_id: store.get().clientId ?? '',
        user_id: user,
        cid: settings.get('cid') ?? '',
      });
      return result.kind === 'envelope' && result.envelope.code === code.ok;
    },
    binding: () => store.bindStarted(),
    bound: () => {
      catchUp.bound();
      clientReports.bound();
      scopes.open()?.networkReturned();
      base.uploads.networkReturned();
    },
    unbound: () => catchUp.unbound(),
    // Signed in, by a call that a dead token is refused at (SOCK-13).
    probe: () =>
      void api.ask(path(session.current() === null ? getSystemInfo : plain.is() ? getAdminNotice : sync), {}),
    raiseError: () => notices.raise({ kind: 'text', key: 'err.noNetwork' }),
  });
  const clientReports = base.later.clientReports({
    clock,
    device,
    store,
    uploads: base.uploads,
    send: (frame) => link.trySend(frame),
    acks: ports.acks === true,
    askMoments: async () => (await running.actions?.refreshMomentNews())?.ok === true,
    watch: ports.watch,
  });
  return { link, clientReports };
}

/** Ends the brief login of a closed browser on the server, and removes its data (SESS-11). */
function dropBriefLogin(settings: SettingsPort, user: UserId, logoutKey: string): UserId {
  if (logoutKey !== '') keepLogout(settings, logoutKey);
  dropBriefTraces(settings, user);
  return user;
}

/** Storage for a user's files until their messages exist (UP-9). */
const uploadStoreOf = ({ records, settings, log }: Foundation['ports'], user: UserId): UploadStore => ({
  user: String(user),
  records,
  failed: (what) => log.write('warn', what),
  settings,
  newsKey: ownPrefix(user) + CANCELLED,
});
