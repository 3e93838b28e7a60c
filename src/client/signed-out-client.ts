import { isOlderConfig } from '../domain/config.ts';
import type { GlobalConfig } from '../domain/config.ts';
import { networkLimits } from '../domain/first-limits.ts';
import { EMPTY_DRAFT } from '../domain/message.ts';
import type { DevicePort } from '../ports/device.ts';
import type { HttpPort, HttpRequest } from '../ports/http.ts';
import type { SettingsPort } from '../ports/storage.ts';
import { LOGIN_PATH, headersFor } from '../wire/first-call.ts';
import { DONE, NOT_LOADED } from './connection/answers.ts';
import type { Actions, Answer, Client, SessionState } from './interface/client.ts';
import type { UploadView } from './interface/files.ts';
import { lateActions, lazy, tellNotLoaded } from './kernel/lazy.ts';
import { createNotices } from './kernel/notices.ts';
import { createConfigCopy, readConfig } from './session/config-copy.ts';
import { loginBody } from './session/login-body.ts';
import { LOGOUTS, WIPES } from './session/traces.ts';
import { VISITOR } from './state/blank.ts';
import type { State } from './state/state.ts';

/**
 * A client for a signed-out visitor: it holds only the configuration. The whole client (machines, streams,
 * outbox) loads when a session is stored, when another tab signs in, or with the first action that needs it;
 * from then on this one only forwards (UI-16).
 */
export interface SignedOutClient extends Client {
  /** Loads the whole client without using it, when a sign-in is likely soon. */
  prepare(): void;
}

export interface SignedOutClientParts {
  readonly settings: SettingsPort;
  readonly http: HttpPort;
  readonly device: DevicePort;
  readonly load: () => Promise<Client>;
  /** The configuration delivered with the page, which saves a request. */
  readonly configText?: string | null | undefined;
  /** Sends what the whole client is going to ask for, before its code is here. */
  readonly begin?: (request: HttpRequest) => void;
}

/** Actions a visitor's page handles itself; any other action loads the whole client. */
type VisitorActions = Pick<Actions, 'login' | 'refreshConfig' | 'unsent' | 'draft'>;

const TOKEN = 'authToken';
const NO_UPLOADS: readonly UploadView[] = [];

export function createSignedOutClient(parts: SignedOutClientParts): SignedOutClient {
  const { settings, device } = parts;
  const notices = createNotices();
  const on = createListeners();
  let whole: Client | null = null;
  let session: SessionState = { name: 'starting' };
  let stopped = false;
  const config = visitorConfig(parts, on.state.tell, () => whole === null);

  const fullClient = lazy(parts.load, (client) => {
    client.store.subscribe(on.state.tell);
    client.session.subscribe(on.session.tell);
    client.uploads.subscribe(on.uploads.tell);
    client.calls.subscribe(on.calls.tell);
    client.groupCalls.subscribe(on.calls.tell);
    client.alive.subscribe(on.alive.tell);
    client.notices.subscribe((notice) => notices.raise(notice));
    return client;
  });
  const start = () => fullClient.get().then(async (client) => (await client.start(), client));
  const entered = lazy(start, (client) => {
    whole = client;
    on.state.tell();
    on.session.tell();
    return client;
  });
  const enter = (): Promise<Client | null> =>
    entered.get().catch(() => {
      tellNotLoaded((notice) => notices.raise(notice));
      return null;
    });
  const visitor = visitorActions(parts, enter, config.refresh);
  // The whole client sends unconfirmed log-outs and completes interrupted wipes.
  const isWanted = () => [TOKEN, LOGOUTS, WIPES].some((key) => settings.get(key) !== null);
  const enterWhenWanted = () => {
    if (!stopped && whole === null && isWanted()) void enter();
  };
  const ends = [
    settings.onChange(enterWhenWanted),
    device.onOnline(enterWhenWanted),
    device.onVisible(enterWhenWanted),
  ];

  return {
    store: { get: () => whole?.store.get() ?? config.get(), subscribe: on.state.add },
    session: { get: () => whole?.session.get() ?? session, subscribe: on.session.add },
    notices,
    uploads: { get: () => whole?.uploads.get() ?? NO_UPLOADS, subscribe: on.uploads.add },
    ...callViews(() => whole, on.calls.add),
    alive: { subscribe: on.alive.add },
    actions: lateActions(() => whole?.actions ?? visitor.own, visitor.ask),
    prepare: () => void fullClient.get().catch(() => undefined),
    start: async () => {
      config.restore();
      if (isWanted()) return void (await enter());
      session = { name: 'signedOut' };
      on.session.tell();
      config.begin();
    },
    stop: async () => {
      stopped = true;
      for (const end of ends) end();
      await whole?.stop();
    },
  };
}

