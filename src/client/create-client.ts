import type { StreamId } from '../domain/ids.ts';
import { getAdminNotice } from '../wire/calls/accounts.ts';
import { bindUid, getSystemInfo } from '../wire/calls/session.ts';
import { isOurs } from '../wire/calls/call.ts';
import { sync } from '../wire/calls/sync.ts';
import { code } from '../wire/envelope.ts';
import { chatActions } from './actions/chat-actions.ts';
import type { ChatWindow } from './conversation/chat-window.ts';
import { uploadActions } from './actions/upload-actions.ts';
import { listActions } from './actions/list-actions.ts';
import { withPages } from './actions/with-pages.ts';
import type { ActionParts } from './actions/parts.ts';
import { sessionActions } from './actions/session-actions.ts';
import { startActions } from './actions/start-actions.ts';
import type { CallDriver } from './call/driver.ts';
import { takeUnsaid } from './call/unsaid.ts';
import type { LaterParts } from './at-once.ts';
import type { Client, Notice } from './interface/client.ts';
import { createMinutes } from './effects/minutes.ts';
import { createNotices } from './effects/notices.ts';
import { createRunner } from './effects/runner.ts';
import { createAcks } from './sync/acks.ts';
import { createApi } from './connection/api.ts';
import { createCatchUp } from './sync/catch-up.ts';
import { createSocketDriver, type SocketDriver } from './connection/connection.ts';
import { createPlainServer } from './sync/plain-server.ts';
import type { ClientPorts } from './ports.ts';
import { createConfigCopy } from './session/config-copy.ts';
import { createDrafts } from './conversation/drafts.ts';
import { createScopes } from './session/scopes.ts';
import { createSession, type SessionDriver } from './session/session.ts';
import { onlineWord } from './state/selectors.ts';
import { dropTraces } from './session/traces.ts';
import { createStore } from './state/create-store.ts';
import type { ClientStore } from './state/store.ts';
import { UploadRecords } from './uploads/records.ts';

export type { ClientPorts } from './ports.ts';

/** The client as tests, simulator and inspector see it: with its store's log and scripts. */
export interface HeadlessClient extends Client {
  readonly core: ClientStore;
  /** Streams that miss something at the moment. */
  holes(): Readonly<Record<StreamId, number>>;
}

/**
 * The headless client: machines, streams, store, outbox and persistence over the given ports. The
 * session decides what else lives: with it come the person's stored state, the outbox and the socket,
 * and they go with it.
 */
