import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { rm } from 'node:fs/promises';
import { filesIn } from '../../src/server/http/files-adapter.ts';
import { peerOf } from '../../src/server/kernel/peer.ts';
import { addInvite, inviteLink, makeFirstInvite } from '../../src/server/features/auth/invite.ts';
import { BadSetting, misspeltSettings } from '../../src/server/kernel/setting-names.ts';
import { USUAL, addressOf, readSettings } from '../../src/server/kernel/settings.ts';
import { bound } from '../../src/server/node-host-adapter.ts';
import { faultLine } from '../../src/server/start-fault.ts';
import { StoreTooNewError, StoreUnavailableError } from '../../src/server/kernel/store-errors.ts';
import { admin } from '../support/admin.ts';
import { PASSWORD, startWorld } from '../support/world.ts';

const folder = mkdtempSync(join(tmpdir(), 'parley-files-'));
afterAll(() => rm(folder, { recursive: true }));

/** UDP port of the unit. */
const unitOf = (env: Readonly<Record<string, string>>) => readSettings(env).unit?.port ?? 'off';

describe('settings', () => {
  it.each(['DATABASE_URL_2', 'DATABASE_URL_2_FILE'])('START-25: %s is refused', (name) => {
    const env = { DATABASE_URL: 'postgres://a@one.test/x', [name]: 'postgres://a@two.test/x' };
    expect(() => readSettings(env)).toThrow(BadSetting);
    expect(() => readSettings(env)).toThrow('DATABASE_URL_2 was removed');
    expect(() => readSettings({ ...env, [name]: '' })).not.toThrow();
    expect(misspeltSettings(env)).toEqual([]);
  });

  it('START-2: have defaults and come from the environment', () => {
    expect(readSettings({})).toEqual({
      port: 8080,
      unit: { port: 8_080, addresses: [] },
      host: '127.0.0.1',
      dataDir: 'data',
      databaseUrl: null,
      redisUrl: null,
      logLevel: 'warn',
      metricsToken: null,
      registration: 'open',
      wireTime: 's',
      quota: { messages: 50_000, files: 5_000, filesMb: 5_000, allFilesMb: 0, diskFloorMb: 1_000 },
      most: USUAL,
      waitMs: 1_000,
      auditDays: 0,
      erasedWords: 'stay',
      turnSecret: null,
      publicUrl: null,
      allowOrigins: [],
      presenceGraceMs: 20_000,
      push: { subject: 'mailto:admin@localhost', allowPrivate: false, hosts: [] },
      openIds: [],
      ldap: null,
      pages: { allowPrivate: false },
      hooks: { allowPrivate: false },
      trustProxy: false,
      releasesUrl: null,
      smtp: null,
    });
    const env = {
      PORT: '9000',
      HOST: '0.0.0.0',
      DATA_DIR: '/srv/x',
      REGISTRATION: 'open',
      WIRE_TIME: 'ms',
      TRUST_PROXY: '1',
      PUSH_SUBJECT: 'https://example.org/contact',
      PUSH_HOSTS: 'Push.lan, 192.168.1.5:8080',
      PUBLIC_URL: 'https://Chat.example.org:8443/',
      ALLOW_ORIGINS: 'https://App.example.org, capacitor://localhost',
      PRESENCE_GRACE: '0',
    };
    expect(readSettings(env)).toEqual({
      port: 9000,
      unit: { port: 9_000, addresses: [] },
      host: '0.0.0.0',
      dataDir: '/srv/x',
      databaseUrl: null,
      redisUrl: null,
      logLevel: 'warn',
      metricsToken: null,
      registration: 'open',
      wireTime: 'ms',
      quota: { messages: 50_000, files: 5_000, filesMb: 5_000, allFilesMb: 0, diskFloorMb: 1_000 },
      most: USUAL,
      waitMs: 1_000,
      auditDays: 0,
      erasedWords: 'stay',
      turnSecret: null,
      publicUrl: 'https://chat.example.org:8443',
      allowOrigins: ['https://app.example.org', 'capacitor://localhost'],
      presenceGraceMs: 0,
      push: {
        subject: 'https://example.org/contact',
        allowPrivate: false,
        hosts: ['push.lan', '192.168.1.5:8080'],
      },
      openIds: [],
      ldap: null,
      pages: { allowPrivate: false },
      hooks: { allowPrivate: false },
      trustProxy: true,
      releasesUrl: null,
      smtp: null,
    });
    const smtp = { SMTP_URL: 'smtp://user:pass@mail.test:25', SMTP_FROM: 'Parley <no-reply@parley.test>' };
    expect(readSettings(smtp).smtp).toEqual({ url: smtp.SMTP_URL, from: smtp.SMTP_FROM });
    expect(readSettings(smtp).push.subject).toBe('mailto:no-reply@parley.test');
  });

  it('GCALL-26: the unit has the number of the port, another one, or is off', () => {
    expect([unitOf({}), unitOf({ PORT: '443' }), unitOf({ PORT: '443', CALLS_PORT: '9000' })]).toEqual([
      8080, 443, 9_000,
    ]);
    expect(unitOf({ CALLS_PORT: 'off' })).toBe('off');
  });

  it.each([
    ['PORT', 'eighty'],
    ['PORT', '-1'],
    ['PORT', '65536'],
    ['REGISTRATION', 'sometimes'],
    ['WIRE_TIME', 'h'],
    ['LOG_LEVEL', 'loud'],
    ['LIMIT_SENDS', '49'],
    ['LIMIT_CALLS', 'many'],
    ['LIMIT_SOCKETS', '0'],
    ['WAIT_MS', '99'],
    ['AUDIT_DAYS', '29'],
    ['ERASED_WORDS', 'some'],
    ['QUOTA_MESSAGES', '-1'],
    ['QUOTA_FILES_MB', 'much'],
    ['DISK_FLOOR_MB', '1.5'],
    ['TRUST_PROXY', 'yes'],
    ['DATABASE_URL', 'mysql://x/y'],
    ['DATABASE_URL', 'nonsense'],
    ['SMTP_FROM', 'nobody'],
    ['TURN_SECRET', 'x'.repeat(15)],
    ['CALLS_PORT', '65536'],
    ['PUSH_SUBJECT', 'nobody'],
    ['PUSH_PRIVATE', 'yes'],
    ['PUSH_HOSTS', 'http://push.lan'],
    ['PREVIEW_PRIVATE', 'yes'],
    ['HOOKS_PRIVATE', 'yes'],
    ['ALLOW_ORIGINS', 'app.example.org'],
    ['ALLOW_ORIGINS', 'https://app.example.org/path'],
    ['PRESENCE_GRACE', '-1'],
    ['PRESENCE_GRACE', 'soon'],
    ['PUBLIC_URL', 'chat.example.org'],
    ['PUBLIC_URL', 'ftp://chat.example.org'],
    ['PUBLIC_URL', 'https://chat.example.org/parley'],
    ['PUBLIC_URL', 'https://user@chat.example.org'],
  ])('START-2: %s=%s is refused with one line that names it', (name, value) => {
    expect(() => readSettings({ [name]: value })).toThrow(BadSetting);
    try {
      readSettings({ [name]: value });
    } catch (error) {
      expect(faultLine(error)).toContain(name);
      expect(faultLine(error)).not.toContain('\n');
    }
  });

  it('START-2: a secret of the relay is long enough from 16 characters on', () => {
    expect(readSettings({ TURN_SECRET: 'x'.repeat(16) }).turnSecret).toHaveLength(16);
  });

  it('START-2: a mail server with a malformed address is refused', () => {
    expect(() => readSettings({ SMTP_URL: 'mail.test', SMTP_FROM: 'a@b.c' })).toThrow('SMTP_URL');
  });

  it('START-2: each way to fail is one line that says what to do', () => {
    expect(faultLine(Object.assign(new Error('listen'), { code: 'EADDRINUSE', port: 8080 }))).toContain(
      'Port 8080 is in use',
    );
    expect(
      faultLine(
        new StoreUnavailableError('cannot make the folder', { cause: new Error('EACCES:\n denied') }),
      ),
    ).toMatch(/^The data folder[^\n]*denied\)$/);
    expect(faultLine(Object.assign(new Error('x'), { code: 'EACCES', path: '/backup/a.db' }))).toBe(
      '/backup/a.db may not be used by this user (EACCES)',
    );
    expect(faultLine(new StoreTooNewError(9, 1))).toContain('newer than this program');
  });

  it('START-2: a HOST that is not of this machine is a wrong setting, named with its value', async () => {
    // An address for documentation, which no machine has (RFC 5737).
    const failed = bound(createServer(), { host: '192.0.2.1', port: 0 });
    await expect(failed).rejects.toThrow(BadSetting);
    await expect(failed).rejects.toThrow('HOST 192.0.2.1 is not an address of this machine: set HOST to');
    // Answers as the system does for a name without an address, without a look-up.
    const unknown = Object.assign(createServer(), { listen: () => undefined });
    const away = bound(unknown, { host: 'chat.example.org', port: 0 });
    unknown.emit('error', Object.assign(new Error('getaddrinfo'), { code: 'ENOTFOUND' }));
    await expect(away).rejects.toThrow('HOST chat.example.org is not an address of this machine');
  });

  it('START-2: a taken port names the setting that it comes from', async () => {
    const holder = createServer();
    await bound(holder, { host: '127.0.0.1', port: 0 });
    const { port } = holder.address() as AddressInfo;
    const fault = await bound(createServer(), { host: '127.0.0.1', port }, 'HTTP_PORT').catch(faultLine);
    holder.close();
    expect(fault).toBe(`Port ${port} is in use: stop the other program, or set HTTP_PORT to another number`);
  });

  it('START-3: registration is open on loopback, and by invitation elsewhere or behind a proxy', () => {
    expect(readSettings({ TRUST_PROXY: '1' }).registration).toBe('invite');
    expect(readSettings({ PUBLIC_URL: 'https://chat.example.org' }).registration).toBe('invite');
    expect(readSettings({ PUBLIC_URL: 'http://[::1]:8080' }).registration).toBe('open');
    expect(readSettings({ TRUST_PROXY: '1', REGISTRATION: 'open' }).registration).toBe('open');
    for (const host of ['127.0.0.1', 'localhost', '::1', '127.1.2.3'])
      expect(readSettings({ HOST: host }).registration).toBe('open');
    for (const host of ['0.0.0.0', '::', '192.0.2.1', '10.0.0.1'])
      expect(readSettings({ HOST: host }).registration).toBe('invite');
  });

  it('START-1: the address is one that a browser on this machine can open', () => {
    expect(addressOf('0.0.0.0', 80)).toBe('http://127.0.0.1:80');
    expect(addressOf('::1', 8080)).toBe('http://[::1]:8080');
    expect(inviteLink('http://x', 'CODE')).toBe('http://x/#/pages/login/register?inviteCode=CODE');
  });
});