const callViews = (
  whole: () => Client | null,
  subscribe: (listener: () => void) => () => void,
): Pick<Client, 'calls' | 'groupCalls'> => ({
  calls: {
    get: () => whole()?.calls.get() ?? null,
    subscribe,
    mayCall: (id) => whole()?.calls.mayCall(id) ?? null,
  },
  groupCalls: {
    get: () => whole()?.groupCalls.get() ?? null,
    subscribe,
    mayJoin: (id) => whole()?.groupCalls.mayJoin(id) ?? null,
  },
});

/** The configuration of the page, of the device, or of the server, while there is no other client. */
function visitorConfig(parts: SignedOutClientParts, changed: () => void, isAlone: () => boolean) {
  const pageConfig = readConfig(parts.configText ?? null);
  // It came with the page and has not been requested yet.
  let isFresh = pageConfig !== null;
  let state: State = VISITOR;
  const take = (config: GlobalConfig): void => {
    if (isOlderConfig(config, state.config)) return;
    state = { ...state, config };
    changed();
  };
  const copy = createConfigCopy(parts.settings, {
    get: () => state,
    dispatch: (event) => {
      if (event.type === 'configLoaded') take(event.config);
    },
  });
  // After the copy was made: the whole client starts with what the page brought.
  if (pageConfig !== null) state = { ...VISITOR, config: pageConfig };
  const refresh = async (): Answer => {
    if (isFresh) {
      isFresh = false;
      return DONE;
    }
    const { askConfig } = await import('./session/ask-config.ts');
    const answer = await askConfig({ ...parts, headers: () => headersOf(parts) });
    if (!answer.ok) return answer;
    if (isAlone()) {
      take(answer.value);
      copy.onChange();
    }
    return DONE;
  };
  return {
    get: () => state,
    refresh,
    restore: () => {
      if (!isFresh) copy.restore();
    },
    begin: () => {
      if (isFresh) copy.onChange();
      else void refresh();
    },
  };
}

function visitorActions(
  parts: SignedOutClientParts,
  enter: () => Promise<Client | null>,
  refreshConfig: () => Answer,
): { readonly own: VisitorActions; readonly ask: (call: (actions: Actions) => unknown) => Promise<unknown> } {
  const ask = async <T>(call: (actions: Actions) => T): Promise<Awaited<T> | typeof NOT_LOADED> => {
    const whole = await enter();
    return whole === null ? NOT_LOADED : await call(whole.actions);
  };
  const own: VisitorActions = {
    login: (form) => {
      beginLogin(parts, form);
      return ask((actions) => actions.login(form));
    },
    refreshConfig,
    unsent: () => 0,
    draft: () => EMPTY_DRAFT,
  };
  return { own, ask };
}

/** Requests a login in parallel with loading the code that handles its answer (UI-112). */
function beginLogin(parts: SignedOutClientParts, form: Parameters<Actions['login']>[0]): void {
  parts.begin?.({
    path: LOGIN_PATH,
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headersFor(headersOf(parts)) },
    body: JSON.stringify(loginBody(form)),
    timeoutMs: networkLimits.requestTimeoutMs,
  });
}

const headersOf = ({ settings }: SignedOutClientParts) => ({
  token: '',
  clientId: '',
  cid: settings.get('cid') ?? '',
  language: settings.get('language') ?? '',
});

/** Listeners to each part of the whole client. */
const createListeners = () => ({
  state: listeners(),
  session: listeners(),
  uploads: listeners(),
  calls: listeners(),
  alive: listeners(),
});

function listeners() {
  const all = new Set<() => void>();
  return {
    add: (listener: () => void) => {
      all.add(listener);
      return () => void all.delete(listener);
    },
    tell: () => {
      for (const listener of all) listener();
    },
  };
}
