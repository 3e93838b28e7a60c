import { EMPTY_DRAFT } from '../domain/message.ts';
import { fail } from '../domain/result.ts';
import type { DevicePort } from '../ports/device.ts';
import type { HttpPort } from '../ports/http.ts';
import type { SettingsPort } from '../ports/storage.ts';
import { getSystemInfo } from '../wire/calls/session.ts';
import { decodeConfig } from '../wire/down/config.ts';
import { DONE, MISREAD, path } from './actions/parts.ts';
import type { Actions, Answer, Client, Notice, SessionState } from './client.ts';
import type { UploadView } from './files.ts';
import { createNotices } from './effects/notices.ts';
import { createApi } from './net/api.ts';
import { createConfigCopy } from './session/config-copy.ts';
import { LOGOUTS } from './session/traces.ts';
import { EMPTY } from './store/empty.ts';
import type { State } from './store/state.ts';

/**
 * A client for somebody who is not signed in: it knows the configuration and nothing else. The whole
 * client (machines, streams, outbox) is fetched when a session is stored, when another tab signs in,
 * or with the first action that needs it; from then on the door only passes through (UI-16).
 */
export interface Door extends Client {
  /** Fetches the whole client without using it, when somebody looks like signing in soon. */
  prepare(): void;
}

export interface DoorParts {
  readonly settings: SettingsPort;
  readonly http: HttpPort;
  readonly device: DevicePort;
  readonly load: () => Promise<Client>;
}

const TOKEN = 'authToken';
const NO_UPLOADS: readonly UploadView[] = [];

export function createDoor({ settings, http, device, load }: DoorParts): Door {
  const notices = createNotices();
  const [onState, onSession, onUploads, onCalls] = [new Set<() => void>(), new Set<() => void>(), new Set<() => void>(), new Set<() => void>()];
  let state: State = EMPTY;
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
  const ends = [settings.onChange(enterWhenWanted), device.onOnline(enterWhenWanted), device.onVisible(enterWhenWanted)];

  const api = createApi({
    http,
    device,
    absent: () => false,
    headers: () => ({ token: '', clientId: '', cid: '', language: settings.get('language') ?? '' }),
    raise: (notice) => notices.raise(notice),
    answered: () => undefined,
    tokenRefused: () => false,
  });
  const refreshConfig = async (): Answer => {
    const answer = await api.call(path(getSystemInfo), {}, { quiet: true });
    if (!answer.ok) return answer;
    const found = decodeConfig(answer.value.data);
    if (!found.ok) return MISREAD;
    if (house === null) {
      state = { ...state, config: found.value };
      config.looked();
      tell(onState);
    }
    return DONE;
  };

  return {
    store: { get: () => house?.store.get() ?? state, subscribe: (run) => joined(onState, run) },
    session: { get: () => house?.session.get() ?? session, subscribe: (run) => joined(onSession, run) },
    notices,
    uploads: { get: () => house?.uploads.get() ?? NO_UPLOADS, subscribe: (run) => joined(onUploads, run) },
    calls: { get: () => house?.calls.get() ?? null, subscribe: (run) => joined(onCalls, run), mayCall: (id) => house?.calls.mayCall(id) ?? null },
    actions: doorActions({ house: () => house, enter, refreshConfig }),
    prepare: () => void fetched().catch(() => undefined),
    start: async () => {
      config.restore();
      if (wanted()) return void (await enter());
      session = { name: 'signedOut' };
      tell(onSession);
      void refreshConfig();
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
}

/** Every action of the interface: passed on, once there is somebody to pass it to. */
function doorActions({ house, enter, refreshConfig }: Way): Actions {
  const here: Partial<Actions> = { refreshConfig, unsent: () => 0, draft: () => EMPTY_DRAFT };
  return new Proxy(here, {
    get: (own, name: keyof Actions) => (...args: readonly unknown[]): unknown => {
      const whole = house();
      if (whole !== null) return ask(name, whole, args);
      const mine = own[name] as ((...args: readonly unknown[]) => unknown) | undefined;
      if (mine !== undefined) return mine(...args);
      return enter().then((client) => (client === null ? fail({ kind: 'transport', why: 'broken' }) : ask(name, client, args)));
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
