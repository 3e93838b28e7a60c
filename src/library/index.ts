import { atOnce } from '../client/at-once.ts';
import { createFetchHttp } from '../client/browser/fetch-adapter.ts';
import { browserClock, browserIds, browserRandom } from '../client/browser/system-adapter.ts';
import { createClient, type HeadlessClient } from '../client/create-client.ts';
import type { Client } from '../client/interface/client.ts';
import { createMemoryProfile } from '../client/persistence/memory-adapter.ts';
import { keepSession } from '../client/session/session.ts';
import { contactId, type UserId } from '../domain/ids.ts';
import { EMPTY_DRAFT } from '../domain/message.ts';
import type { Clock } from '../ports/clock.ts';
import type { DevicePort } from '../ports/device.ts';
import type { SettingsPort } from '../ports/storage.ts';
import { decodeContactsPlace } from '../wire/answers/contacts.ts';
import type { ProgramProfile } from './folder-adapter.ts';
import { libraryLimits as limits } from './limits.ts';
import { type Handler, type Received, Receiver } from './receiver.ts';
import { type ProgramCall, createCall, RefusedError, UnansweredError } from './requests.ts';
import { platformWebSocket, socketPort, type WebSocketMaker } from './socket-adapter.ts';

export { type Received, RefusedError, UnansweredError };

export interface ConnectOptions {
  /** Address of the server, as `https://chat.example.org`. */
  readonly url: string;
  /** An access token for all chats of a bot or a user; it begins with `parley_`. */
  readonly token: string;
  /** Node only: stores the outbox and what was handled, so that the program may end at any time. */
  readonly folder?: string;
  /** Code of the language in which the server answers. */
  readonly language?: string;
  readonly WebSocket?: WebSocketMaker;
  /** Errors of handlers and of requests that are repeated. Without it they are ignored. */
  readonly onError?: (error: unknown, message: Received | null) => void;
}

export interface ProgramConnection {
  /** ID of the bot or user. */
  readonly me: number;
  /**
   * Calls the handler for each message of another user, once and in the order of its chat, also for those of
   * a time away. The next one of a chat follows when the handler is done. At most one handler.
   */
  onMessage(handler: Handler): void;
  /**
   * Puts a text into the outbox, where it stays until the server has it. It may have formatting characters.
   * Returns the ID of the message.
   */
  send(chat: string | number, text: string): Promise<string>;
  /** Resolves when the outbox is empty. */
  sent(): Promise<void>;
  /** Any call, as in openapi.json: `call('/enterprise/im/react', {id, emoji: '👍', on: 1})`. */
  readonly call: ProgramCall;
  /** The whole client: its state, and all actions of the app. */
  readonly client: Client;
  /** Resolves when the server refuses the token, as after it was revoked. */
  readonly ended: Promise<void>;
  stop(): Promise<void>;
}

const none = () => () => undefined;

/** Always online: a lost network shows itself as a lost socket. */
const program = (language: string): DevicePort => ({
  isOnline: () => true,
  isVisible: () => true,
  isMobile: () => false,
  language: () => language,
  onOnline: none,
  onVisible: none,
  onLeaving: none,
  onGone: none,
});

async function openProfile(folder: string | undefined): Promise<ProgramProfile> {
  if (folder !== undefined) return (await import('./folder-adapter.ts')).openFolder(folder);
  const memory = createMemoryProfile();
  return { ...memory, settings: memory.settings(), close: () => undefined };
}

/** The user of the token, as stored or as the server reports it; waits until the server answers. */
async function identify(
  settings: SettingsPort,
  call: ProgramCall,
  token: string,
  clock: Clock,
): Promise<UserId> {
  const own = settings.get('userInfo');
  if (own !== null && settings.get('authToken') === token) return (JSON.parse(own) as { id: UserId }).id;
  for (let waitMs: number = limits.retryMinMs; ; waitMs = Math.min(waitMs * 2, limits.retryMaxMs)) {
    try {
      const { self } = decodeContactsPlace(await call('/enterprise/im/getContacts'));
      if (!self) throw new RefusedError(400, 'This server is no Parley server.');
      keepSession({ settings }, { token, self, user: self.id, logoutKey: '', login: browserIds.hex(8) });
      return self.id;
    } catch (error) {
      if (!(error instanceof UnansweredError)) throw error;
      await new Promise<void>((done) => void clock.setTimeout(done, waitMs));
    }
  }
}

/**
 * Connects a program to a server. Throws `RefusedError` if the token is not valid for all chats.
 *
 * `const bot = await connect({url, token}); bot.onMessage(({chat, text}) => bot.send(chat, text));`
 */
export async function connect(options: ConnectOptions): Promise<ProgramConnection> {
  const { url, token: bare, folder, language = 'en', onError = () => undefined } = options;
  const base = url.replace(/\/+$/, '');
  const token = `Bearer ${bare}`;
  const http = createFetchHttp(base);
  const call = createCall(http, token, language);
  const profile = await openProfile(folder);
  const me = await identify(profile.settings, call, token, browserClock);
  const { events: _log, ...parts } = atOnce;
  const client = createClient(
    {
      clock: browserClock,
      random: browserRandom,
      ids: browserIds,
      log: { write: () => undefined },
      http,
      socket: socketPort(options.WebSocket ?? (await platformWebSocket())),
      device: program(language),
      settings: profile.settings,
      records: profile.records,
      tabLock: profile.lock,
      base: { ws: `${base.replace(/^http/, 'ws')}/wss` },
      schedule: (run) => void browserClock.setTimeout(run, 0),
    },
    parts,
  );
  await client.start();
  return connection({ client, call, me, profile, onError });
}

interface Parts {
  readonly client: HeadlessClient;
  readonly call: ProgramCall;
  readonly me: UserId;
  readonly profile: ProgramProfile;
  readonly onError: (error: unknown, message: Received | null) => void;
}

function connection({ client, call, me, profile, onError }: Parts): ProgramConnection {
  const { settings } = profile;
  let receiver: Receiver | null = null;
  return {
    me,
    call,
    client,
    onMessage: (handle) => {
      if (receiver) throw new Error('onMessage: there is a handler already');
      receiver = new Receiver({ client, call, clock: browserClock, settings, me, handle, onError });
      receiver.start();
    },
    send: async (chat, text) => {
      const answer = await client.actions.send(contactId(chat), { ...EMPTY_DRAFT, text });
      if (answer.ok) return answer.value;
      const { reason } = answer;
      throw reason.kind === 'server'
        ? new RefusedError(reason.code, reason.message)
        : new Error(`send: ${JSON.stringify(reason)}`);
    },
    sent: () => until(client, () => client.actions.unsent() === 0),
    ended: whenEnded(client),
    stop: async () => {
      await receiver?.stop();
      await client.stop();
      profile.close();
    },
  };
}

function until({ store }: Client, isSo: () => boolean): Promise<void> {
  if (isSo()) return Promise.resolve();
  return new Promise((resolve) => {
    const end = store.subscribe(() => {
      if (!isSo()) return;
      end();
      resolve();
    });
  });
}

const whenEnded = ({ session }: Client): Promise<void> =>
  new Promise((resolve) => {
    const look = () => (session.get().name === 'ended' ? resolve() : undefined);
    session.subscribe(look);
    look();
  });
