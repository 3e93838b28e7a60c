import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocketServer } from 'ws';
import type { RawData, WebSocket } from 'ws';
import { server as limits } from '../../domain/limits.ts';
import type { LiveHub } from './hub.ts';
import type { ServerSocket } from './server-socket.ts';

export interface SocketOptions {
  /** Further origins that may connect, as `https://host`; the server's own host always may. */
  readonly origins: readonly string[];
}

/** Sockets on `/wss` of an HTTP server. Answers a way to stop listening. */
export function attachSockets(http: Server, hub: LiveHub, options: SocketOptions): () => void {
  const sockets = new WebSocketServer({ noServer: true, maxPayload: limits.frameBytesMax, perMessageDeflate: false, clientTracking: false });
  const upgrade = (request: IncomingMessage, stream: Duplex, head: Buffer) => {
    if (!isSocketPath(request.url)) return refuse(stream, '404 Not Found');
    if (!mayConnect(request, options.origins)) return refuse(stream, '403 Forbidden');
    sockets.handleUpgrade(request, stream, head, (socket) => connect(socket, request, hub));
  };
  http.on('upgrade', upgrade);
  return () => {
    http.off('upgrade', upgrade);
    sockets.close();
  };
}

const isSocketPath = (url = ''): boolean => /^\/wss\/?(?:\?|$)/i.test(url);

/** Pages of other sites may not use a visitor's network place (GATE-5); programs send no Origin. */
function mayConnect(request: IncomingMessage, origins: readonly string[]): boolean {
  const { origin, host } = request.headers;
  if (origin === undefined) return true;
  if (origins.includes(origin)) return true;
  try {
    return new URL(origin).host === host;
  } catch {
    return false;
  }
}

function refuse(stream: Duplex, status: string): void {
  stream.on('error', () => stream.destroy());
  stream.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
}

function connect(socket: WebSocket, request: IncomingMessage, hub: LiveHub): void {
  const carried: ServerSocket = {
    send: (text) => socket.send(text),
    close: (code, reason) => socket.close(code, reason),
    bufferedBytes: () => socket.bufferedAmount,
    remoteAddress: request.socket.remoteAddress ?? '',
  };
  // A frame that breaks the limits ends the socket through `close`; the error itself says no more.
  socket.on('error', () => socket.terminate());
  const session = hub.accept(carried);
  if (!session) return;
  socket.on('message', (data: RawData, isBinary: boolean) => {
    if (!isBinary) session.receive(textOf(data));
  });
  socket.on('close', () => session.closed());
}

function textOf(data: RawData): string {
  if (Array.isArray(data)) return Buffer.concat(data).toString('utf8');
  return Buffer.isBuffer(data) ? data.toString('utf8') : Buffer.from(data).toString('utf8');
}
