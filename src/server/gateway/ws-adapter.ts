import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocketServer } from 'ws';
import type { RawData, WebSocket } from 'ws';
import { server as limits } from '../../domain/limits.ts';
import { addressKey } from '../http/address-key.ts';
import { isAllowed } from '../http/other-origins.ts';
import { lastOf, peerOf } from '../http/peer.ts';
import type { LiveHub } from './hub.ts';
import type { ServerSocket } from './server-socket.ts';

export interface SocketOptions {
  /** Further origins that may connect, as `https://host`; the server's own host always may. */
  readonly origins: readonly string[];
  /** Whether a proxy in front says who connects and to which host. */
  readonly trustProxy?: boolean;
  /** The origin under which everybody reaches this server, where it is known. */
  readonly publicUrl?: string | null;
}

/** Sockets on `/wss` of an HTTP server. Answers a way to stop listening. */
export function attachSockets(http: Server, hub: LiveHub, options: SocketOptions): () => void {
  const sockets = new WebSocketServer({ noServer: true, maxPayload: limits.frameBytesMax, perMessageDeflate: false, clientTracking: false });
  const upgrade = (request: IncomingMessage, stream: Duplex, head: Buffer) => {
    if (!isSocketPath(request.url)) return refuse(stream, '404 Not Found');
    if (!mayConnect(request, options)) return refuse(stream, '403 Forbidden');
    sockets.handleUpgrade(request, stream, head, (socket) => connect({ socket, stream, remoteAddress: addressOf(request, options) }, hub));
  };
  http.on('upgrade', upgrade);
  return () => {
    http.off('upgrade', upgrade);
    sockets.close();
  };
}

const isSocketPath = (url = ''): boolean => /^\/wss\/?(?:\?|$)/i.test(url);

/**
 * Pages of other sites may not use a visitor's network place (GATE-5); programs send no Origin. It is compared as text:
 * what is read as an address can look like one's own and be another.
 */
function mayConnect({ headers }: IncomingMessage, options: SocketOptions): boolean {
  const { origin } = headers;
  if (origin === undefined || isAllowed(origin, options.origins) || origin === options.publicUrl) return true;
  const host = (options.trustProxy && lastOf(first(headers['x-forwarded-host']))) || headers.host;
  return schemesOf(host, options, lastOf(first(headers['x-forwarded-proto']))).some((one) => origin === `${one}://${host}`);
}

/**
 * By which schemes pages of this host come. A trusted proxy says so, and so does `PUBLIC_URL` of its own host; at other
 * hosts nobody ends TLS then. Where nothing is known of what stands in front, it may be either.
 */
function schemesOf(host: string | undefined, { trustProxy, publicUrl }: SocketOptions, named: string | undefined): readonly string[] {
  if (trustProxy && named !== undefined) return [named];
  if (!publicUrl) return ['http', 'https'];
  return new URL(publicUrl).host === host ? [] : ['http'];
}

const first = (header: string | string[] | undefined): string | undefined => (Array.isArray(header) ? header[0] : header);

function addressOf(request: IncomingMessage, { trustProxy = false }: SocketOptions): string {
  const forwarded = first(request.headers['x-forwarded-for']);
  const headers = new Headers(forwarded === undefined ? {} : { 'x-forwarded-for': forwarded });
  return addressKey(peerOf(headers, request.socket.remoteAddress ?? '', trustProxy).address);
}

function refuse(stream: Duplex, status: string): void {
  stream.on('error', () => stream.destroy());
  stream.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
}

interface Connected {
  readonly socket: WebSocket;
  readonly stream: Duplex;
  readonly remoteAddress: string;
}

function connect({ socket, stream, remoteAddress }: Connected, hub: LiveHub): void {
  const carried: ServerSocket = {
    send: (text) => {
      together(stream);
      socket.send(bytesOf(text), TEXT);
    },
    close: (code, reason) => {
      socket.close(code, reason);
      // Whoever does not answer goes on sending, and would be read for half a minute more (GATE-10).
      setTimeout(() => socket.terminate(), CLOSED_MS).unref();
    },
    ping: () => socket.ping(),
    bufferedBytes: () => socket.bufferedAmount,
    remoteAddress,
  };
  // A frame that breaks the limits ends the socket through `close`; the error itself says no more.
  socket.on('error', () => socket.terminate());
  const session = hub.accept(carried);
  if (!session) return;
  socket.on('message', (data: RawData, isBinary: boolean) => {
    if (isBinary) session.noise();
    else session.receive(textOf(data));
  });
  socket.on('ping', () => session.noise());
  socket.on('pong', () => session.alive());
  socket.on('close', () => session.closed());
}

/** For the far end to hear why, and to answer. */
const CLOSED_MS = 5_000;

/** Streams whose frames of this moment wait for each other. */
let held: Duplex[] = [];

/** Frames that leave for one socket in one go, as those of a batch do, cost one call of the system instead of one each. */
function together(stream: Duplex): void {
  if (stream.writableCorked > 0) return;
  stream.cork();
  if (held.push(stream) > 1) return;
  process.nextTick(() => {
    const streams = held;
    held = [];
    for (const one of streams) one.uncork();
  });
}

const TEXT = { binary: false } as const;
let last = { text: '', bytes: Buffer.alloc(0) };

/** Members of a group get the same text one after another: its bytes are made once. */
function bytesOf(text: string): Buffer {
  if (text !== last.text) last = { text, bytes: Buffer.from(text, 'utf8') };
  return last.bytes;
}

function textOf(data: RawData): string {
  if (Array.isArray(data)) return Buffer.concat(data).toString('utf8');
  return Buffer.isBuffer(data) ? data.toString('utf8') : Buffer.from(data).toString('utf8');
}