it('START-5: an invitation has 8 characters and serves one registration within 48 hours', async () => {
  const world = await startWorld({ settings: { registration: 'invite' } });
  const { store, ids } = world.server.core;
  const ask = (account: string, inviteCode: string) =>
    world.call(null, '/common/pub/register', { account, realname: 'Anna', password: PASSWORD, inviteCode });
  const invite = () => store.write((tx) => addInvite(tx, ids, {}));
  const [first, second] = [await invite(), await invite()];
  expect(first).toMatch(/^[A-Z2-9]{8}$/);
  expect(second).not.toBe(first);
  world.clock.jump(48 * 3_600_000 - 1);
  expect((await ask('anna', first)).code).toBe(0);
  world.clock.jump(1);
  expect((await ask('bela', second)).code).toBe(400);
  await world.close();
});

it('START-22: links that starts printed for the first account end with it, and others stay', async () => {
  const world = await startWorld({ settings: { registration: 'invite' } });
  const { store, ids } = world.server.core;
  const ask = (account: string, inviteCode: string) =>
    world.call(null, '/common/pub/register', { account, realname: 'Anna', password: PASSWORD, inviteCode });
  const [earlier, newest] = [await makeFirstInvite(store, ids), await makeFirstInvite(store, ids)];
  const other = await store.write((tx) => addInvite(tx, ids, {}));
  const many = await store.write((tx) => addInvite(tx, ids, { max: 3 }));
  expect((await ask('anna', newest)).code).toBe(0);
  expect((await ask('bela', earlier)).code).toBe(400);
  expect(await store.read((tx) => tx.invites.byCode(earlier))).toBe(null);
  expect([(await ask('bela', other)).code, (await ask('cleo', many)).code]).toEqual([0, 0]);
  await world.close();
});

