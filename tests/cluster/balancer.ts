import { once } from 'node:events';
import { createServer, request, type IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';

/** A balancer for all nodes. Each request and each socket goes to the next node, without affinity. */
export interface Balancer {
  readonly url: string;
  stop(): Promise<void>;
}

const lookEveryMs = 500;

/** Checks `/readyz` of the nodes, as every balancer does, and skips a node that refuses a connection. */
export async function startBalancer(nodes: readonly string[]): Promise<Balancer> {
  let ready: readonly string[] = nodes;
  let turn = 0;
  const looks = setInterval(() => {
    void look();
  }, lookEveryMs);
  const look = async (): Promise<void> => {
    const answers = await Promise.all(
      nodes.map((node) =>
        fetch(`${node}/readyz`, { signal: AbortSignal.timeout(lookEveryMs * 4) }).catch(() => null),
      ),
    );
    ready = nodes.filter((_, at) => answers[at]?.ok === true);
  };
  const next = (tried: readonly string[]): string | null => {
    const left = [...ready, ...nodes].filter((node) => !tried.includes(node));
    return left.length === 0
      ? null
      : (left[(turn += 1) % Math.min(left.length, Math.max(1, ready.length - tried.length))] ?? null);
  };
  /** The bytes of a call are kept until a node has taken the connection. */
  const pass = (
    from: IncomingMessage,
    body: Buffer,
    tried: readonly string[],
    on: (answer: IncomingMessage, socket: Duplex | null, head: Buffer) => void,
    none: () => void,
  ): void => {
    const node = next(tried);
    if (node === null) return none();
    const made = request(`${node}${from.url ?? '/'}`, {
      method: from.method ?? 'GET',
      headers: from.headers,
      agent: false,
    });
    let connected = false;
    made.on('socket', (socket) => socket.once('connect', () => (connected = true)));
    // Once a node was connected, the work may be done, so only the client may repeat the request.
    made.on('error', () => (connected ? none() : pass(from, body, [...tried, node], on, none)));
    made.on('response', (answer) => on(answer, null, Buffer.alloc(0)));
    made.on('upgrade', (answer, socket, head) => on(answer, socket, head));
    made.end(body);
  };
  const server = createServer((from, to) => {
    void (async () => {
      const parts: Buffer[] = [];
      for await (const part of from) parts.push(part as Buffer);
      pass(
        from,
        Buffer.concat(parts),
        [],
        (answer) => {
          to.writeHead(answer.statusCode ?? 502, answer.headers);
          answer.pipe(to);
          answer.on('error', () => to.destroy());
        },
        () => (to.headersSent ? to.destroy() : to.writeHead(502).end()),
      );
    })().catch(() => to.destroy());
  });
  const sockets = new Set<Duplex>();
  server.on('upgrade', (from, socket: Duplex, head: Buffer) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => socket.destroy());
    pass(
      from,
      Buffer.alloc(0),
      [],
      (answer, other, first) => {
        if (other === null) return void socket.destroy();
        socket.write(
          `HTTP/1.1 101 Switching Protocols\r\n${answer.rawHeaders.flatMap((name, at) => (at % 2 === 0 ? [`${name}: ${answer.rawHeaders[at + 1] ?? ''}\r\n`] : [])).join('')}\r\n`,
        );
        socket.write(first);
        other.write(head);
        socket.pipe(other).pipe(socket);
        other.on('error', () => socket.destroy());
        other.on('close', () => socket.destroy());
        socket.on('close', () => other.destroy());
      },
      () => socket.destroy(),
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as { port: number }).port}`,
    async stop() {
      clearInterval(looks);
      for (const socket of sockets) socket.destroy();
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
