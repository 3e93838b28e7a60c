import { createVirtualClock, type VirtualClock } from '../../simulator/time/virtual-clock.ts';
import type { Notice } from '../../src/client/interface/client.ts';
import { atOnce, type LaterParts } from '../../src/client/at-once.ts';
import { createClient, type HeadlessClient } from '../../src/client/create-client.ts';
import { createMemoryProfile, type MemoryProfile } from '../../src/client/persistence/memory-adapter.ts';
import type { HttpOutcome, HttpRequest, TransferPort } from '../../src/ports/http.ts';
import type { MediaPort } from '../../src/ports/media.ts';
import type { TabMemoryPort } from '../../src/ports/storage.ts';
import type { SocketHandlers } from '../../src/ports/socket.ts';
import { countingIds } from './counting-ids.ts';
import { fakePage, type FakePage } from './fake-page.ts';

/** A server with answers from the test, for one client on a virtual clock. */
export interface Scripted {
  readonly client: HeadlessClient;
  readonly clock: VirtualClock;
  readonly page: FakePage;
  readonly profile: MemoryProfile;
  readonly notices: Notice[];
  readonly requests: SeenRequest[];
  /** Log entries of the client, with their details. */
  readonly logged: string[];
  /** Sockets in the order they were opened. */
  readonly sockets: ScriptedSocket[];
  /** Answers paths that contain the text from now on; the newest rule wins. */
  readonly answer: (path: string, how: Answer) => void;
  readonly of: (path: string) => readonly SeenRequest[];
  /** The newest socket. */
  readonly socket: () => ScriptedSocket;
  /** A frame of a stream from the newest socket. */
  readonly push: (
    type: string,
    data: object,
    place?: { readonly stream: string; readonly seq: number },
  ) => void;
  readonly login: () => Promise<void>;
  readonly settle: () => Promise<void>;
}

export interface SeenRequest {
  readonly path: string;
  readonly atMs: number;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
  readonly body: unknown;
}

export type Reply =
  | HttpOutcome
  | {
      readonly code: number;
      readonly msg?: string;
      readonly data?: unknown;
      readonly [beside: string]: unknown;
    };
export type Answer = Reply | ((request: SeenRequest) => Reply | Promise<Reply>);

export interface ScriptedSocket {
  readonly sent: Record<string, unknown>[];
  readonly types: () => readonly unknown[];
  isClosed(): boolean;
  frame(frame: object): void;
  /** Brings a frame that was on its way when the client closed the socket. */
  late(frame: object): void;
  /** The far end closes. */
  close(): void;
}

export interface ScriptedOptions {
  /** The bind after the first list requests the events since it from the test, too. */
  readonly seesFirstSync?: boolean;
  readonly profile?: MemoryProfile;
  readonly clock?: VirtualClock;
  readonly isMobile?: boolean;
  readonly isVisible?: boolean;
  /** The result of an attempt to open a socket. */
  readonly openSocket?: () => 'greets' | 'fails' | 'silent';
  /** Imitates a base-protocol server: no numbers, and an `init` without an epoch. */
  readonly plain?: boolean;
  readonly random?: () => number;
  readonly transfers?: TransferPort;
  /** It takes files, answered like every call; their bytes stay on the device. */
  readonly takesFiles?: boolean;
  readonly media?: MediaPort;
  /** Cookies that end with the browser. */
  readonly browserMemory?: TabMemoryPort;
  /** Parts of the client whose code comes later; all others are here from the start. */
  readonly later?: Partial<LaterParts>;
}

