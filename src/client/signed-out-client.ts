import { EMPTY_DRAFT } from '../domain/message.ts';
import { fail } from '../domain/result.ts';
import type { DevicePort } from '../ports/device.ts';
import type { HttpPort, HttpRequest } from '../ports/http.ts';
import type { SettingsPort } from '../ports/storage.ts';
import { networkLimits } from '../domain/first-limits.ts';
import { LOGIN_PATH } from '../wire/first-call.ts';
import { DONE } from './actions/parts.ts';
import type { Actions, Answer, Client, Notice, SessionState } from './interface/client.ts';
import type { UploadView } from './interface/files.ts';
import { createNotices } from './effects/notices.ts';
import { headersFor } from './connection/headers.ts';
import { createConfigCopy, readConfig } from './session/config-copy.ts';
import { loginBody } from './session/login-body.ts';
import { LOGOUTS } from './session/traces.ts';
import { VISITOR } from './state/blank.ts';
import type { State } from './state/state.ts';

/**
 * A client for somebody who is not signed in: it knows the configuration and nothing else. The whole
 * client (machines, streams, outbox) is fetched when a session is stored, when another tab signs in,
 * or with the first action that needs it; from then on the door only passes through (UI-16).
 */
export interface SignedOutClient extends Client {
  /** Fetches the whole client without using it, when somebody looks like signing in soon. */
  prepare(): void;
}

export interface SignedOutClientParts {
  readonly settings: SettingsPort;
  readonly http: HttpPort;
  readonly device: DevicePort;
  readonly load: () => Promise<Client>;
  /** The configuration, when the page brought it with it: the server is not asked for it once more. */
  readonly given?: string | null | undefined;
  /** Sends what the whole client is going to ask for, before its code is here. */
  readonly begin?: (request: HttpRequest) => void;
}

const TOKEN = 'authToken';
const NO_UPLOADS: readonly UploadView[] = [];

