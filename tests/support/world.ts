import { createHash, createHmac } from 'node:crypto';
import { createVirtualClock, type VirtualClock } from '../../simulator/time/virtual-clock.ts';
import type { GlobalConfig } from '../../src/domain/config.ts';
import type { Bus } from '../../src/ports/bus.ts';
import type { FilePorts } from '../../src/ports/files.ts';
import type { Forwarding } from '../../src/ports/forwarding.ts';
import type { Log } from '../../src/ports/log.ts';
import type { Mail } from '../../src/ports/mail.ts';
import type { Meter } from '../../src/ports/meter.ts';
import type { Passwords } from '../../src/ports/passwords.ts';
import type { HookPosts } from '../../src/ports/hook-posts.ts';
import type { Pages } from '../../src/ports/pages.ts';
import type { Ids } from '../../src/ports/random.ts';
import type { Push } from '../../src/ports/push.ts';
import type { Store } from '../../src/ports/store.ts';
import { createServer, type ParleyServer } from '../../src/server/app.ts';
import { ENDPOINTS } from '../../src/server/features/features.ts';
import { createLocalBus } from '../../src/server/cluster/local-bus.ts';
import type { Ldap } from '../../src/ports/ldap.ts';
import type { ServiceMakers } from '../../src/server/kernel/live-services.ts';
import type { OpenIds } from '../../src/ports/openid.ts';
import { createPasskeys } from '../../src/server/platform/passkeys-adapter.ts';
import type { Settings } from '../../src/server/kernel/core.ts';
import { Refusal } from '../../src/server/kernel/refusal.ts';
import type { Assets } from '../../src/server/http/assets.ts';
import type { CallRequest } from '../../src/server/http/call-request.ts';
import { checkDescribed } from './described-answers.ts';
import { fakeSocket, type FakeSocket } from './fake-socket.ts';
import type { Fields } from './fields.ts';
import { pathCheck } from './known-paths.ts';
import { storeIdle, testStore } from './test-store.ts';

const checkPath = pathCheck(ENDPOINTS.flatMap(({ paths }) => paths));

/** Receivers of outgoing hooks that accept every event. */
export const TAKES_EVENTS: HookPosts = {
  isAllowed: () => true,
  post: () => Promise.resolve({ status: 200, text: '' }),
};

/** The real server on a database in memory, with a manual clock. */
export interface World {
  readonly server: ParleyServer;
  readonly clock: VirtualClock;
  readonly log: readonly { readonly level: string; readonly what: string; readonly facts: unknown }[];
  /** Any call; `who` null is a stranger. A path without a leading slash is below `/enterprise/`. */
  call<T = Fields>(
    who: Person | null,
    path: string,
    body?: unknown,
    headers?: Readonly<Record<string, string>>,
  ): Promise<Envelope<T>>;
  /** The code of an answer: 0 is a success. */
  code(...call: Parameters<World['call']>): Promise<number>;
  /** The data of an answer that must be a success. */
  ok<T = Fields>(who: Person | null, path: string, body?: unknown): Promise<T>;
  /** The same where the data is a list. */
  rows(who: Person | null, path: string, body?: unknown): Promise<readonly Fields[]>;
  /** Sends a text with a new ID. */
  send(who: Person | null, to: string | number, content: string, more?: object): Promise<Envelope<Fields>>;
  /** Sends a text, which must succeed. Returns the message. */
  say(who: Person | null, to: string | number, content: string, more?: object): Promise<Fields>;
  /** The first page of a conversation, without marking it as read. */
  history(who: Person, to: string | number, more?: object): Promise<readonly Fields[]>;
  /** A row of the user's list, or null if it is missing. */
  contact(who: Person, id: string | number): Promise<Fields | null>;
  raw(path: string, init?: RequestInit, address?: string): Promise<Response>;
  /** A call with any status, as a host passes it on. A body that is a string is sent as it is. */
  answer(
    path: string,
    body: unknown,
    headers: Readonly<Record<string, string>>,
    address?: string,
  ): Promise<{ readonly status: number; readonly text: string }>;
  /** Registers and logs in. */
  person(name: string): Promise<Person>;
  login(account: string, headers?: Readonly<Record<string, string>>, body?: object): Promise<Person>;
  befriend(a: Person, b: Person): Promise<void>;
  /** Id of a new group. */
  group(owner: Person, others: readonly Person[], name?: string): Promise<string>;
  /** Opens a Parley socket, bound by its frame, without received frames. */
  online(who: Person, options?: { readonly plain?: boolean }): Promise<FakeSocket>;
  /** An unbound socket. */
  socket(): Promise<FakeSocket>;
  /** Everything published was delivered. */
  settle(): Promise<void>;
  setConfig(change: (config: GlobalConfig) => GlobalConfig): Promise<void>;
  close(): Promise<void>;
}

export interface Person {
  readonly id: number;
  readonly account: string;
  readonly token: string;
}

export interface Envelope<T> {
  readonly code: number;
  readonly msg: string;
  readonly count: number;
  readonly data: T;
  readonly page: number;
  readonly cursor?: string;
  readonly seq?: number;
}

