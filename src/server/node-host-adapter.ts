import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { connectionLimits, serverLimits as limits } from './kernel/limits.ts';
import type { ParleyServer } from './app.ts';
import { limitConnections } from './connections-adapter.ts';
import { perRound } from './delivery/rounds.ts';
import { attachSockets, refuseSockets } from './delivery/ws-adapter.ts';
import { type PlainAnswer, REFUSAL_HEADERS } from './http/http-app.ts';
import { BadSetting } from './kernel/setting-names.ts';
import { peerOf } from './kernel/peer.ts';
import { CALL_PATH } from './http/room.ts';
import { zippedAnswer, zippedResponse } from './http/zip-adapter.ts';
import type { HostSettings } from './kernel/settings.ts';
import type { CallRequest } from './http/call-request.ts';
import { Refusal } from './kernel/refusal.ts';

/** A listener, plain or with TLS, and how its connections are ended. */
export interface Listener {
  readonly server: Server;
  /** Connections without a request in progress. */
  closeIdle(): void;
  closeAll(): void;
}

type Handler = (incoming: IncomingMessage, outgoing: ServerResponse) => void;

export function plainListener(handler: Handler): Listener {
  const server = createServer(handler);
  return {
    server,
    closeIdle: () => server.closeIdleConnections(),
    closeAll: () => server.closeAllConnections(),
  };
}

export interface Host {
  readonly port: number;
  /** No new connections and requests; resolves when the open ones have ended. */
  stop(): Promise<void>;
}

/** Calls, files and sockets of one node on one port. Rejects when the port cannot be had. */
export async function listen(
  node: ParleyServer,
  settings: Pick<HostSettings, 'host' | 'port' | 'trustProxy' | 'publicUrl' | 'allowOrigins' | 'most'>,
  open: (handler: Handler) => Listener = plainListener,
): Promise<Host> {
  const answer = answering(node, settings);
  const refusals = new Refusals();
  const listener = open((incoming, outgoing) => {
    if (
      !refused(node, settings, incoming, outgoing, refusals) &&
      !answerCall(node, settings, incoming, outgoing)
    )
      answer(incoming, outgoing);
  });
  const { server } = listener;
  limitConnections(server, settings, { ...connectionLimits, ...settings.most?.connections });
  const { allowOrigins: origins = [], publicUrl, trustProxy } = settings;
  const detach = attachSockets(server, node.gateway, { origins, publicUrl, trustProxy });
  await bound(server, settings);
  return {
    port: (server.address() as AddressInfo).port,
    async stop() {
      node.stopping();
      await letGo(node);
      detach();
      refuseSockets(server);
      const closed = closing(server);
      listener.closeIdle();
      await node.close();
      listener.closeAll();
      await closed();
    },
  };
}

/**
 * Accepts no new connections. The answer waits for the end of the open ones, at most `closeMs`: a connection
 * that does not end must not keep the process (START-27).
 */
export function closing(server: Server): () => Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  return async () => {
    let limit: NodeJS.Timeout | undefined;
    const late = new Promise<void>((resolve) => void (limit = setTimeout(resolve, connectionLimits.closeMs)));
    await Promise.race([closed, late]);
    clearTimeout(limit);
  };
}

/**
 * Everything but calls of the usual kind. What makes requests of the platform of them is loaded with the
 * first one: it is a fifth of a start.
 */
function answering(
  node: ParleyServer,
  { trustProxy }: Pick<HostSettings, 'trustProxy'>,
): (incoming: IncomingMessage, outgoing: ServerResponse) => void {
  const load = async () =>
    (await import('@hono/node-server')).getRequestListener(
      async (request, { incoming }) => {
        const remote = (incoming as IncomingMessage).socket.remoteAddress ?? '';
        const peer = peerOf((name) => request.headers.get(name), remote, trustProxy);
        return zippedResponse(await node.fetch(request, peer), request.headers.get('accept-encoding'));
      },
      // Answers made by its own `Response` are written as they are; those of the platform go through a stream
      // each.
      { overrideGlobalObjects: true },
    );
  let loading: ReturnType<typeof load> | null = null;
  return (incoming, outgoing) => {
    loading ??= load();
    loading.then(
      (listener) => void listener(incoming, outgoing),
      () => {
        loading = null;
        outgoing.destroy();
      },
    );
  };
}

/**
 * An excess call is answered before it is parsed: under overload these outnumber all others (LIMIT-10). The
 * answer is sent at the end of the turn: an immediate retry is not read within it, so the turn ends and
 * accepted calls reach their commit. Pages of other origins need extra headers.
 */
function refused(
  node: ParleyServer,
  { allowOrigins }: Pick<HostSettings, 'allowOrigins'>,
  { url = '', method, headers }: IncomingMessage,
  outgoing: ServerResponse,
  refusals: Refusals,
): boolean {
  if (method === 'OPTIONS' || (allowOrigins?.length ?? 0) > 0 || !CALL_PATH.test(url)) return false;
  const text = node.refusal(headers['accept-language'] ?? null);
  if (text === null) return false;
  refusals.add(outgoing, text);
  return true;
}

/** Refusals of one turn, sent together at its end. */
class Refusals {
  private waiting: [outgoing: ServerResponse, text: string][] = [];

  add(outgoing: ServerResponse, text: string): void {
    if (this.waiting.push([outgoing, text]) === 1) setImmediate(() => this.answerWaiting());
  }