export const ME = {
  user_id: 7,
  id: 7,
  account: 'anna',
  realname: 'Anna',
  displayName: 'Anna',
  avatar: '',
  email: '',
  motto: '',
  sex: 2,
  is_auth: 0,
  role: 0,
};
export const PARTNER = {
  id: 9,
  is_group: 0,
  displayName: 'Bert',
  realname: 'Bert',
  account: 'bert',
  avatar: '',
  name_py: 'bert',
  index: 'B',
  is_top: 0,
  is_notice: 1,
  is_online: 0,
  lastContent: '',
  lastSendTime: 0,
  type: 'text',
  unread: 0,
  is_at: 0,
  setting: [],
  stream: '7-9',
  seq: 0,
  count: 0,
  mark: 0,
  own: 0,
  at_mark: 0,
  hidden_n: 0,
  peer_mark: 0,
  last: null,
};

export async function scripted(options: ScriptedOptions = {}): Promise<Scripted> {
  const clock = options.clock ?? createVirtualClock();
  const profile = options.profile ?? createMemoryProfile();
  const page = fakePage(options);
  const rules: [path: string, how: Answer][] = [];
  const requests: SeenRequest[] = [];
  const logged: string[] = [];
  const sockets: ScriptedSocket[] = [];
  /** A list that came before the bind: it finds nothing newer, unless the test wants the request. */
  let first: object | null = null;
  const nothingSince = (list: object): HttpOutcome => {
    first = null;
    const { cursor, epoch, blocked = [] }: { cursor?: string; epoch?: string; blocked?: unknown } = list;
    const data = { epoch, cursor, more: 0, frames: [], resync: [], registers: { blocked } };
    return { kind: 'answer', status: 200, text: JSON.stringify({ code: 0, msg: '', data }) };
  };
  const send = async (request: HttpRequest): Promise<HttpOutcome> => {
    const view = {
      path: request.path,
      method: request.method,
      atMs: clock.elapsedMs(),
      headers: request.headers,
      timeoutMs: request.timeoutMs,
      body: request.body === null ? null : (JSON.parse(request.body) as unknown),
    };
    const isOffline = sockets.at(-1)?.isClosed() ?? true;
    const isSync = request.path.includes('/sync');
    if (first !== null && !isOffline && isSync && !options.seesFirstSync) return nothingSince(first);
    requests.push(view);
    const isFirst = isOffline && request.path.includes('/getContacts');
    const how = rules.findLast(([path]) => request.path.includes(path))?.[1] ?? {
      code: 0,
      msg: '',
      data: '',
    };
    const reply = await (typeof how === 'function' ? how(view) : how);
    if (isFirst && 'cursor' in reply) first = reply;
    return 'kind' in reply
      ? (reply as HttpOutcome)
      : { kind: 'answer', status: 200, text: JSON.stringify({ msg: '', data: '', ...reply }) };
  };
  const client = createClient(
    {
      clock,
      random: { next: options.random ?? (() => 0.5) },
      ids: countingIds(),
      log: { write: (_, what, more) => void logged.push(`${what} ${JSON.stringify(more)}`) },
      http: { send },
      transfers: options.transfers ?? (options.takesFiles ? transfersBy(send) : undefined),
      media: options.media,
      socket: {
        open: (_url, handlers) => openSocket(handlers, sockets, options),
      },
      device: page,
      settings: profile.settings(),
      records: profile.records,
      tabLock: profile.lock,
      ...(options.browserMemory && { browserMemory: options.browserMemory }),
      base: { ws: 'ws://scripted/wss' },
      schedule: (run) => run(),
    },
    { ...atOnce, ...options.later },
  );
  const notices: Notice[] = [];
  client.notices.subscribe((notice) => notices.push(notice));
  const answer: Scripted['answer'] = (path, how) => void rules.push([path, how]);
  answer('/login', { code: 0, data: { authToken: 'bearer t1', userInfo: ME } });
  answer('/getContacts', { code: 0, data: [PARTNER], count: 0, page: 0, cursor: 'c0', epoch: 'e1', seq: 0 });
  answer('/getMessageList', { code: 0, data: [] });
  answer('/sync', {
    code: 0,
    data: { epoch: 'e1', cursor: 'c1', more: 0, frames: [], resync: [], registers: {} },
  });
  const socket = () => {
    const newest = sockets.at(-1);
    if (newest === undefined) throw new Error('no socket was opened');
    return newest;
  };
  return {
    client,
    clock,
    page,
    profile,
    notices,
    requests,
    logged,
    sockets,
    answer,
    of: (path) => requests.filter((one) => one.path.includes(path)),
    socket,
    push: (type, data, place) =>
      socket().frame({ type, time: Math.floor(clock.nowMs() / 1_000), data, ...place }),
    login: async () => {
      const answered = await client.actions.login({ account: 'anna', password: 'secret1', remember: true });
      if (!answered.ok) throw new Error(JSON.stringify(answered.reason));
      await clock.advance(0);
      await clock.settle();
    },
    settle: async () => {
      for (let turn = 0; turn < 5; turn += 1) await clock.settle();
    },
  };
}