export function createSignedOutClient({
  settings,
  http,
  device,
  load,
  given = null,
  begin,
}: SignedOutClientParts): SignedOutClient {
  const notices = createNotices();
  const [onState, onSession, onUploads, onCalls] = [
    new Set<() => void>(),
    new Set<() => void>(),
    new Set<() => void>(),
    new Set<() => void>(),
  ];
  const brought = readConfig(given);
  let isFresh = brought !== null;
  let state: State = brought === null ? VISITOR : { ...VISITOR, config: brought };
  let session: SessionState = { name: 'starting' };
  let house: Client | null = null;
  let stopped = false;
  const fetched = once(async () => {
    const whole = await load();
    whole.store.subscribe(() => tell(onState));
    whole.session.subscribe(() => tell(onSession));
    whole.uploads.subscribe(() => tell(onUploads));
    whole.calls.subscribe(() => tell(onCalls));
    whole.notices.subscribe((notice) => notices.raise(notice));
    return whole;
  });
  const config = createConfigCopy(settings, {
    get: () => state,
    dispatch: (event) => {
      if (event.type !== 'configLoaded') return;
      state = { ...state, config: event.config };
      tell(onState);
    },
  });

  const entered = once(async () => {
    const whole = await fetched();
    await whole.start();
    house = whole;
    tell(onState);
    tell(onSession);
    return whole;
  });
  const enter = async (): Promise<Client | null> => {
    try {
      return await entered();
    } catch {
      const notice: Notice = { kind: 'text', key: 'err.noNetwork' };
      notices.raise(notice);
      return null;
    }
  };
  // A log-out that nobody has heard yet is said by the whole client.
  const wanted = () => settings.get(TOKEN) !== null || settings.get(LOGOUTS) !== null;
  const enterWhenWanted = () => {
    if (!stopped && house === null && wanted()) void enter();
  };
  const ends = [
    settings.onChange(enterWhenWanted),
    device.onOnline(enterWhenWanted),
    device.onVisible(enterWhenWanted),
  ];

  const headers = () => ({
    token: '',
    clientId: '',
    cid: settings.get('cid') ?? '',
    language: settings.get('language') ?? '',
  });
  const refreshConfig = async (): Answer => {
    if (isFresh) {
      isFresh = false;
      return DONE;
    }
    const { askConfig } = await import('./session/ask-config.ts');
    const found = await askConfig({ http, device, headers });
    if (!found.ok) return found;
    if (house === null) {
      state = { ...state, config: found.value };
      config.looked();
      tell(onState);
    }
    return DONE;
  };
  /** The answer of a login takes a while, and so does the code that hears it: they come together (UI-112). */
  const beginLogin = (form: Parameters<Actions['login']>[0]): void => {
    const said = { 'content-type': 'application/json', ...headersFor(headers()) };
    begin?.({
      path: LOGIN_PATH,
      method: 'POST',
      headers: said,
      body: JSON.stringify(loginBody(form)),
      timeoutMs: networkLimits.requestTimeoutMs,
    });
  };

  return {
    store: { get: () => house?.store.get() ?? state, subscribe: (run) => joined(onState, run) },
    session: { get: () => house?.session.get() ?? session, subscribe: (run) => joined(onSession, run) },
    notices,
    uploads: { get: () => house?.uploads.get() ?? NO_UPLOADS, subscribe: (run) => joined(onUploads, run) },
    calls: {
      get: () => house?.calls.get() ?? null,
      subscribe: (run) => joined(onCalls, run),
      mayCall: (id) => house?.calls.mayCall(id) ?? null,
    },
    actions: doorActions({ house: () => house, enter, refreshConfig, beginLogin }),
    prepare: () => void fetched().catch(() => undefined),
    start: async () => {
      if (!isFresh) config.restore();
      if (wanted()) return void (await enter());
      session = { name: 'signedOut' };
      tell(onSession);
      if (isFresh) config.looked();
      else void refreshConfig();
    },
    stop: async () => {
      stopped = true;
      for (const end of ends) end();
      await house?.stop();
    },
  };
}

interface Way {
  readonly house: () => Client | null;
  readonly enter: () => Promise<Client | null>;
  readonly refreshConfig: () => Answer;
  readonly beginLogin: (...form: Parameters<Actions['login']>) => void;
}

/** Every action of the interface: passed on, once there is somebody to pass it to. */
function doorActions({ house, enter, refreshConfig, beginLogin }: Way): Actions {
  const here: Partial<Actions> = { refreshConfig, unsent: () => 0, draft: () => EMPTY_DRAFT };
  return new Proxy(here, {
    get:
      (own, name: keyof Actions) =>
      (...args: readonly unknown[]): unknown => {
        const whole = house();
        if (whole !== null) return ask(name, whole, args);
        const mine = own[name] as ((...args: readonly unknown[]) => unknown) | undefined;
        if (mine !== undefined) return mine(...args);
        if (name === 'login') beginLogin(...(args as Parameters<Actions['login']>));
        return enter().then((client) =>
          client === null ? fail({ kind: 'transport', why: 'broken' }) : ask(name, client, args),
        );
      },
    // A proxy answers every name of the interface.
  }) as Actions;
}

function ask(name: keyof Actions, client: Client, args: readonly unknown[]): unknown {
  // The names and arguments are those of the interface on both sides; the compiler cannot pair them.
  const action = client.actions[name] as (...args: readonly unknown[]) => unknown;
  return action(...args);
}

function tell(listeners: ReadonlySet<() => void>): void {
  for (const run of listeners) run();
}

function joined(listeners: Set<() => void>, run: () => void): () => void {
  listeners.add(run);
  return () => void listeners.delete(run);
}

/** Asks once; a failure is forgotten, so that the next one asks again. */
function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | null = null;
  return () => {
    made ??= make().catch((error: unknown) => {
      made = null;
      throw error;
    });
    return made;
  };
}
