import { request } from 'node:http';
import { once } from 'node:events';
import { readdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { befriend, newAccount, ok, password, post, signIn, signUp } from '../support/http-user.ts';
import { freePort, killServers, runToEnd, startServer, temporaryFolder } from '../support/server.ts';

const main = 'dist/server/main.js';
const admin = 'dist/server/admin-main.js';

afterEach(killServers);

const printedLines = (text: string): readonly string[] =>
  text.split('\n').filter((line) => line.trim() !== '');

it('START-1, EFFECT-4: the start command prints one line, and serves pages, calls, sound and socket on one port', async () => {
  const server = await startServer({ script: 'src/tools/start.mjs' });
  expect(printedLines(server.output())).toHaveLength(1);
  expect(server.output()).toContain(`http://127.0.0.1:${server.port}`);

  const page = await fetch(server.url);
  expect(page.headers.get('content-type')).toContain('text/html');
  expect(await page.text()).toContain('<div id="root">');
  const sound = await fetch(`${server.url}/static/voice/notify.mp3`);
  expect(sound.headers.get('content-type')).toBe('audio/mpeg');
  expect((await sound.arrayBuffer()).byteLength).toBeGreaterThan(1_000);
  expect((await post(server.url, '/common/pub/getSystemInfo', {})).code).toBe(0);
  const socket = new WebSocket(`ws://127.0.0.1:${server.port}/wss`);
  const [first] = (await once(socket, 'message')) as [Buffer];
  expect(JSON.parse(first.toString())).toMatchObject({ type: 'init' });
  socket.terminate();
  expect(await server.stop()).toBe(0);
  expect(printedLines(server.output())).toHaveLength(1);
});

it('START-2: PORT and DATA_DIR are obeyed, and the data is there at the next start', async () => {
  const first = await startServer();
  const { account } = await signUp(first.url, 'anna');
  expect(await first.stop()).toBe(0);
  const second = await startServer({ dataDir: first.dataDir });
  expect((await signIn(second.url, account)).account).toBe(account);
});

it.each([
  ['PORT', 'eighty'],
  ['PORT', '70000'],
  ['REGISTRATION', 'sometimes'],
  ['DATABASE_URL_2', 'postgres://parley@127.0.0.1/two'],
])(
  'START-2, START-25: with %s=%s the start ends with one clear line and exit code 78',
  async (name, value) => {
    const run = await runToEnd(main, [], {
      PORT: String(await freePort()),
      DATA_DIR: temporaryFolder(),
      [name]: value,
    });
    expect(run.code).toBe(78);
    expect(printedLines(run.stdout + run.stderr)).toHaveLength(1);
    expect(run.stdout + run.stderr).toContain(name);
  },
);

it('START-18, START-26, ADMIN-7, ADMIN-11: faulty settings get lines, empty folders end', async () => {
  const server = await startServer({ env: { DATADIR: '/elsewhere', HTTP_PORT: '80' } });
  expect(server.output()).toContain('Unknown setting DATADIR is ignored: did you mean DATA_DIR?');
  expect(server.output()).toContain(
    'HTTP_PORT has no effect without DOMAIN: set DOMAIN, or remove HTTP_PORT',
  );
  expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
  const folder = temporaryFolder();
  const run = await runToEnd(admin, ['user', 'list'], { DATA_DIR: folder });
  expect([run.code, run.stdout]).toEqual([1, '']);
  expect(run.stderr).toBe(
    `There is no data in ${folder}: set DATA_DIR to the server's data folder, or start the server once\n`,
  );
  const mistyped = await runToEnd(admin, ['user', 'lst'], { DATA_DIR: folder });
  expect([mistyped.code, mistyped.stderr.split('\n')[0]]).toEqual([
    1,
    'The command "user lst" does not exist. Did you mean "user list"?',
  ]);
  expect(readdirSync(folder)).toEqual([]);
  const warned = await runToEnd(admin, ['user', 'list'], { DATA_DIR: server.dataDir, DATADIR: '/elsewhere' });
  expect([warned.code, warned.stderr]).toEqual([
    0,
    'Unknown setting DATADIR is ignored: did you mean DATA_DIR?\n',
  ]);
});

it('START-2: a port in use is one clear line and exit code 1', async () => {
  const holder = createServer().listen(0, '127.0.0.1');
  await once(holder, 'listening');
  const port = String((holder.address() as { port: number }).port);
  const run = await runToEnd(main, [], { PORT: port, DATA_DIR: temporaryFolder() });
  holder.close();
  expect(run.code).toBe(1);
  expect(printedLines(run.stdout + run.stderr)).toHaveLength(1);
  expect(run.stdout + run.stderr).toContain(port);
});

it('START-2: a taken port of plain HTTP is one clear line that names HTTP_PORT', async () => {
  const holder = createServer().listen(0, '127.0.0.1');
  await once(holder, 'listening');
  const port = String((holder.address() as { port: number }).port);
  const run = await runToEnd(main, [], {
    DOMAIN: 'chat.example.org',
    HOST: '127.0.0.1',
    PORT: String(await freePort()),
    HTTP_PORT: port,
    DATA_DIR: temporaryFolder(),
  });
  holder.close();
  expect([run.code, run.stderr]).toEqual([
    1,
    `Port ${port} is in use: stop the other program, or set HTTP_PORT to another number\n`,
  ]);
});

it.each([
  [['--help'], {}, 78, '--help is no argument'],
  [
    [],
    { DATA_DIR: '/proc/parley' },
    78,
    'The data folder cannot be used (DATA_DIR): cannot make the folder /proc/parley',
  ],
  [[], { HOST: '192.0.2.1' }, 78, 'HOST 192.0.2.1 is not an address of this machine: set HOST to'],
])('START-2: with %o and %o the start ends with one clear line', async (words, env, code, line) => {
  const run = await runToEnd(main, words, {
    PORT: String(await freePort()),
    DATA_DIR: temporaryFolder(),
    ...env,
  });
  expect([run.code, run.stderr]).toEqual([code, expect.stringContaining(line)]);
});

it('START-2: a folder that cannot be written is one clear line and exit code 78', async () => {
  // Below a file nothing can be written, not even by root.
  const file = join(temporaryFolder(), 'file');
  writeFileSync(file, '');
  const run = await runToEnd(main, [], { PORT: String(await freePort()), DATA_DIR: join(file, 'data') });
  expect(run.code).toBe(78);
  expect(printedLines(run.stdout + run.stderr)).toHaveLength(1);
});

const inviteOf = (text: string): string => /inviteCode=(\w+)/.exec(text)?.[1] ?? '';
const roleOf = async (url: string, account: string): Promise<number> =>
  (await ok(post<{ userInfo: { role: number } }>(url, '/common/pub/login', { account, password }))).userInfo
    .role;

it('START-3: on loopback anybody may register, and the first account is the administrator', async () => {
  const { url } = await startServer();
  const first = await signUp(url, 'anna');
  const second = await signUp(url, 'bela');
  expect(await roleOf(url, first.account)).toBe(1);
  expect(await roleOf(url, second.account)).toBe(0);
});

it('START-3: elsewhere registration is by invitation, and the link for the first account works once', async () => {
  const server = await startServer({ env: { HOST: '0.0.0.0' } });
  const { url } = server;
  expect(await ok(post(url, '/common/pub/getSystemInfo', {}))).toMatchObject({ sysInfo: { regtype: 2 } });
  const code = inviteOf(server.output());
  expect(code).toMatch(/^\w{12}$/);
  await expect(signUp(url, 'anna')).rejects.toThrow('register');
  const first = await signUp(url, 'anna', code);
  expect(await roleOf(url, first.account)).toBe(1);
  await expect(signUp(url, 'bela', code)).rejects.toThrow('register');
});

it('START-4: SIGTERM drains and exits 0, also with open sockets and connections', async () => {
  const server = await startServer();
  const [a, b] = [await signUp(server.url, 'anna'), await signUp(server.url, 'bela')];
  await befriend(a, b);
  const socket = new WebSocket(`ws://127.0.0.1:${server.port}/wss`);
  await once(socket, 'message');
  const idle = request({ port: server.port, path: '/', headers: { connection: 'keep-alive' } }).end();
  await once(idle, 'response');
  const closed = once(socket, 'close');
  expect(await server.stop()).toBe(0);
  await closed;
});

it('START-5: an invitation of the admin command is 8 characters and registers one person', async () => {
  const server = await startServer({ env: { REGISTRATION: 'invite' } });
  const firstCode = inviteOf(server.output());
  await signUp(server.url, 'anna', firstCode);
  const run = await runToEnd(admin, ['invite'], { DATA_DIR: server.dataDir, PORT: String(server.port) });
  expect(run.code).toBe(0);
  const code = /\b[A-Za-z0-9]{8}\b/.exec(run.stdout)?.[0] ?? '';
  expect(code).toHaveLength(8);
  await signUp(server.url, 'bela', code);
  const again = await post(server.url, '/common/pub/register', {
    account: newAccount('cleo'),
    realname: 'cleo',
    password,
    inviteCode: code,
  });
  expect(again.code).toBe(400);
});