export const PASSWORD = 'secret-1';
const ORIGIN = 'http://parley.test';
/** Where calls come from. */
export const ADDRESS = '10.0.0.1';

/** Fast and readable. Another test covers the real hashing. */
export const plainPasswords: Passwords = {
  hash: (password) => Promise.resolve(`hash of ${password}`),
  verify: (hash, password) => Promise.resolve(hash === `hash of ${password}`),
  digest: (text) => createHash('sha256').update(text).digest('hex'),
  mac: (key, text) => createHmac('sha256', key).update(text).digest('hex'),
  relayPassword: (secret, name) => createHmac('sha1', secret).update(name).digest('base64'),
};

export function countingIds(of = 'id'): Ids {
  let made = 0;
  const digits = (length: number) =>
    createHash('sha512')
      .update(`${of} ${(made += 1)}`)
      .digest('hex')
      .repeat(4)
      .slice(0, length);
  return {
    hex: (bytes) => digits(bytes * 2),
    uuid: () =>
      digits(32)
        .replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, '$1-$2-4$3-8$4-$5')
        .slice(0, 36),
  };
}

export interface WorldOptions {
  /** Shares clock, bus and perhaps the database with another node. The name makes its IDs unique. */
  readonly beside?: {
    readonly clock: VirtualClock;
    readonly bus: Bus;
    readonly name: string;
    readonly store?: Store;
  };
  readonly settings?: Partial<Settings>;
  readonly assets?: Assets;
  readonly uploads?: FilePorts;
  readonly passwords?: Passwords;
  readonly mail?: Mail;
  readonly push?: Push;
  readonly forwarding?: Forwarding;
  readonly meter?: Meter;
  readonly pages?: Pages;
  readonly hookPosts?: HookPosts;
  readonly openIds?: (log: Log) => OpenIds;
  readonly ldap?: (log: Log) => Ldap;
  readonly makeServices?: ServiceMakers;
  /** Wraps the store, to let it fail. */
  readonly store?: (store: Store) => Store;
}

