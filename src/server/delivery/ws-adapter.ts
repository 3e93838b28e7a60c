import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocket, WebSocketServer } from 'ws';
import type { RawData } from 'ws';
import { frameLimits } from '../../domain/list-limits.ts';
import { addressKey } from '../kernel/address-key.ts';
import { isAllowed } from '../kernel/other-origins.ts';
import { lastHeaderPart, peerOf } from '../kernel/peer.ts';
import type { LiveHub } from './hub.ts';
import type { SocketSession, ServerSocket } from './session.ts';

export interface SocketOptions {
  /** Further origins that may connect, as `https://host`; the server's own host always may. */
  readonly origins: readonly string[];
  /** True if a proxy in front provides the client's address and host. */
  readonly trustProxy?: boolean;
  /** The public origin of this server, if it is known. */
  readonly publicUrl?: string | null;
}

/** Sockets on `/wss` of an HTTP server. Answers a way to stop listening. */
export function attachSockets(
  http: Server,
  hub: Pick<LiveHub, 'accept'>,
  options: SocketOptions,
): () => void {
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: frameLimits.frameBytesMax,
    perMessageDeflate: false,
    clientTracking: false,
    WebSocket: SessionSocket,
    ...PONGS,
  });
  const upgrade = (request: IncomingMessage, stream: Duplex, head: Buffer) => {
    if (!isSocketPath(request.url)) return refuse(stream, '404 Not Found');
    if (!mayConnect(request, options)) return refuse(stream, '403 Forbidden');
    sockets.handleUpgrade(request, stream, head, (socket) =>
      connect(socket, stream, addressOf(request, options), hub),
    );
  };
  http.on('upgrade', upgrade);
  return () => {
    http.off('upgrade', upgrade);
    sockets.close();
  };
}

/**
 * Refuses sockets of a node that does not serve now. Without a listener such connections stay open, and a
 * closing server waits for each (START-27).
 */
export const refuseSockets = (http: Server): void =>
  void http.on('upgrade', (_, stream: Duplex) => refuse(stream, '503 Service Unavailable'));

/**
 * A client that sends too many pings is given the reason (GATE-10): the library would close the connection
 * sooner, silently.
 */
const PONGS = { maxPendingAutoPongs: 0 };

const isSocketPath = (url = ''): boolean => /^\/wss\/?(?:\?|$)/i.test(url);

/**
 * Pages of other sites may not use a visitor's network position (GATE-5); programs send no Origin. Compared
 * as text: a parsed address can look like our own and be another.
 */
function mayConnect({ headers }: IncomingMessage, options: SocketOptions): boolean {
  const { origin } = headers;
  if (origin === undefined || isAllowed(origin, options.origins) || origin === options.publicUrl) return true;
  const host = (options.trustProxy && lastHeaderPart(first(headers['x-forwarded-host']))) || headers.host;
  return schemesOf(host, options, lastHeaderPart(first(headers['x-forwarded-proto']))).some(
    (one) => origin === `${one}://${host}`,
  );
}

/**
 * Schemes by which pages of this host arrive. A trusted proxy reports them, and so does `PUBLIC_URL` for its
 * own host; other hosts have no TLS then. Without knowledge of what is in front, both are allowed.
 */
function schemesOf(
  host: string | undefined,
  { trustProxy, publicUrl }: SocketOptions,
  proxyScheme: string | undefined,
): readonly string[] {
  if (trustProxy && proxyScheme !== undefined) return [proxyScheme];
  if (!publicUrl) return ['http', 'https'];
  return new URL(publicUrl).host === host ? [] : ['http'];
}

const first = (header: string | string[] | undefined): string | undefined =>
  Array.isArray(header) ? header[0] : header;

function addressOf(request: IncomingMessage, { trustProxy = false }: SocketOptions): string {
  const header = (name: string) => first(request.headers[name]) ?? null;
  return addressKey(peerOf(header, request.socket.remoteAddress ?? '', trustProxy).address);
}

