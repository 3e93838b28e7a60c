import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, createConnection } from 'node:net';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { WebSocket } from 'ws';
import { serverLimits as limits } from '../../src/server/kernel/limits.ts';
import { frameLimits } from '../../src/domain/list-limits.ts';
import type { SocketSession } from '../../src/server/delivery/session.ts';
import { attachSockets, refuseSockets } from '../../src/server/delivery/ws-adapter.ts';
import { closing } from '../../src/server/node-host-adapter.ts';
import { liveWorld, type LiveWorld } from '../support/live-world.ts';

let world: LiveWorld;
let http: Server;
let detach: () => void;
let port: number;
const open: WebSocket[] = [];
beforeEach(async () => {
  world = await liveWorld();
  http = createServer((_, answer) => answer.end());
  await new Promise<void>((done) => http.listen(0, '127.0.0.1', done));
  ({ port } = http.address() as AddressInfo);
  detach = attachSockets(http, world.hub, { origins: ['https://friend.example'] });
});
afterEach(async () => {
  for (const socket of open.splice(0)) socket.terminate();
  await world.close();
  detach();
  http.closeAllConnections();
  await new Promise((done) => http.close(done));
});

function connect(path = '/wss', origin?: string, headers = {}): WebSocket {
  const socket = new WebSocket(`ws://127.0.0.1:${port}${path}`, {
    ...(origin === undefined ? {} : { origin }),
    headers,
  });
  // A refused connection that ends here raises an error; the test has its answer.
  socket.on('error', () => undefined);
  open.push(socket);
  return socket;
}

/** The first frame, or the HTTP status of a refusal. */
const outcome = (socket: WebSocket): Promise<unknown> =>
  new Promise((done) => {
    socket.once('message', (data) => done(JSON.parse((data as Buffer).toString())));
    socket.once('unexpected-response', (_, answer) => done(answer.statusCode));
  });
const from = (origin: string, headers: object): Promise<unknown> => outcome(connect('/wss', origin, headers));
const closeOf = (socket: WebSocket): Promise<number> =>
  new Promise((done) => socket.once('close', (code) => done(code)));
const frameOf = (socket: WebSocket, type: string): Promise<Record<string, unknown>> =>
  new Promise((done) => {
    socket.on('message', (data) => {
      const frame = JSON.parse((data as Buffer).toString()) as Record<string, unknown>;
      if (frame['type'] === type) done(frame);
    });
  });

