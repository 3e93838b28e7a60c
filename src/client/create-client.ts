import type { StreamId } from '../domain/ids.ts';
import { getSystemInfo } from '../wire/calls/session.ts';
import { decodeSendAnswer } from '../wire/down/send-answer.ts';
import { accountActions } from './actions/account-actions.ts';
import { chatActions } from './actions/chat-actions.ts';
import { createChatWindow, type ChatWindow } from './actions/chat-window.ts';
import { fileActions } from './actions/file-actions.ts';
import { groupActions } from './actions/group-actions.ts';
import { listActions } from './actions/list-actions.ts';
import { momentActions } from './actions/moment-actions.ts';
import type { ActionParts } from './actions/parts.ts';
import { peopleActions } from './actions/people-actions.ts';
import { sessionActions } from './actions/session-actions.ts';
import type { Client, Notice } from './client.ts';
import { createMinutes } from './effects/minutes.ts';
import { createNotices } from './effects/notices.ts';
import { createRunner } from './effects/runner.ts';
import { createApi } from './net/api.ts';
import { createCatchUp } from './net/catch-up.ts';
import { createLink, type Link } from './net/connection.ts';
import { createSender } from './outbox/sender.ts';
import type { ClientPorts } from './ports.ts';
import { createConfigCopy } from './session/config-copy.ts';
import { createDrafts } from './session/drafts.ts';
import { createScopes } from './session/scopes.ts';
import { createSession, type SessionDriver } from './session/session.ts';
import { createStore } from './streams/create-store.ts';
import type { Store } from './streams/store.ts';
import { createUploads } from './uploads/uploads.ts';

export type { ClientPorts } from './ports.ts';

/** The client as tests, simulator and inspector see it: with its store's log and scripts. */
export interface HeadlessClient extends Client {
  readonly core: Store;
  /** Streams that miss something at the moment. */
  holes(): Readonly<Record<StreamId, number>>;
}

/**
 * The headless client: machines, streams, store, outbox and persistence over the given ports. The
 * session decides what else lives: with it come the person's stored state, the outbox and the socket,
 * and they go with it.
 */
export function createClient(ports: ClientPorts): HeadlessClient {
  const { clock, settings, device, log } = ports;
  const notices = createNotices();
  const store = createStore({ clock, log, schedule: ports.schedule });
  const drafts = createDrafts(settings);
  // These know each other only while they run.
  const late: { session?: SessionDriver; link?: Link; chat?: ChatWindow } = {};
  const self = () => late.session?.current()?.user ?? null;

  const api = createApi({
    http: ports.http,
    transfers: ports.transfers,
    device,
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
    raise: (notice: Notice) => notices.raise(notice),
    answered: (data: unknown) => {
      const framed = decodeSendAnswer(data, self());
      if (framed.ok) store.framed(framed.value, 'live');
      else log.write('warn', 'answer of a send not understood', { ...framed.reason });
    },
  };
  const sender = createSender(sent);
  const uploads = createUploads({ ...sent, clock, watch: ports.watch });
  const catchUp = createCatchUp({ clock, api, store, log, self, done: () => late.chat?.caughtUp(), watch: ports.watch });
  const scopes = createScopes({ ports, api, store, notices, sender, drafts, link: () => late.link, current: () => late.session?.current() ?? null });
  const chat = createChatWindow({ api, store, device, wishes: () => scopes.open()?.wishes ?? null });
  const session = createSession({
    settings,
    ids: ports.ids,
    clock,
    watch: ports.watch,
    opened: (now) => scopes.sessionOpened(now),
    closed: (was, why, wipe) => {
      uploads.clear();
      scopes.sessionClosed(was, why, wipe);
    },
  });
  const link = createLink({
    clock,
    watch: ports.watch,
    random: ports.random,
    device,
    socket: ports.socket,
    url: ports.base.ws,
    credentials: () => session.current(),
    frame: (text) => store.frame(text),
    changed: (connection) => store.dispatch({ type: 'connectionChanged', connection }),
    binding: () => store.bindStarted(),
    bound: () => {
      catchUp.bound();
      scopes.open()?.networkReturned();
    },
    unbound: () => catchUp.unbound(),
    probe: () => void api.ask(getSystemInfo.paths[0] ?? '', {}),
    raiseError: () => notices.raise({ kind: 'text', key: 'err.noNetwork' }),
  });
  Object.assign(late, { session, link, chat });

  const scope = () => scopes.open();
  const perform = createRunner({ ports, store, api, link, catchUp, notices, session, scope, markRead: (id, n, ids) => chat.read(id, n, ids) });
  const effects = store.effects$.subscribe(perform);
  const parts: ActionParts = { ports, api, store, link, catchUp, session, drafts, chat, scope, closing: () => scopes.closing() };
  const actions = { ...sessionActions(parts), ...listActions(parts), ...chatActions(parts), ...peopleActions(parts), ...groupActions(parts), ...fileActions(parts, uploads), ...accountActions(parts), ...momentActions(parts) };
  const config = createConfigCopy(settings, store);
  const minutes = createMinutes(clock, store);
  const ends = [
    store.subscribe(() => {
      chat.looked(store.get());
      config.looked();
    }),
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
    actions,
    start: async () => {
      config.restore();
      minutes.start();
      session.start();
      await scopes.opening();
      void actions.refreshConfig();
    },
    stop: async () => {
      for (const end of ends) end();
      minutes.stop();
      link.stop();
      catchUp.stop();
      chat.stop();
      uploads.clear();
      await scopes.stop();
      session.stop();
      effects.unsubscribe();
      store.stop();
    },
  };
}