/** Does not wait for the client to close its side: no limit of connections applies after an upgrade. */
function refuse(stream: Duplex, status: string): void {
  stream.on('error', () => stream.destroy());
  stream.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`, () => stream.destroy());
}

/** A socket that tells its session itself: with listeners each of thousands would have a list of them. */
class SessionSocket extends WebSocket {
  session: SocketSession | null = null;

  override emit(what: string | symbol, ...[payload, isBinary]: readonly unknown[]): boolean {
    const { session } = this;
    if (what === 'message' && isBinary !== true) session?.receive(textOf(payload as RawData));
    else if (what === 'message' || what === 'ping') session?.noise();
    else if (what === 'pong') session?.alive();
    else if (what === 'close') session?.closed();
    // A frame above the limits ends the socket through `close`; the error itself adds nothing.
    else if (what === 'error') this.terminate();
    return true;
  }
}

/**
 * The platform creates an empty listener list per socket, as large as our session. This frozen one rejects
 * additions with an error.
 */
const NOBODY_LISTENS = { _events: Object.freeze(Object.create(null) as object) };

function connect(
  socket: SessionSocket,
  stream: Duplex,
  remoteAddress: string,
  hub: Pick<LiveHub, 'accept'>,
): void {
  Object.assign(socket, NOBODY_LISTENS);
  socket.session = hub.accept(new Carried(socket, stream, remoteAddress));
}

class Carried implements ServerSocket {
  constructor(
    private readonly socket: WebSocket,
    private readonly stream: Duplex,
    readonly remoteAddress: string,
  ) {}

  send(text: string): void {
    if (this.socket.readyState !== WebSocket.OPEN) return;
    together(this.stream);
    this.stream.write(frameOf(text));
  }

  close(code: number, reason: string): void {
    const { socket } = this;
    socket.close(code, reason);
    // A client that does not answer continues to send, and would be read for half a minute more (GATE-10).
    setTimeout(() => socket.terminate(), CLOSED_MS).unref();
  }

  ping(): void {
    this.socket.ping();
  }

  bufferedBytes(): number {
    return this.socket.bufferedAmount;
  }
}

/** Time for the remote end to receive the reason, and to answer. */
const CLOSED_MS = 5_000;

/** Streams whose frames of this moment wait for each other. */
let waitingStreams: Duplex[] = [];

/**
 * Frames that leave for one socket in one go, as those of a batch do, cost one call of the system instead of
 * one each.
 */
function together(stream: Duplex): void {
  if (stream.writableCorked > 0) return;
  stream.cork();
  if (waitingStreams.push(stream) > 1) return;
  process.nextTick(() => {
    const streams = waitingStreams;
    waitingStreams = [];
    for (const one of streams) one.uncork();
  });
}

/**
 * The first byte of a complete text frame; lengths up to the first limit are in the second byte, up to the
 * next in two more (RFC 6455).
 */
const TEXT_FRAME = 0x81;
const SHORT_MAX = 125;
const MIDDLE_MAX = 0xffff;

let last: { readonly text: string; readonly frame: Buffer } = { text: '', frame: Buffer.alloc(0) };

/**
 * A text in wire format. Server frames have no mask, so members of a group, who get the same text one after
 * another, share the same bytes; the library would build a header and options for each.
 */
function frameOf(text: string): Buffer {
  if (text !== last.text) last = { text, frame: framed(text) };
  return last.frame;
}

function framed(text: string): Buffer {
  const length = Buffer.byteLength(text);
  const head = length <= SHORT_MAX ? 2 : length <= MIDDLE_MAX ? 4 : 10;
  const frame = Buffer.allocUnsafe(head + length);
  frame[0] = TEXT_FRAME;
  if (head === 2) frame[1] = length;
  else if (head === 4) {
    frame[1] = SHORT_MAX + 1;
    frame.writeUInt16BE(length, 2);
  } else {
    frame[1] = SHORT_MAX + 2;
    frame.writeBigUInt64BE(BigInt(length), 2);
  }
  frame.write(text, head);
  return frame;
}

function textOf(data: RawData): string {
  if (Array.isArray(data)) return Buffer.concat(data).toString('utf8');
  return Buffer.isBuffer(data) ? data.toString('utf8') : Buffer.from(data).toString('utf8');
}