export function createClient(ports: ClientPorts, later: LaterParts): HeadlessClient {
  const { clock, settings, device, log } = ports;
  const notices = createNotices();
  const store = createStore({ clock, log, schedule: ports.schedule, events: later.events?.() });
  const plain = createPlainServer(store);
  const drafts = createDrafts(settings);
  // These know each other only while they run.
  const late: { session?: SessionDriver; link?: SocketDriver; chat?: ChatWindow; calls?: CallDriver } = {};
  const self = () => late.session?.current()?.user ?? null;

  const api = createApi({
    http: ports.http,
    transfers: ports.transfers,
    device,
    absent: (path) => plain.is() && isOurs(path),
    raise: (notice) => notices.raise(notice),
    headers: () => ({
      token: late.session?.current()?.token ?? '',
      clientId: store.get().clientId ?? '',
      cid: settings.get('cid') ?? '',
      language: settings.get('language') ?? '',
    }),
    answered: () => late.link?.answered(),
    tokenRefused: (token) => late.session?.tokenRefused(token) ?? false,
  });
  const sent = {
    api,
    plain,
    self: () => late.session?.current()?.self ?? null,
    raise: (notice: Notice) => notices.raise(notice),
    store,
    log,
  };
  const uploads = later.sending.createUploads({
    ...sent,
    clock,
    pending: (to, id) =>
      store
        .get()
        .outbox.get(to)
        ?.some((item) => item.message.id === id && item.status !== 'failed') ?? false,
    watch: ports.watch,
  });
  // Any answer may have come from a node that knew less than the one of the socket, which says what is wrong
  // (PRES-3).
  const believe = () => {
    const {
      contacts,
      sync: { ready },
    } = store.get();
    if (ready && !plain.is()) late.link?.believes(onlineWord(contacts));
  };
  const catchUp = createCatchUp({
    clock,
    random: ports.random,
    api,
    store,
    log,
    self,
    done: () => (late.chat?.caughtUp(), believe()),
    watch: ports.watch,
  });
  const scopes = createScopes({
    ports,
    api,
    store,
    plain,
    notices,
    sent,
    drafts,
    link: () => late.link,
    current: () => late.session?.current() ?? null,
    stands: () => late.session?.stands() ?? false,
    held: () => void uploads.restore(),
    quiet: later.quiet,
    sending: later.sending,
  });
  const chat = later.sending.createChatWindow({
    api,
    store,
    plain,
    device,
    wishes: () => scopes.open()?.wishes ?? null,
  });
  const logouts = later.logouts({ clock, api, settings, device, watch: ports.watch });
  const session = createSession({
    settings,
    ids: ports.ids,
    clock,
    watch: ports.watch,
    opened: (now) => {
      uploads.keepIn(new UploadRecords(now.user, ports.records, (what) => log.write('warn', what)));
      scopes.sessionOpened(now);
    },
    closed: (was, why, wipe) => {
      uploads.clear();
      // Nothing is missed by nobody: also where a bind was on its way (STREAM-13).
      catchUp.unbound();
      late.calls?.closed();
      // What was not heard by then is for the server to find out (CALL-23): nothing of a chosen logout stays
      // (SESS-3).
      if (wipe) takeUnsaid(settings, was.user);
      scopes.sessionClosed(was, why, wipe);
      if (wipe) dropTraces(settings, was.user);
    },
  });
  const link = createSocketDriver({
    clock,
    watch: ports.watch,
    random: ports.random,
    device,
    socket: ports.socket,
    url: ports.base.ws,
    credentials: () => session.current(),
    frame: (text) => store.frame(text),
    changed: (connection) => store.dispatch({ type: 'connectionChanged', connection }),
    calls: () => late.calls?.known() ?? {},
    cursor: () => store.get().sync.cursor,
    callBind: async (user) => {
      const asked = await api.ask(bindUid.paths[0] ?? '', {
        client_id: store.get().clientId ?? '',
        user_id: user,
        cid: settings.get('cid') ?? '',
      });
      return asked.kind === 'envelope' && asked.envelope.code === code.ok;
    },
    binding: () => store.bindStarted(),
    bound: () => {
      catchUp.bound();
      acks?.bound();
      scopes.open()?.networkReturned();
    },
    unbound: () => catchUp.unbound(),
    // Signed in, by a call that a dead token is refused at (SOCK-13).
    probe: () =>
      void api.ask(
        (session.current() === null ? getSystemInfo : plain.is() ? getAdminNotice : sync).paths[0] ?? '',
        {},
      ),
    raiseError: () => notices.raise({ kind: 'text', key: 'err.noNetwork' }),
  });
  const acks =
    ports.acks === true
      ? createAcks({ clock, device, store, send: (positions) => link.acknowledge(positions) })
      : null;
  const calls = later.calls({
    ports,
    api,
    store,
    self,
    raise: sent.raise,
    refreshConfig: () => actions.refreshConfig(),
  });
  Object.assign(late, { session, link, chat, calls });

  const scope = () => scopes.open();
  const perform = createRunner({
    ports,
    store,
    api,
    link,
    catchUp,
    notices,
    session,
    scope,
    calls,
    markRead: (id) => chat.read(id, null),
    alive: () => (chat.alive(), believe()),
  });
  const effects = store.effects$.subscribe(perform);
  const parts: ActionParts = {
    ports,
    api,
    store,
    plain,
    link,
    catchUp,
    session,
    logouts,
    drafts,
    chat,
    calls,
    uploads,
    scope,
    opened: () => scopes.opened(),
    closing: () => scopes.closing(),
  };
  const always = {
    ...sessionActions(parts),
    ...listActions(parts),
    ...chatActions(parts),
    ...uploadActions(parts),
    ...startActions(parts),
    ...calls.actions,
    unsent: () => (scope()?.outbox.unsent() ?? 0) + uploads.get().length,
  };
  const actions = withPages(always, later.pages(parts, sent.raise));
  const config = createConfigCopy(settings, store);
  const minutes = createMinutes(clock, store);
  const ends = [
    store.subscribe(() => {
      chat.looked(store.get());
      uploads.looked();
      config.looked();
      calls.looked(store.get());
    }),
    device.onGone(() => void calls.left('page')),
    device.onOnline((online) => {
      scopes.open()?.permit(online);
      if (online) scopes.open()?.networkReturned();
    }),
  ];

  return {
    store: { get: () => store.get(), subscribe: (run) => store.subscribe(run) },
    core: store,
    holes: () => store.holes(),
    notices,
    session: session.view,
    uploads,
    calls: calls.view,
    actions,
    start: async () => {
      config.restore();
      minutes.start();
      session.start();
      logouts.resume();
      await scopes.opening();
      void actions.refreshConfig();
    },
    stop: async () => {
      for (const end of ends) end();
      minutes.stop();
      calls.stop();
      acks?.stop();
      link.stop();
      catchUp.stop();
      chat.stop();
      uploads.clear();
      await scopes.stop();
      session.stop();
      logouts.stop();
      effects.unsubscribe();
      store.stop();
    },
  };
}
