import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { type Socket, connect } from 'node:net';
import pg from 'pg';
import { afterEach, expect, it, vi } from 'vitest';
import { befriend, history, signUp } from '../support/http-user.ts';
import { startPostgres } from '../support/postgres.ts';
import { freePort, killServers, startServer, temporaryFolder, type TestServer } from '../support/server.ts';
import { limitedDisk } from '../support/small-disk.ts';

afterEach(killServers);

const readyOf = async ({ url }: Pick<TestServer, 'url'>) => {
  const answer = await fetch(`${url}/readyz`);
  return { status: answer.status, ...((await answer.json()) as { readonly reasons: readonly string[] }) };
};
const isReady = (server: TestServer) =>
  vi.waitUntil(async () => (await readyOf(server).catch(() => null))?.status === 200, {
    timeout: 20_000,
    interval: 100,
  });
const entries = (server: TestServer) =>
  server
    .output()
    .split('\n')
    .filter((entry) => entry.includes('"level"'));

it('OPS-19, START-4: a node killed on a full disk starts as not ready, and is ready once there is room', async () => {
  const disk = limitedDisk();
  const [port, env] = [await freePort(), { DISK_FLOOR_MB: '0' }];
  const first = await startServer({ dataDir: disk.folder, port, through: disk.through, env });
  const [a, b] = [await signUp(first.url, 'anna'), await signUp(first.url, 'bela')];
  await befriend(a, b);
  const send = () =>
    a.call('/enterprise/im/sendMessage', {
      id: randomUUID(),
      toContactId: String(b.id),
      is_group: 0,
      type: 'text',
      content: 'x'.repeat(2_000),
    });
  disk.fill(first.pid);
  let sent = 0;
  while ((await send()).code === 0) sent += 1;
  await first.kill();

  const start = () => startServer({ dataDir: disk.folder, port, through: disk.throughFull(), env });
  // One that waits for room ends like any other (START-4).
  expect(await (await start()).stop()).toBe(0);
  const again = await start();
  expect(await readyOf(again)).toMatchObject({
    status: 503,
    ready: false,
    reasons: ['the store cannot be written: the disk is full, or a limit of it is used up'],
  });
  expect((await fetch(`${again.url}/healthz`)).status).toBe(200);
  expect((await fetch(again.url)).status).toBe(503);
  expect(await send()).toMatchObject({
    code: 502,
    data: { retry_ms: 2_000 },
  });
  expect(entries(again)).toHaveLength(1);
  expect(again.output()).not.toContain('Parley runs at');

  disk.free(again.pid);
  await isReady(again);
  expect(again.output()).toContain('Parley runs at');
  expect((await send()).code).toBe(0);
  expect((await history(b, String(a.id))).filter(({ type }) => type === 'text')).toHaveLength(sent + 1);
  expect(await again.stop()).toBe(0);
}, 120_000);

/** Asks for a socket, and stays connected as long as the server lets it. */
async function openSocket(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  const end = '\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n';
  socket.write(`GET /wss HTTP/1.1\r\nHost: a${end}Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n`);
  socket.on('error', () => socket.destroy());
  await once(socket, 'connect');
  return socket;
}

it('START-27, OPS-19: comes back with sockets waiting, each second time after kill -9', async () => {
  const disk = limitedDisk();
  const [port, env] = [await freePort(), { DISK_FLOOR_MB: '0' }];
  const first = await startServer({ dataDir: disk.folder, port, through: disk.through, env });
  expect(await first.stop()).toBe(0);
  for (const freeBytes of [4_096, 8_192, 6_144, 8_192]) {
    const through = disk.throughFull(freeBytes);
    const node = await startServer({ dataDir: disk.folder, port, through, env });
    expect(await readyOf(node)).toMatchObject({ status: 503, ready: false });
    const sockets = await Promise.all([1, 2, 3].map(() => openSocket(port)));
    // One that the client itself ends before the node comes back.
    sockets[0]?.destroy();
    disk.free(node.pid);
    await isReady(node);
    expect(node.output()).toContain('Parley runs at');
    if (freeBytes === 8_192) await node.kill();
    else expect(await node.stop()).toBe(0);
    for (const socket of sockets) socket.destroy();
  }
}, 120_000);

/** The answers of a server whose disk is full. */
const FULL = `create function no_room() returns trigger language plpgsql as
  $$ begin raise exception 'could not extend file: No space left on device' using errcode = '53100'; end $$;
  create trigger no_room before insert on meta for each row execute function no_room()`;

it('OPS-19: the same where the disk of PostgreSQL is full', async () => {
  const postgres = await startPostgres();
  const url = await postgres.place();
  const database = new pg.Client({ connectionString: url });
  try {
    const options = { dataDir: temporaryFolder(), port: await freePort(), env: { DATABASE_URL: url } };
    const first = await startServer(options);
    await first.kill();
    await database.connect();
    await database.query(FULL);
    const again = await startServer(options);
    expect(await readyOf(again)).toMatchObject({
      status: 503,
      reasons: ['the store cannot be written: could not extend file: No space left on device'],
    });
    await database.query('drop trigger no_room on meta');
    await isReady(again);
    expect(again.output()).toContain('Parley runs at');
    expect(await again.stop()).toBe(0);
  } finally {
    await database.end();
    await killServers();
    await postgres.stop();
  }
}, 120_000);