export async function startWorld(options: WorldOptions = {}): Promise<World> {
  const clock = options.beside?.clock ?? createVirtualClock();
  const ids = countingIds(options.beside?.name);
  const lines: { level: string; what: string; facts: unknown }[] = [];
  const log: Log = { write: (level, what, facts) => void lines.push({ level, what, facts }) };
  const opened = options.beside?.store ?? (await testStore.open({ clock, ids, log }));
  const store = options.store ? options.store(opened) : opened;
  const settings: Settings = { registration: 'open', wireTime: 's', ...options.settings };
  const passwords = options.passwords ?? plainPasswords;
  const server = await createServer(
    {
      store,
      clock,
      random: { next: () => 0.5 },
      ids,
      passwords,
      passkeys: createPasskeys(),
      openIds: options.openIds?.(log) ?? null,
      ldap: options.ldap?.(log) ?? null,
      ...(options.makeServices && { makeServices: options.makeServices }),
      mail: options.mail ?? null,
      push: options.push ?? null,
      forwarding: options.forwarding ?? null,
      meter: options.meter ?? null,
      pages: options.pages ?? null,
      hookPosts: options.hookPosts ?? null,
      log,
      bus: options.beside?.bus ?? createLocalBus(),
      uploads: options.uploads ?? null,
      assets: options.assets ?? null,
    },
    settings,
  );

  const raw: World['raw'] = (path, init, address = ADDRESS) =>
    server.fetch(new Request(`${ORIGIN}${path}`, asJson(init)), {
      address,
      userAgent: new Headers(init?.headers).get('user-agent') ?? '',
    });
  /** As the host of a built server does it: a usual call needs no request of the platform. */
  const answer: World['answer'] = async (path, body, headers, address = ADDRESS) => {
    if (typeof body !== 'string') {
      const request = new AskedCall(path, JSON.stringify(body), headers);
      const [plain = ''] = path.split('?');
      const peer = { address, userAgent: request.header('user-agent') ?? '' };
      const usual = await server.call(plain, request, peer);
      if (usual) return { status: usual.status, text: String(Buffer.from(usual.body)) };
    }
    const init = { method: 'POST', headers, body: typeof body === 'string' ? body : JSON.stringify(body) };
    const response = await raw(path, init, address);
    return { status: response.status, text: await response.text() };
  };
  const request: World['call'] = async (who, path, body = {}, headers = {}) => {
    const { status, text } = await answer(path, body, {
      'content-type': 'application/json',
      ...(who ? { authorization: who.token } : {}),
      ...headers,
    });
    if (status !== 200) throw new Error(`${path}: HTTP ${status} ${JSON.stringify(lines.at(-1))}`);
    const envelope = JSON.parse(text) as Envelope<never>;
    await checkDescribed(path, envelope);
    await settle();
    return envelope;
  };
  // Both are synchronous, so that no `catch` of the promise hides an exception.
  const call: World['call'] = (who, path, body, headers) => {
    const whole = path.startsWith('/') ? path : `/enterprise/${path}`;
    checkPath(whole);
    return request(who, whole, body, headers);
  };
  const ok = <T = Fields>(who: Person | null, path: string, body?: unknown): Promise<T> =>
    call<T>(who, path, body).then((answer) => {
      if (answer.code !== 0) throw new Error(`${path}: ${answer.code} ${answer.msg}`);
      return answer.data;
    });
  let texts = 0;
  const text = (to: string | number, content: string, more: object) => ({
    id: `text-${(texts += 1)}`,
    toContactId: to,
    type: 'text',
    content,
    ...more,
  });
  const settle = async () => {
    await clock.settle();
    await storeIdle();
    await server.gateway.idle();
  };
  const login: World['login'] = async (account, headers = {}, body = {}) => {
    const answer = await call(null, '/common/pub/login', { account, password: PASSWORD, ...body }, headers);
    if (answer.code !== 0) throw new Error(`login: ${answer.msg}`);
    return { id: answer.data.userInfo.user_id, account, token: answer.data.authToken };
  };
  const socket: World['socket'] = async () => {
    const made = fakeSocket(server.gateway);
    await settle();
    return made;
  };

  return {
    server,
    clock,
    log: lines,
    call,
    code: async (...asked) => (await call(...asked)).code,
    ok,
    rows: ok<readonly Fields[]>,
    send: (who, to, content, more = {}) => call(who, 'im/sendMessage', text(to, content, more)),
    say: (who, to, content, more = {}) => ok(who, 'im/sendMessage', text(to, content, more)),
    history: (who, to, more = {}) =>
      ok(who, 'im/getMessageList', { toContactId: to, page: 1, limit: 100, peek: 1, ...more }),
    async contact(who, id) {
      const rows = await ok<readonly Fields[]>(who, '/enterprise/im/getContacts');
      return rows.find((row) => (row.id as string | number).toString() === id.toString()) ?? null;
    },
    raw,
    answer,
    login,
    socket,
    settle,
    async person(name) {
      await ok(null, '/common/pub/register', {
        account: name,
        realname: `${name.replace(/@.*/, '')} name`,
        password: PASSWORD,
      });
      return login(name);
    },
    async befriend(a, b) {
      await ok(a, '/enterprise/friend/add', { user_id: b.id, remark: 'hello' });
      await ok(b, '/enterprise/friend/add', { user_id: a.id, remark: 'hello' });
    },
    async group(owner, others, name = 'Team') {
      return (await ok(owner, '/enterprise/group/add', { user_ids: others.map(({ id }) => id), name })).id;
    },
    async online(who, { plain = false } = {}) {
      const made = await socket();
      made.say({
        type: 'bindUid',
        user_id: who.id,
        token: who.token,
        ...(plain ? {} : { client: 'parley', v: 1 }),
      });
      await settle();
      await clock.advance(1_000);
      made.frames.length = 0;
      return made;
    },
    async setConfig(change) {
      await opened.write((tx) => tx.config.set(change(server.core.config())));
      const before = server.core.config();
      server.core.bus.publish({ kind: 'config' });
      // Waits for the read from the store, which may be remote.
      while (server.core.config() === before) await new Promise(setImmediate);
      await settle();
    },
    close: () => server.close(),
  };
}

/** The platform labels a body as plain text by default. */
/** A call with a complete body, as a host passes it on. */
class AskedCall implements CallRequest {
  readonly request = null;
  private readonly headers: ReadonlyMap<string, string>;

  constructor(
    readonly url: string,
    private readonly body: string,
    headers: Readonly<Record<string, string>>,
  ) {
    this.headers = new Map(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
  }

  header(name: string): string | null {
    return this.headers.get(name) ?? null;
  }

  origin(): string {
    return ORIGIN;
  }

  isGone(): boolean {
    return false;
  }

  text(most: number): Promise<string | Refusal> {
    return Promise.resolve(Buffer.byteLength(this.body) > most ? new Refusal('tooLarge') : this.body);
  }
}

function asJson(init: RequestInit | undefined): RequestInit | undefined {
  const headers = new Headers(init?.headers);
  if (typeof init?.body !== 'string' || headers.has('content-type')) return init;
  headers.set('content-type', 'application/json');
  return { ...init, headers };
}

/** Three users: anna is a friend of the others and created the group. */
export interface ThreePeople {
  readonly world: World;
  readonly anna: Person;
  readonly bela: Person;
  readonly cleo: Person;
  readonly group: string;
}

/** The value before the first test. */
export const NOBODY = {} as ThreePeople;

export async function threePeople(options: WorldOptions = {}): Promise<ThreePeople> {
  const world = await startWorld(options);
  const [anna, bela, cleo] = [
    await world.person('anna'),
    await world.person('bela'),
    await world.person('cleo'),
  ];
  await world.befriend(anna, bela);
  await world.befriend(anna, cleo);
  return { world, anna, bela, cleo, group: await world.group(anna, [bela, cleo]) };
}
