import { networkLimits } from '../domain/first-limits.ts';
import { EMPTY_DRAFT } from '../domain/message.ts';
import type { DevicePort } from '../ports/device.ts';
import type { HttpPort, HttpRequest } from '../ports/http.ts';
import type { SettingsPort } from '../ports/storage.ts';
import { LOGIN_PATH } from '../wire/first-call.ts';
import { DONE, NOT_LOADED } from './connection/answers.ts';
import { headersFor } from './connection/headers.ts';
import type { Actions, Answer, Client, SessionState } from './interface/client.ts';
import type { UploadView } from './interface/files.ts';
import { lazy, tellNotLoaded } from './kernel/lazy.ts';
import { createNotices } from './kernel/notices.ts';
import { createConfigCopy, readConfig } from './session/config-copy.ts';
import { loginBody } from './session/login-body.ts';
import { LOGOUTS } from './session/traces.ts';
import { VISITOR } from './state/blank.ts';
import type { State } from './state/state.ts';

/**
 * A client for somebody who is not signed in: it knows the configuration and nothing else. The whole
 * client (machines, streams, outbox) is fetched when a session is stored, when another tab signs in,
 * or with the first action that needs it; from then on this one only passes through (UI-16).
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

/** What the pages of somebody who is not signed in can ask for; all other pages come with the whole client. */
export type VisitorActions = Pick<
  Actions,
  'login' | 'register' | 'sendCode' | 'refreshConfig' | 'unsent' | 'draft'
>;

const TOKEN = 'authToken';
const NO_UPLOADS: readonly UploadView[] = [];

export const createSignedOutClient = (parts: SignedOutClientParts): SignedOutClient => new Visitor(parts);

class Visitor implements SignedOutClient {
  readonly store: Client['store'];
  readonly session: Client['session'];
  readonly uploads: Client['uploads'];
  readonly calls: Client['calls'];
  readonly notices = createNotices();
  readonly actions: Actions;
  readonly #parts: SignedOutClientParts;
  readonly #config;
  readonly #listeners = {
    state: listeners(),
    session: listeners(),
    uploads: listeners(),
    calls: listeners(),
  };
  readonly #ends: readonly (() => void)[];
  /** The configuration came with the page and nobody has asked for it yet. */
  #isFresh: boolean;
  #state: State = VISITOR;
  #session: SessionState = { name: 'starting' };
  #whole: Client | null = null;
  #stopped = false;

  readonly #fetched = lazy(
    () => this.#parts.load(),
    (whole) => whole,
    (whole) => {
      const { state, session, uploads, calls } = this.#listeners;
      whole.store.subscribe(state.tell);
      whole.session.subscribe(session.tell);
      whole.uploads.subscribe(uploads.tell);
      whole.calls.subscribe(calls.tell);
      whole.notices.subscribe((notice) => this.notices.raise(notice));
    },
  );
  readonly #entered = lazy(
    async () => {
      const whole = await this.#fetched.get();
      await whole.start();
      return whole;
    },
    (whole) => whole,
    (whole) => {
      this.#whole = whole;
      Object.assign(this.actions, whole.actions);
      this.#listeners.state.tell();
      this.#listeners.session.tell();
    },
  );

  constructor(parts: SignedOutClientParts) {
    this.#parts = parts;
    const { settings, device, given = null } = parts;
    const { state, session, uploads, calls } = this.#listeners;
    this.store = { get: () => this.#whole?.store.get() ?? this.#state, subscribe: state.add };
    this.session = { get: () => this.#whole?.session.get() ?? this.#session, subscribe: session.add };
    this.uploads = { get: () => this.#whole?.uploads.get() ?? NO_UPLOADS, subscribe: uploads.add };
    this.calls = {
      get: () => this.#whole?.calls.get() ?? null,
      subscribe: calls.add,
      mayCall: (id) => this.#whole?.calls.mayCall(id) ?? null,
    };
    // A page that asks for more is shown to somebody signed in, and then all actions are here.
    this.actions = this.#visitorActions() as Actions;
    const known = readConfig(given);
    this.#isFresh = known !== null;
    if (known !== null) this.#state = { ...VISITOR, config: known };
    this.#config = createConfigCopy(settings, {
      get: () => this.#state,
      dispatch: (event) => {
        if (event.type !== 'configLoaded') return;
        this.#state = { ...this.#state, config: event.config };
        state.tell();
      },
    });
    const enterWhenWanted = () => {
      if (!this.#stopped && this.#whole === null && this.#isWanted()) void this.#enter();
    };
    this.#ends = [
      settings.onChange(enterWhenWanted),
      device.onOnline(enterWhenWanted),
      device.onVisible(enterWhenWanted),
    ];
  }

  prepare(): void {
    void this.#fetched.get().catch(() => undefined);
  }

  async start(): Promise<void> {
    if (!this.#isFresh) this.#config.restore();
    if (this.#isWanted()) return void (await this.#enter());
    this.#session = { name: 'signedOut' };
    this.#listeners.session.tell();
    if (this.#isFresh) this.#config.looked();
    else void this.#refreshConfig();
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    for (const end of this.#ends) end();
    await this.#whole?.stop();
  }

  #visitorActions(): VisitorActions {
    const ask = async <T>(what: (actions: Actions) => Answer<T>): Answer<T> => {
      const whole = await this.#enter();
      return whole === null ? NOT_LOADED : what(whole.actions);
    };
    return {
      login: (form) => {
        this.#beginLogin(form);
        return ask((actions) => actions.login(form));
      },
      register: (form) => ask((actions) => actions.register(form)),
      sendCode: (account, purpose) => ask((actions) => actions.sendCode(account, purpose)),
      refreshConfig: () => this.#refreshConfig(),
      unsent: () => 0,
      draft: () => EMPTY_DRAFT,
    };
  }

  async #enter(): Promise<Client | null> {
    try {
      return await this.#entered.get();
    } catch {
      tellNotLoaded((notice) => this.notices.raise(notice));
      return null;
    }
  }

  /** A log-out that nobody has heard yet is said by the whole client. */
  #isWanted(): boolean {
    const { settings } = this.#parts;
    return settings.get(TOKEN) !== null || settings.get(LOGOUTS) !== null;
  }

  #headers() {
    const { settings } = this.#parts;
    return {
      token: '',
      clientId: '',
      cid: settings.get('cid') ?? '',
      language: settings.get('language') ?? '',
    };
  }

  async #refreshConfig(): Answer {
    if (this.#isFresh) {
      this.#isFresh = false;
      return DONE;
    }
    const { askConfig } = await import('./session/ask-config.ts');
    const found = await askConfig({ ...this.#parts, headers: () => this.#headers() });
    if (!found.ok) return found;
    if (this.#whole === null) {
      this.#state = { ...this.#state, config: found.value };
      this.#config.looked();
      this.#listeners.state.tell();
    }
    return DONE;
  }

  /** The answer of a login takes a while, and so does the code that hears it: they come together (UI-112). */
  #beginLogin(form: Parameters<Actions['login']>[0]): void {
    this.#parts.begin?.({
      path: LOGIN_PATH,
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headersFor(this.#headers()) },
      body: JSON.stringify(loginBody(form)),
      timeoutMs: networkLimits.requestTimeoutMs,
    });
  }
}

function listeners() {
  const all = new Set<() => void>();
  return {
    add: (run: () => void) => {
      all.add(run);
      return () => void all.delete(run);
    },
    tell: () => {
      for (const run of all) run();
    },
  };
}