it('START-22: the links end, too, when a command makes the first account', async () => {
  const world = await startWorld({ settings: { registration: 'invite' } });
  const { store, ids } = world.server.core;
  const code = await makeFirstInvite(store, ids);
  await admin(world, 'user', 'create', 'anna', 'Anna', 'secret-9');
  expect(await store.read((tx) => tx.invites.byCode(code))).toBe(null);
  await world.close();
});

it('START-4: closing finishes what was begun, lets sockets go and sends late comers away', async () => {
  const world = await startWorld();
  const [anna, bela] = [await world.person('anna'), await world.person('bela')];
  await world.befriend(anna, bela);
  const socket = await world.online(bela);
  const sent = world.raw('/enterprise/im/sendMessage', {
    method: 'POST',
    headers: { authorization: anna.token },
    body: JSON.stringify({ id: 'm-1', toContactId: bela.id, type: 'text', content: 'last words' }),
  });
  await world.close();
  expect(await (await sent).json()).toMatchObject({ code: 0 });
  expect(socket.of('simple')).toHaveLength(1);
  expect(socket.closedWith()).toBe(1001);
  const late = await world.raw('/enterprise/im/getContacts', {
    method: 'POST',
    headers: { authorization: anna.token },
  });
  expect(await late.json()).toMatchObject({ code: 502, data: { retry_ms: expect.any(Number) as unknown } });
});

