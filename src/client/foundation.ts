import { isOurs } from '../wire/calls/call.ts';
import type { LaterParts } from './at-once.ts';
import type { DeviceCalls } from './call/driver.ts';
import { createApi } from './connection/api.ts';
import type { SocketDriver } from './connection/connection.ts';
import type { ChatWindow } from './conversation/chat-window.ts';
import { createDrafts } from './kernel/drafts.ts';
import type { Actions, Notice } from './interface/client.ts';
import type { ContactId } from '../domain/ids.ts';
import { type SentBeside, newest } from './outbox/beside.ts';
import { createForwards } from './uploads/forwards.ts';
import { createNotices } from './kernel/notices.ts';
import type { ClientPorts } from './kernel/ports.ts';
import type { SessionDriver } from './session/session.ts';
import { createStore } from './state/create-store.ts';
import { createPlainServer } from './sync/plain-server.ts';

/** Parts created after those that use them: they refer to each other only at run time. */
interface Running {
  session?: SessionDriver;
  link?: SocketDriver;
  chat?: ChatWindow;
  calls?: DeviceCalls;
  actions?: Actions;
}

export type Foundation = ReturnType<typeof createFoundation>;

/** Foundation of every part of the client: the store, the API and the send ledger. */
export function createFoundation(ports: ClientPorts, later: LaterParts) {
  const { clock, settings, device, log } = ports;
  const running: Running = {};
  const notices = createNotices();
  const store = createStore({
    clock,
    log,
    streams: later.streams,
    schedule: ports.schedule,
    events: later.events?.(),
  });
  const plain = createPlainServer(store);
  const drafts = createDrafts(settings);
  const api = createApi({
    http: ports.http,
    transfers: ports.transfers,
    device,
    absent: (path) => plain.is() && isOurs(path),
    raise: (notice) => notices.raise(notice),
    headers: () => ({
      token: running.session?.current()?.token ?? '',
      clientId: store.get().clientId ?? '',
      cid: settings.get('cid') ?? '',
      language: settings.get('language') ?? '',
    }),
    answered: () => running.link?.answered(),
    login: () => {
      const now = running.session?.current();
      return now && `${now.user} ${now.login}`;
    },
    tokenRefused: (token, isErased) => running.session?.tokenRefused(token, isErased) ?? false,
  });
  const sent = {
    api,
    plain,
    self: () => running.session?.current()?.self ?? null,
    raise: (notice: Notice) => notices.raise(notice),
    store,
    log,
  };
  const forwards = createForwards();
  const openItems = (to: ContactId) =>
    store
      .get()
      .outbox.get(to)
      ?.filter(({ status }) => status !== 'failed') ?? [];
  const uploads = later.sending.createUploads({
    ...sent,
    clock,
    lastSent: (to) => newest(openItems(to).at(-1)?.message ?? null, forwards.last(to)),
    pending: (to, id) => openItems(to).some(({ message }) => message.id === id) || forwards.isGoing(id),
    isConnected: () => {
      const { connection } = store.get();
      return device.isOnline() && connection.name === 'open' && connection.bound;
    },
    watch: ports.watch,
  });
  const beside: SentBeside = {
    last: (to) => newest(uploads.last(to), forwards.last(to)),
    isGoing: (id) => forwards.isGoing(id) || uploads.isGoing(id),
    subscribe: (listener) => {
      const ends = [uploads.subscribe(listener), forwards.subscribe(listener)];
      return () => {
        for (const end of ends) end();
      };
    },
  };
  return { ports, later, running, notices, store, plain, drafts, api, sent, uploads, forwards, beside };
}
