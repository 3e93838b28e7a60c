import type { StreamId } from '../domain/ids.ts';
import { displayLimits } from '../domain/list-limits.ts';
import { fail } from '../domain/result.ts';
import type { Clock } from '../ports/clock.ts';
import { chatActions } from './actions/chat-actions.ts';
import { type ActionParts, listedCount } from './actions/parts.ts';
import { sessionActions } from './actions/session-actions.ts';
import { startActions } from './actions/start-actions.ts';
import { uploadActions } from './actions/upload-actions.ts';
import type { LaterParts } from './at-once.ts';
import { DONE, NOBODY_SIGNED_IN } from './connection/answers.ts';
import { type Drivers, createDrivers } from './drivers.ts';
import { createRunner } from './effects/runner.ts';
import { type Foundation, createFoundation } from './foundation.ts';
import type { Actions, Client } from './interface/client.ts';
import type { ClientPorts } from './kernel/ports.ts';
import { createConfigCopy } from './session/config-copy.ts';
import type { ClientStore } from './state/store.ts';

export type { ClientPorts } from './kernel/ports.ts';

/** The client as tests, simulator and inspector see it: with its store's log and scripts. */
export interface HeadlessClient extends Client {
  readonly core: ClientStore;
  /** Streams that miss something at the moment. */
  holes(): Readonly<Record<StreamId, number>>;
}

/**
 * The headless client: machines, streams, store, outbox and persistence over the given ports. The session
 * controls the rest: the user's stored state, the outbox and the socket start and stop with it.
 */
export function createClient(ports: ClientPorts, later: LaterParts): HeadlessClient {
  const base = createFoundation(ports, later);
  const drivers = createDrivers(base);
  const { store, notices, uploads } = base;
  const { session, calls, chat, believe } = drivers;
  const effects = store.effects$.subscribe(
    createRunner({
      ...base,
      ...drivers,
      scope: () => drivers.scopes.open(),
      markRead: (id) => chat.read(id, null),
      countMembers: (id) => chat.count(id),
      alive: () => (chat.alive(), believe()),
    }),
  );
  const actions = createActions(base, drivers);
  base.running.actions = actions;
  const { start, stop } = createLife(base, drivers, actions);
  return {
    store: { get: () => store.get(), subscribe: (listener) => store.subscribe(listener) },
    core: store,
    holes: () => store.holes(),
    notices,
    session: session.view,
    uploads,
    calls: calls.view,
    groupCalls: calls.groups,
    alive: {
      subscribe: (listener) => {
        const subscription = store.effects$.subscribe(({ type }) => type === 'ponged' && listener());
        return () => subscription.unsubscribe();
      },
    },
    actions,
    start,
    stop: async () => {
      await stop();
      effects.unsubscribe();
      store.stop();
    },
  };
}

/** Everything that a screen can ask for; what single pages ask may come later than the rest. */
function createActions(base: Foundation, drivers: Drivers): Actions {
  const { scopes } = drivers;
  const parts: ActionParts = {
    ...base,
    ...drivers,
    scope: () => scopes.open(),
    opened: () => scopes.opened(),
    closing: () => scopes.closing(),
  };
  return base.later.actions(parts, base.sent.raise, {
    ...sessionActions(parts),
    ...listActions(parts),
    ...chatActions(parts),
    ...uploadActions(parts),
    ...startActions(parts),
    unsent: () => (scopes.open()?.outbox.unsent() ?? 0) + base.uploads.get().length,
  });
}

/** Services that start and stop with the client. */
function createLife(base: Foundation, drivers: Drivers, actions: Actions): Pick<Client, 'start' | 'stop'> {
  const { ports, store, uploads } = base;
  const { scopes, chat, calls, session, logouts, link, catchUp, clientReports } = drivers;
  const config = createConfigCopy(ports.settings, store);
  const minutes = createMinutes(ports.clock, store);
  const ends = [
    store.subscribe(() => {
      chat.onChange(store.get());
      uploads.onChange();
      config.onChange();
      calls.onChange(store.get());
      session.onChange(store.get().self);
    }),
    ports.device.onGone(() => void calls.left('page')),
    ports.device.onOnline((online) => {
      scopes.open()?.permit(online);
      if (!online) return;
      scopes.open()?.networkReturned();
      uploads.networkReturned();
    }),
  ];
  return {
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
      clientReports.stop();
      link.stop();
      catchUp.stop();
      chat.stop();
      uploads.clear();
      await scopes.stop();
      session.stop();
      logouts.stop();
    },
  };
}

/** Ticks with each full minute, so that shown times age (TIME-2). */
function createMinutes(clock: Clock, store: Pick<ClientStore, 'dispatch'>): { start(): void; stop(): void } {
  let timer: unknown = null;
  const tick = () => {
    const now = clock.nowMs();
    store.dispatch({ type: 'minuteTicked', minute: Math.floor(now / displayLimits.minuteMs) });
    timer = clock.setTimeout(tick, displayLimits.minuteMs - (now % displayLimits.minuteMs));
  };
  return {
    start: tick,
    stop: () => clock.clearTimeout(timer),
  };
}

type ListActions = Pick<
  Actions,
  'refreshContacts' | 'setTop' | 'setNotice' | 'hideChat' | 'reconnect' | 'ensureContact'
>;

/**
 * Pins, mutes and hidden chats are pending changes: shown at once, sent once a server is reachable (SEND-12).
 */
function listActions({ catchUp, store, link, scope, opened }: ActionParts): ListActions {
  const want = async (
    change: Parameters<NonNullable<ReturnType<typeof scope>>['pendingChanges']['want']>[0],
  ) => {
    const open = scope() ?? (await opened());
    if (open === null) return NOBODY_SIGNED_IN;
    open.pendingChanges.want(change);
    return DONE;
  };
  return {
    refreshContacts: async () =>
      (await catchUp.contacts(false)) ? DONE : fail({ kind: 'transport', why: 'broken' }),
    setTop: (id, on) => want({ register: 'top', conversation: id, value: on }),
    setNotice: (id, alert) => want({ register: 'notice', conversation: id, value: alert }),
    hideChat: (id) => want({ register: 'hide', conversation: id, value: listedCount(store, id) }),
    reconnect: () => link.retry(),
    ensureContact: async (id) => (store.get().contacts.has(id) ? DONE : catchUp.contact(id)),
  };
}