  private answerWaiting(): void {
    const all = this.waiting;
    this.waiting = [];
    for (const [outgoing, text] of all) say(outgoing, 200, REFUSAL_HEADERS, text);
  }
}

/** A usual call needs no platform request; one of another origin needs extra headers. */
function answerCall(
  node: ParleyServer,
  { allowOrigins, trustProxy }: Pick<HostSettings, 'allowOrigins' | 'trustProxy'>,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): boolean {
  if ((allowOrigins?.length ?? 0) > 0 || !isPlainCall(incoming, limits.bodyBytesMax)) return false;
  const request = new AskedOnConnection(incoming);
  const end = request.url.indexOf('?');
  const peer = peerOf((name) => request.header(name), incoming.socket.remoteAddress ?? '', trustProxy);
  const saying = node.call(end < 0 ? request.url : request.url.slice(0, end), request, peer);
  if (saying === null) return false;
  void sayAnswer(outgoing, saying, request.header('accept-encoding'));
  return true;
}

async function sayAnswer(
  outgoing: ServerResponse,
  saying: Promise<PlainAnswer>,
  acceptEncoding: string | null,
): Promise<void> {
  const answer = await saying;
  // A short answer leaves in the same turn.
  const { status, headers, body } =
    typeof answer.body === 'string' ? answer : await zippedAnswer(answer, acceptEncoding);
  say(outgoing, status, headers, body);
}

const heads = new WeakMap<object, readonly string[]>();

/** Headers as a list, cached for those most answers have; a text is sent with them in one piece. */
function say(
  outgoing: ServerResponse,
  status: number,
  headers: Readonly<Record<string, string>>,
  body: string | Uint8Array,
): void {
  const head = heads.get(headers) ?? Object.entries(headers).flat();
  heads.set(headers, head);
  const length = status === 204 ? [] : ['content-length', String(Buffer.byteLength(body))];
  outgoing.writeHead(status, [...head, ...length]);
  outgoing.end(body);
}

/**
 * A few at a time: so that their return does not fall on the other nodes, or on the next start, all at once
 * (START-8).
 */
async function letGo(node: ParleyServer): Promise<void> {
  const count = perRound(node.gateway.count());
  while (node.gateway.letGo(count) > 0)
    await new Promise((resolve) => setTimeout(resolve, limits.leaveEveryMs));
}

/**
 * Resolves when the server listens. `setting` names the one that the port comes from, for the line of a
 * failed start (START-2).
 */
export function bound(
  server: Server,
  { host, port }: Pick<HostSettings, 'host' | 'port'>,
  setting = 'PORT',
): Promise<void> {
  return new Promise((resolve, reject) => {
    const failed = (error: NodeJS.ErrnoException): void => {
      const isAway = NO_ADDRESS.has(error.code ?? '');
      reject(isAway ? new BadSetting(noAddress(host)) : Object.assign(error, { setting }));
    };
    server.once('error', failed);
    // Without a host it listens on IPv6 and IPv4, or the one that the machine has.
    server.listen({ port, ...(host !== '::' && { host }) }, () => {
      server.off('error', failed);
      resolve();
    });
  });
}

const NO_ADDRESS: ReadonlySet<string> = new Set(['EADDRNOTAVAIL', 'ENOTFOUND']);

const noAddress = (host: string): string =>
  `HOST ${host} is not an address of this machine: set HOST to 127.0.0.1 behind a proxy, or to :: for all ` +
  'its addresses; the public name is PUBLIC_URL';

/** Falls away in front of a body, as with every reader of texts of the platform. */
const BYTE_ORDER_MARK = '\uFEFF';

/** A host that needs no second look; what else there is, the library judges. */
const PLAIN_HOST = /^[a-z0-9.-]+(?::\d{1,5})?$/i;

/**
 * Returns true for a call whose body has a length below the limit, so that Node itself can drain the unread
 * rest; forms, streams of unknown length and unusual hosts take another path.
 */
export function isPlainCall({ method, headers }: IncomingMessage, most: number): boolean {
  return (
    method === 'POST' && Number(headers['content-length']) <= most && PLAIN_HOST.test(headers.host ?? '')
  );
}

/** A call on a Node connection: values are created only on demand. */
export class AskedOnConnection implements CallRequest {
  readonly request = null;

  constructor(private readonly incoming: IncomingMessage) {}

  get url(): string {
    return this.incoming.url ?? '';
  }

  header(name: string): string | null {
    const value = this.incoming.headers[name];
    return typeof value === 'string' ? value : (value?.join(', ') ?? null);
  }

  origin(): string {
    return `http://${this.incoming.headers.host}`;
  }

  isGone(): boolean {
    return this.incoming.destroyed && !this.incoming.complete;
  }

  text(most: number): Promise<string | Refusal> {
    const { incoming } = this;
    if (Number(incoming.headers['content-length']) > most) return Promise.resolve(new Refusal('tooLarge'));
    return new Promise((resolve, reject) => {
      let whole: Buffer | null = null;
      incoming.on('data', (part: Buffer) => (whole = whole === null ? part : Buffer.concat([whole, part])));
      incoming.on('end', () => resolve(textOf(whole)));
      incoming.on('error', reject);
    });
  }
}

function textOf(bytes: Buffer | null): string {
  const text = bytes === null ? '' : bytes.toString('utf8');
  return text.startsWith(BYTE_ORDER_MARK) ? text.slice(1) : text;
}