describe('sockets on the port of the calls', () => {
  it('OPS-14: a socket has no list of listeners: it tells its session itself', async () => {
    const accept = vi.spyOn(world.hub, 'accept');
    await outcome(connect());
    const socket = Reflect.get(accept.mock.calls[0]?.[0] ?? {}, 'socket') as WebSocket;
    expect(socket.eventNames()).toEqual([]);
    expect(() => socket.on('message', () => undefined)).toThrow(/extensible/);
  });

  it('GATE-5: the own host, listed origins and programs may connect, pages of other sites may not', async () => {
    expect(await outcome(connect())).toMatchObject({ type: 'init' });
    expect(await outcome(connect('/wss', `http://127.0.0.1:${port}`))).toMatchObject({ type: 'init' });
    expect(await outcome(connect('/wss', 'https://friend.example'))).toMatchObject({ type: 'init' });
    const own = `127.0.0.1:${port}`;
    const alike = [
      `http://friend@${own}`,
      `http://a:b@${own}`,
      `ftp://${own}`,
      `http://${own}/`,
      `http://${own}.`,
      `HTTP://${own}`,
      `http:${own}`,
    ];
    for (const origin of ['https://evil.example', 'http://127.0.0.1:1', 'null', ...alike])
      expect(await outcome(connect('/wss', origin))).toBe(403);
    expect(await outcome(connect('/other'))).toBe(404);
  });

  it('GATE-5: behind a proxy the host and scheme that it names are the own ones', async () => {
    detach();
    detach = attachSockets(http, world.hub, { origins: [], trustProxy: true });
    const nameChange = {
      'x-forwarded-host': 'evil.example, chat.example:8443',
      'x-forwarded-proto': 'https',
    };
    expect(await from('https://chat.example:8443', nameChange)).toMatchObject({ type: 'init' });
    for (const origin of ['http://chat.example:8443', 'https://chat.example', `http://127.0.0.1:${port}`])
      expect(await from(origin, nameChange)).toBe(403);
  });

  it('GATE-5: with PUBLIC_URL its origin is the only one of its host, and others come without TLS', async () => {
    detach();
    detach = attachSockets(http, world.hub, { origins: [], publicUrl: 'https://chat.example' });
    for (const [origin, host] of [
      ['https://chat.example', 'chat.example'],
      ['https://chat.example', '10.0.0.5:8080'],
      ['http://10.0.0.5:8080', '10.0.0.5:8080'],
    ] as const)
      expect(await from(origin, { host })).toMatchObject({ type: 'init' });
    for (const [origin, host] of [
      ['http://chat.example', 'chat.example'],
      ['https://10.0.0.5:8080', '10.0.0.5:8080'],
    ] as const)
      expect(await from(origin, { host })).toBe(403);
  });

  it('GATE-1: frames go both ways over a real socket', async () => {
    const ann = await world.somebody('Ann');
    const socket = connect();
    await outcome(socket);
    const pong = frameOf(socket, 'pong');
    socket.send(
      JSON.stringify({ type: 'bindUid', user_id: ann.id, token: ann.token, client: 'parley', v: 1 }),
    );
    expect(await pong).toMatchObject({ bound: true, multiport: false });
    expect(world.hub.isOnline(ann.id)).toBe(true);
  });

  it('GATE-3: frames of every length arrive as they were said', async () => {
    let session: SocketSession | null = null;
    detach();
    detach = attachSockets(
      http,
      { accept: (socket) => (session = world.hub.accept(socket)) },
      { origins: [] },
    );
    const socket = connect();
    await outcome(socket);
    // A frame's length takes one byte, three or nine, and characters can take several bytes.
    const texts = [0, 125, 126, 65_535, 65_536].map((length) => 'x'.repeat(length));
    const lines = [...texts, ...texts, '中文 \u{1F600}'.repeat(30)];
    const events: string[] = [];
    const all = new Promise<void>((done) =>
      socket.on('message', (data) => events.push((data as Buffer).toString()) === lines.length && done()),
    );
    for (const text of lines) (session as SocketSession | null)?.send(text);
    await all;
    expect(events).toEqual(lines);
  });

  it('WIRE-10: a frame beyond the limit ends the socket', async () => {
    const socket = connect();
    await outcome(socket);
    const closed = closeOf(socket);
    socket.send('x'.repeat(frameLimits.frameBytesMax + 1));
    expect(await closed).toBe(1009);
  });

  it.each([
    ['pings', (socket: WebSocket) => socket.ping()],
    ['answers to no ping', (socket: WebSocket) => socket.pong()],
    ['binary frames', (socket: WebSocket) => socket.send(Buffer.alloc(8))],
  ])('GATE-10: a flood of %s ends the socket', async (_, flood) => {
    const socket = connect();
    await outcome(socket);
    const closed = closeOf(socket);
    for (let n = 0; n <= limits.framesBurst * 2; n += 1) flood(socket);
    expect(await closed).toBe(4003);
  });

  it('GATE-4: when the server stops, sockets get the reason', async () => {
    const socket = connect();
    await outcome(socket);
    const closed = closeOf(socket);
    world.hub.close();
    expect(await closed).toBe(1001);
    expect(world.hub.count()).toBe(0);
  });
});

it('START-27: refuses new sockets while the port closes, though the client stays', async () => {
  const client = createConnection(port, '127.0.0.1');
  // It never closes its side.
  client.on('error', () => undefined);
  await once(client, 'connect');
  const ended = once(client, 'end');
  detach();
  refuseSockets(http);
  const closed = closing(http);
  client.write('GET /wss HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n');
  client.resume();
  await ended;
  http.closeAllConnections();
  await closed();
  client.destroy();
});