describe('files', () => {
  mkdirSync(join(folder, 'client/assets'), { recursive: true });
  writeFileSync(join(folder, 'secret.html'), 'secret');
  writeFileSync(join(folder, 'client/index.html'), '<p>app</p>');
  writeFileSync(join(folder, 'client/.hidden.html'), 'secret');
  writeFileSync(join(folder, 'client/data.db'), 'secret');
  writeFileSync(join(folder, 'client/assets/app-Ab12Cd34.js'), 'x'.repeat(1_000));
  const files = filesIn(join(folder, 'client'));

  it('WIRE-1: the client is served, its hashed files for ever, the page itself never from a cache', async () => {
    expect(await files('/')).toMatchObject({ type: 'text/html; charset=utf-8', hashed: false });
    const script = await files('/assets/app-Ab12Cd34.js');
    expect(script).toMatchObject({ type: 'text/javascript; charset=utf-8', hashed: true });
    expect(script!.gzip!.byteLength).toBeLessThan(100);
  });

  it.each([
    '/../secret.html',
    '/%2e%2e/secret.html',
    '/..%2fsecret.html',
    '/..\\secret.html',
    '/.hidden.html',
    '/data.db',
    '/%00',
    '/%',
    '/none.html',
    '/assets',
  ])('WIRE-1: %s is not there', async (path) => {
    expect(await files(path)).toBeNull();
  });
});

it('ACC-3: the address behind a proxy counts only when the proxy is trusted', () => {
  const headers = new Headers({ 'x-forwarded-for': '203.0.113.9, 192.0.2.7', 'user-agent': 'x' });
  expect(peerOf((name) => headers.get(name), '10.0.0.1', false).address).toBe('10.0.0.1');
  expect(peerOf((name) => headers.get(name), '10.0.0.1', true).address).toBe('192.0.2.7');
  expect(peerOf((name) => new Headers().get(name), '10.0.0.1', true).address).toBe('10.0.0.1');
});
