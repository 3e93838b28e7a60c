import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Socket } from 'node:net';
import { Server as TlsServer } from 'node:tls';
import { connectionLimits as limits } from './kernel/limits.ts';
import { addressKey } from './kernel/address-key.ts';

/** Connections of one address: those with a request under way, and the others, the longest unused first. */
interface Place {
  readonly idle: Set<Socket>;
  busy: number;
}

/**
 * Limits the number and the duration of a port's connections that are not sockets (LIMIT-7). A client that
 * opens more loses its longest idle one, or the new one if all have a request in progress. Behind a trusted
 * proxy, which has its own limits, all share one address: only their sum is limited.
 */
export function limitConnections(
  server: Server,
  { trustProxy }: { readonly trustProxy: boolean },
  most: Readonly<Record<keyof typeof limits, number>> = limits,
): void {
  server.keepAliveTimeout = most.idleMs;
  server.headersTimeout = most.headMs;
  server.requestTimeout = most.requestMs;
  const isSecure = server instanceof TlsServer;
  const places = new Map<string, Place>();
  const all: Place = { idle: new Set(), busy: 0 };
  server.on('connection', (socket: Socket) => {
    const key = addressKey(socket.remoteAddress ?? '');
    const place = places.get(key) ?? { idle: new Set<Socket>(), busy: 0 };
    const here = !trustProxy && sizeOf(place) >= most.perAddressMax ? place : null;
    if ((here && !oldestGoes(here)) || (sizeOf(all) >= most.max && !oldestGoes(all))) return socket.destroy();
    places.set(key, place);
    const end = isSecure ? otherEnd(socket) : null;
    const watcher = new Watched(socket, [place, all], most.firstMs, () => {
      if (sizeOf(place) === 0) places.delete(key);
      if (end !== null && secured.get(end) === watcher) secured.delete(end);
    });
    watchers.set(socket, watcher);
    socket.on('close', closed);
    if (end !== null) secured.set(end, watcher);
  });
  server.on('request', ({ socket }: IncomingMessage, answer: ServerResponse) => {
    if (isSecure) return duringSecure(beneath(socket), answer);
    watchers.get(socket)?.begins();
    answer.on('close', ended);
  });
  // From now on it counts as a socket.
  server.on('upgrade', (_: IncomingMessage, stream: Duplex) =>
    (isSecure ? beneath(stream as Socket) : watchers.get(stream))?.leaves(),
  );
}

const watchers = new WeakMap<Duplex, Watched>();

/** With TLS, requests arrive on another object than the underlying connection: both know the remote end. */
const secured = new Map<string, Watched>();
const otherEnd = ({ remoteAddress = '', remotePort = 0, localPort = 0 }: Socket): string =>
  `${remoteAddress} ${remotePort} ${localPort}`;

const beneath = (socket: Socket): Watched | undefined => secured.get(otherEnd(socket));

/** Several requests at a time, on a connection that may close before the last of them ends. */
function duringSecure(watcher: Watched | undefined, answer: ServerResponse): void {
  watcher?.begins();
  answer.on('close', () => watcher?.ends());
}

function closed(this: Socket): void {
  watchers.get(this)?.leaves();
}

/** Shared by all: a separate listener per answer would be garbage. */
function ended(this: ServerResponse): void {
  watchers.get(this.req.socket)?.ends();
}

const sizeOf = ({ idle, busy }: Place): number => idle.size + busy;

function oldestGoes({ idle }: Place): boolean {
  const [oldest] = idle;
  if (!oldest) return false;
  watchers.get(oldest)?.leaves();
  oldest.destroy();
  return true;
}

class Watched {
  private running = 0;
  private left = false;
  private readonly first: NodeJS.Timeout;

  constructor(
    private readonly socket: Socket,
    private readonly places: readonly Place[],
    firstMs: number,
    private readonly onClose: () => void,
  ) {
    for (const { idle } of places) idle.add(socket);
    this.first = setTimeout(() => socket.destroy(), firstMs);
  }

  begins(): void {
    clearTimeout(this.first);
    this.running += 1;
    if (this.left || this.running > 1) return;
    for (const place of this.places) {
      place.idle.delete(this.socket);
      place.busy += 1;
    }
  }

  ends(): void {
    this.running -= 1;
    if (this.left || this.running > 0) return;
    for (const place of this.places) {
      place.busy -= 1;
      place.idle.add(this.socket);
    }
  }

  /** A connection that became a socket keeps none of this: there may be thousands, for days. */
  leaves(): void {
    if (this.left) return;
    this.left = true;
    clearTimeout(this.first);
    watchers.delete(this.socket);
    this.socket.off('close', closed);
    for (const place of this.places) {
      if (this.running > 0) place.busy -= 1;
      else place.idle.delete(this.socket);
    }
    this.onClose();
  }
}
