import { once } from 'node:events';
import { createServer, request, type Server, type ServerResponse } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { connectionLimits as limits } from '../../src/server/kernel/limits.ts';
import { limitConnections } from '../../src/server/connections-adapter.ts';

let http: Server;
const held: ServerResponse[] = [];
const open: Socket[] = [];

/** A port whose answers wait at `/held`. */
async function listening(
  most: Partial<Record<keyof typeof limits, number>> = {},
  trustProxy = false,
): Promise<number> {
  http = createServer((asked, answer) => (asked.url === '/held' ? void held.push(answer) : answer.end('ok')));
  limitConnections(http, { trustProxy }, { ...limits, ...most });
  http.listen(0, '127.0.0.1');
  await once(http, 'listening');
  return (http.address() as AddressInfo).port;
}

afterEach(async () => {
  for (const socket of open.splice(0)) socket.destroy();
  held.length = 0;
  http.closeAllConnections();
  await new Promise((done) => http.close(done));
});

/** Opens a connection, writes to it, and waits until the server has accepted it. */
async function connection(port: number, words = ''): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => undefined);
  open.push(socket);
  const view = once(http, 'connection');
  await once(socket, 'connect');
  if (words !== '') socket.write(words);
  await view;
  return socket;
}
const GET = (path: string) => `GET ${path} HTTP/1.1\r\nhost: x\r\n\r\n`;
const closed = (socket: Socket): Promise<unknown> =>
  socket.destroyed ? Promise.resolve() : once(socket.resume(), 'close');

describe('connections', () => {
  it('LIMIT-7: idle connections outlive those of the usual proxies, and heads have longer', async () => {
    const port = await listening();
    const asked = request({
      port,
      host: '127.0.0.1',
      agent: false,
      headers: { connection: 'keep-alive' },
    }).end();
    const [answer] = (await once(asked, 'response')) as [
      { readonly headers: Record<string, string>; resume(): void },
    ];
    answer.resume();
    expect(answer.headers['keep-alive']).toBe(`timeout=${limits.idleMs / 1_000}`);
    expect(limits.idleMs).toBeGreaterThanOrEqual(121_000);
    expect(http.headersTimeout).toBeGreaterThan(http.keepAliveTimeout);
    expect(http.requestTimeout).toBeGreaterThanOrEqual(http.headersTimeout);
    asked.destroy();
  });

  it('LIMIT-7: at the limit of one address the connection longest without a request is closed', async () => {
    const port = await listening({ perAddressMax: 3 });
    const first = await connection(port, GET('/'));
    const half = await connection(port, 'GET / HTT');
    const third = await connection(port, GET('/'));
    await once(first, 'data');
    await once(third, 'data');
    await connection(port, GET('/'));
    await closed(half);
    await connection(port);
    await closed(first);
    expect(third.destroyed).toBe(false);
  });

  it('LIMIT-7: a request under way is not cut off: where all are busy the new one goes', async () => {
    const port = await listening({ perAddressMax: 2 });
    const busy = [await connection(port, GET('/held')), await connection(port, GET('/held'))];
    while (held.length < 2) await once(http, 'request');
    await closed(await connection(port, GET('/')));
    expect(busy.map((socket) => socket.destroyed)).toEqual([false, false]);
    for (const answer of held) answer.end('late');
    for (const socket of busy) expect(String(await once(socket, 'data'))).toContain('200');
    expect(String((await once(await connection(port, GET('/')), 'data'))[0])).toContain('200');
  });

  it('LIMIT-7: behind a trusted proxy only the sum counts, and a connection that says nothing ends', async () => {
    const port = await listening({ perAddressMax: 1, max: 3, firstMs: 150 }, true);
    const quiet = [await connection(port), await connection(port), await connection(port)];
    await connection(port, GET('/'));
    await Promise.all(quiet.map(closed));
  });

  it('LIMIT-7: a connection that became a socket leaves the count and has other rules', async () => {
    const port = await listening({ perAddressMax: 1, firstMs: 100 });
    http.on('upgrade', (_, stream) =>
      stream
        .on('end', () => stream.end())
        .resume()
        .write('HTTP/1.1 101 Switching Protocols\r\n\r\n'),
    );
    const socket = await connection(
      port,
      'GET /wss HTTP/1.1\r\nhost: x\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n',
    );
    await once(socket, 'data');
    await closed(await connection(port));
    expect(socket.destroyed).toBe(false);
  });

  it('OPS-14: nothing of the connection’s watcher stays with its socket', async () => {
    const port = await listening();
    const upgraded = once(http, 'upgrade');
    await connection(
      port,
      'GET /wss HTTP/1.1\r\nhost: x\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n',
    );
    const [, stream] = (await upgraded) as [unknown, Socket];
    expect(stream.listeners('close')).toEqual([]);
    stream.destroy();
  });
});