/** A client that has logged in, with these answers before its start, and without the notices of the login. */
export async function loggedIn(
  options: ScriptedOptions = {},
  answers: Readonly<Record<string, Answer>> = {},
): Promise<Scripted> {
  const on = await scripted(options);
  for (const [path, how] of Object.entries(answers)) on.answer(path, how);
  await on.client.start();
  await on.login();
  on.notices.length = 0;
  return on;
}

const transfersBy = (send: (request: HttpRequest) => Promise<HttpOutcome>): TransferPort => ({
  upload: ({ path, headers, timeoutMs }) => ({
    outcome: send({ path, headers, timeoutMs, method: 'POST', body: null }),
    abort: () => undefined,
  }),
});

/** Greets, answers pings and binds, as our server does. */
function openSocket(
  handlers: SocketHandlers,
  sockets: ScriptedSocket[],
  { openSocket: fate = () => 'greets', plain = false }: ScriptedOptions,
) {
  const how = fate();
  const sent: Record<string, unknown>[] = [];
  let [closed, open, bound] = [false, false, false];
  const frame = (one: object) => {
    if (!closed) handlers.frame(JSON.stringify(one));
  };
  const end = () => {
    if (closed) return;
    closed = true;
    handlers.closed({ opened: open, code: 1006, reason: '' });
  };
  sockets.push({
    sent,
    types: () => sent.map((one) => one['type']),
    isClosed: () => closed,
    frame,
    late: (one) => handlers.frame(JSON.stringify(one)),
    close: end,
  });
  const number = sockets.length;
  queueMicrotask(() => {
    if (closed) return;
    if (how === 'fails') return end();
    open = true;
    handlers.opened();
    if (how === 'greets')
      frame({ type: 'init', client_id: `client-${number}`, ...(!plain && { epoch: 'e1' }) });
  });
  return {
    send: (text: string) => {
      const input = JSON.parse(text) as Record<string, unknown>;
      sent.push(input);
      if (how === 'silent') return;
      if (input['type'] === 'bindUid') bound = true;
      if (input['type'] === 'ping' || input['type'] === 'bindUid')
        queueMicrotask(() => frame({ type: 'pong', multiport: false, bound }));
    },
    close: () => {
      closed = true;
    },
  };
}

let written = 0;

/** A message of the partner (or of the user with `from` 7) as in a push frame. */
export const messageOf = (
  n: number,
  content: string,
  more: { readonly from?: number; readonly id?: string } = {},
) => {
  const from = more.from ?? 9;
  written += 1;
  return {
    id: more.id ?? `message-${written}`,
    msg_id: 1_000 + n,
    n,
    type: 'text',
    content,
    sendTime: 1_700_000_000 + n,
    is_group: 0,
    toContactId: from,
    toUser: from === 7 ? 9 : 7,
    from_user: from,
    fromUser: { id: from, user_id: from, realname: 'X', displayName: 'X', avatar: '' },
    at: [],
    extends: null,
  };
};
