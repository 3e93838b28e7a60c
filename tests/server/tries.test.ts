import { beforeEach, describe, expect, it } from 'vitest';
import { NOBODY_HASH, createPasswords } from '../../src/server/platform/argon2-adapter.ts';
import { FetchCallRequest } from '../../src/server/http/call-request.ts';
import { peerOf } from '../../src/server/kernel/peer.ts';
import { serverLimits } from '../../src/server/kernel/limits.ts';
import type { Passwords } from '../../src/ports/passwords.ts';
import { TurnsByKey, TurnsFullError } from '../../src/server/kernel/turns.ts';
import { admin } from '../support/admin.ts';
import { gate } from '../support/gate.ts';
import { PASSWORD, plainPasswords } from '../support/world.ts';
import { setUpWorld } from '../support/set-up-world.ts';

let verified: (string | null)[];
let held: Promise<void> | null;
/** Passwords that record their checks, and wait where a test needs it. */
const passwords: Passwords = {
  ...plainPasswords,
  verify: async (stored, password) => {
    verified.push(stored);
    await held;
    return plainPasswords.verify(stored, password);
  },
};
beforeEach(() => {
  [verified, held] = [[], null];
});
const { world } = setUpWorld([], { options: { passwords } });
beforeEach(async () => {
  for (const name of ['anna', 'bela']) await world.person(name);
  verified = [];
});

const OFFICE = '10.7.0.1';
interface Reply {
  readonly code: number;
  readonly msg: string;
  readonly data: { readonly retry_ms?: number };
  readonly cookie: string;
}
async function login(
  account: string,
  password: string,
  { address = OFFICE, cookie = '' } = {},
): Promise<Reply> {
  const response = await world.raw(
    '/common/pub/login',
    { method: 'POST', headers: { cookie }, body: JSON.stringify({ account, password }) },
    address,
  );
  const report = (await response.json()) as Reply;
  return { ...report, cookie: response.headers.get('set-cookie')?.split(';')[0] ?? '' };
}
const slowed = ({ code, data }: Reply): boolean => code === 400 && (data.retry_ms ?? 0) > 0;
async function wrong(
  times: number,
  account: (n: number) => string,
  options: { address?: string; cookie?: string } = {},
): Promise<void> {
  for (let n = 0; n < times; n += 1)
    expect(slowed(await login(account(n), 'wrong-1', options)), `try ${n}`).toBe(false);
}
async function acceptRequest(account: string): Promise<Reply> {
  const response = await world.raw(
    '/common/pub/register',
    { method: 'POST', body: JSON.stringify({ account, realname: 'Anna', password: PASSWORD }) },
    OFFICE,
  );
  return (await response.json()) as Reply;
}
/** Logs in through this origin of the server. */
const enterBy = (origin?: string) =>
  world.server.fetch(
    new Request('http://parley.test/common/pub/login', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ account: 'anna', password: PASSWORD }),
    }),
    { address: OFFICE, userAgent: '', ...(origin ? { origin } : {}) },
  );
/** Kind and parameters. */
const cost = (hash: string) => hash.split('$').slice(0, 4);
const SIX = serverLimits.wrongPasswordsMax + 1;

describe('wrong passwords', () => {
  it('ACC-3: tries count for an address and an account together, for neither alone', async () => {
    await wrong(SIX, () => 'anna');
    expect(slowed(await login('anna', PASSWORD))).toBe(true);
    expect((await login('bela', PASSWORD)).code).toBe(0);
    expect((await login('anna', PASSWORD, { address: '10.7.0.2' })).code).toBe(0);
    world.clock.pass(serverLimits.wrongPasswordsWindowMs);
    expect((await login('anna', PASSWORD)).code).toBe(0);
  });

  it('ACC-3: an address as a whole has twenty times the limit, for any accounts', async () => {
    await wrong(SIX * serverLimits.addressFactor, (n) => `somebody-${n}`);
    expect(slowed(await login('bela', PASSWORD))).toBe(true);
    expect((await login('bela', PASSWORD, { address: '10.7.0.2' })).code).toBe(0);
    world.clock.pass(serverLimits.wrongPasswordsWindowMs);
    expect((await login('bela', PASSWORD)).code).toBe(0);
  });

  it('ACC-3: right passwords side by side are not refused, however many come at once from one address', async () => {
    const barrier = gate();
    held = barrier.passed;
    for (let n = 0; n < 20; n += 1)
      await world.ok(null, '/common/pub/register', {
        account: `person-${n}`,
        realname: 'Person',
        password: PASSWORD,
      });
    const many = Array.from({ length: 20 }, (_, n) => login(`person-${n}`, PASSWORD));
    const same = Array.from({ length: 10 }, () => login('anna', PASSWORD));
    await world.clock.settle();
    barrier.open();
    expect((await Promise.all([...many, ...same])).map(({ code }) => code)).toEqual(
      Array.from({ length: 30 }, () => 0),
    );
  });

  it('ACC-3: wrong ones side by side are not more than one after another', async () => {
    const reports = await Promise.all(Array.from({ length: 15 }, () => login('anna', 'wrong-1')));
    expect(reports.filter(slowed)).toHaveLength(15 - SIX);
    expect(verified).toHaveLength(SIX);
  });

  it('ACC-3: turns are bounded, and nothing is kept of those that are over', async () => {
    const barrier = gate();
    const turns = new TurnsByKey(1, 2);
    const waiting = [1, 2, 3].map((n) => turns.execute('a', async () => barrier.passed.then(() => n)));
    await expect(turns.execute('a', async () => 4)).rejects.toThrow(TurnsFullError);
    expect(await turns.execute('b', async () => 5)).toBe(5);
    barrier.open();
    expect(await Promise.all(waiting)).toEqual([1, 2, 3]);
    expect(turns.size).toBe(0);
  });
});

describe('known devices', () => {
  it('LIMIT-12: strangers at the same address do not shut a known device out', async () => {
    const { cookie } = await login('anna', PASSWORD);
    expect(cookie).toMatch(/^parley_device=[0-9a-f]{32}\.[0-9a-f]{32}$/);
    await wrong(SIX, () => 'anna');
    await wrong(SIX * serverLimits.addressFactor - SIX, (n) => `somebody-${n}`);
    for (let n = 0; n < serverLimits.accountRate.times; n += 1) await login('anna', 'wrong-1');
    expect(slowed(await login('anna', PASSWORD))).toBe(true);
    expect((await login('anna', PASSWORD, { cookie })).code).toBe(0);
  });

  it('LIMIT-12: nor by waiting tries: a known device has a separate queue', async () => {
    const { cookie } = await login('anna', PASSWORD);
    const barrier = gate();
    held = barrier.passed;
    const strangers = Array.from(
      { length: serverLimits.hashesAtOnce + serverLimits.hashesWaitingMax },
      (_, n) => login(`somebody-${n}`, 'wrong-1'),
    );
    await world.clock.settle();
    const mine = login('anna', PASSWORD, { cookie });
    await world.clock.settle();
    barrier.open();
    expect((await mine).code).toBe(0);
    await Promise.all(strangers);
  });

  it('LIMIT-12: a device is known to users who logged in there; no cookie can be forged', async () => {
    const first = await login('anna', PASSWORD);
    const { cookie } = await login('bela', PASSWORD, { cookie: first.cookie });
    expect(cookie.split('.')).toHaveLength(3);
    expect((await login('anna', PASSWORD, { cookie })).cookie.split('.').toSorted()).toEqual(
      cookie.split('.').toSorted(),
    );
    await wrong(SIX, () => 'anna', { cookie });
    expect(slowed(await login('anna', PASSWORD, { cookie }))).toBe(true);
    expect((await login('anna', PASSWORD)).code).toBe(0);
    const madeUp = `parley_device=${'1'.repeat(32)}.${'2'.repeat(32)}`;
    await wrong(SIX, () => 'bela');
    expect(slowed(await login('bela', PASSWORD, { cookie: madeUp }))).toBe(true);
    const marks = cookie.split('.').slice(1).join('.');
    expect(
      slowed(await login('bela', PASSWORD, { cookie: `parley_device=${'1'.repeat(32)}.${marks}` })),
    ).toBe(true);
  });

  it('LIMIT-12: tries of strangers do not keep a signed-in user from a new password', async () => {
    const anna = await world.login('anna');
    for (let n = 0; n < SIX * serverLimits.addressFactor; n += 1)
      await login(`x-${n % 20}`, 'wrong-1', { address: '10.0.0.1' });
    for (let n = 0; n < SIX; n += 1) await login('anna', 'wrong-1', { address: '10.0.0.1' });
    expect(slowed(await login('anna', PASSWORD, { address: '10.0.0.1' }))).toBe(true);
    const change = (originalPassword: string) =>
      world.call(anna, 'im/editPassword', { originalPassword, password: 'another-9' });
    expect((await change('wrong-1')).msg).toBe('密码错误');
    expect((await change(PASSWORD)).code).toBe(0);
  });

  it('LIMIT-12: the cookie goes with logins alone, hidden from scripts, by TLS if there is one', async () => {
    const plain = (await enterBy()).headers.get('set-cookie') ?? '';
    expect(plain).toMatch(/; Path=\/common\/pub; Max-Age=\d+; HttpOnly; SameSite=Strict$/);
    expect((await enterBy('https://parley.test')).headers.get('set-cookie')).toMatch(/; Secure$/);
  });
});

describe('which accounts exist', () => {
  it('ACC-14: an unknown account and a wrong password get one text, one password check and one count', async () => {
    for (let n = 0; n < SIX; n += 1) {
      const [known, unknown] = [await login('anna', 'wrong-1'), await login('nobody', 'wrong-1')];
      expect([known.code, known.msg, known.data]).toEqual([unknown.code, unknown.msg, unknown.data]);
      expect(known.msg).toBe('账号或密码错误');
    }
    expect(verified.filter((stored) => stored === null)).toHaveLength(SIX);
    expect(verified).toHaveLength(2 * SIX);
    expect([slowed(await login('anna', 'wrong-1')), slowed(await login('nobody', 'wrong-1'))]).toEqual([
      true,
      true,
    ]);
    for (let n = 0; n < serverLimits.strangePasswordRate.times - SIX; n += 1)
      for (const name of ['anna', 'nobody']) await login(name, 'wrong-1', { address: `10.9.${n >> 3}.${n}` });
    expect([
      slowed(await login('anna', 'wrong-1', { address: '10.9.9.9' })),
      slowed(await login('nobody', 'wrong-1', { address: '10.9.9.9' })),
    ]).toEqual([true, true]);
  });

  it('ACC-14: a password for an unknown account costs as much as others, and is never right', async () => {
    const real = createPasswords();
    expect(cost(NOBODY_HASH)).toEqual(cost(await real.hash(PASSWORD)));
    expect(await real.verify(null, PASSWORD)).toBe(false);
  });

  it('ACC-14: finding out by registering which names are taken is counted as wrong passwords are', async () => {
    for (let n = 0; n < SIX * serverLimits.addressFactor; n += 1)
      expect((await acceptRequest('anna')).msg).toBe('该账号已被使用');
    expect(slowed(await acceptRequest('anna'))).toBe(true);
    expect(slowed(await acceptRequest('fresh-name'))).toBe(true);
  });
});

describe('commands and hints for the operator', () => {
  it('OPS-9: a refused login is logged with address, digest of the account and reason', async () => {
    await login('anna', 'wrong-1');
    await login('nobody-7', 'wrong-1', { address: '10.7.0.9' });
    for (let n = 0; n < SIX; n += 1) await login('anna', 'wrong-1');
    const lines = world.log.filter(({ what }) => what === 'login refused');
    const digest = expect.stringMatching(/^[0-9a-f]{16}$/) as string;
    expect(lines[0]).toEqual({
      level: 'warn',
      what: 'login refused',
      facts: { address: OFFICE, account: digest, reason: 'loginWrong' },
    });
    expect(lines[1]).toMatchObject({ facts: { address: '10.7.0.9', reason: 'loginWrong' } });
    expect(lines.at(-1)).toMatchObject({ facts: { reason: 'passwordTries' } });
    const accounts = lines.map(({ facts }) => (facts as { account: string }).account);
    expect(new Set(accounts).size).toBe(2);
    expect(JSON.stringify(lines)).not.toMatch(/anna|nobody|wrong-1/);
  });

  it('ADMIN-6: a new password from an administrator lets in at once, after any tries', async () => {
    world.server.start();
    await wrong(SIX, () => 'anna');
    await wrong(SIX * serverLimits.addressFactor - SIX, (n) => `somebody-${n}`);
    expect(slowed(await login('anna', PASSWORD))).toBe(true);
    await admin(world, 'user', 'password', 'anna', 'another-9');
    expect((await login('anna', 'another-9')).code).toBe(0);
    expect(slowed(await login('bela', PASSWORD))).toBe(true);
    await wrong(SIX, () => 'anna');
    expect(slowed(await login('anna', 'another-9'))).toBe(true);
  });

  it('OPS-17: a proxy that asks for the socket as for a page gets 426 and a warning', async () => {
    const ask = async (headers: Record<string, string>) => (await world.raw('/wss', { headers })).status;
    const warnings = async () =>
      ((await (await world.raw('/readyz')).json()) as { warnings: readonly string[] }).warnings;
    expect(await ask({})).toBe(426);
    expect(await warnings()).toEqual([]);
    for (let n = 0; n < 3; n += 1) expect(await ask({ 'x-forwarded-for': '1.2.3.4' })).toBe(426);
    expect(await warnings()).toContainEqual(expect.stringContaining('passes no WebSockets'));
    expect(world.log.filter(({ what }) => what.includes('passes no WebSockets'))).toHaveLength(1);
  });

  it('OPS-17: with TRUST_PROXY, /wss without Upgrade and without the headers of a proxy warns, too', async () => {
    const peer = peerOf(() => null, '127.0.0.1', true);
    const warnings = async () =>
      ((await (await world.raw('/readyz')).json()) as { warnings: readonly string[] }).warnings;
    for (const path of ['/healthz', '/readyz', '/'])
      await world.server.fetch(new Request(`http://parley.test${path}`), peer);
    expect(await warnings()).toEqual([]);
    expect((await world.server.fetch(new Request('http://parley.test/wss'), peer)).status).toBe(426);
    expect(await warnings()).toEqual([expect.stringContaining('passes no WebSockets')]);
  });

  it.each(['call', 'fetch'])('OPS-23: a %s without X-Forwarded-For warns with TRUST_PROXY', async (way) => {
    const path = '/common/pub/getSystemInfo';
    const arrive = async (given: Record<string, string>) => {
      const request = new Request(`http://parley.test${path}`, { method: 'POST', body: '{}' });
      const peer = peerOf((name) => given[name] ?? null, '127.0.0.1', true);
      if (way === 'fetch') await world.server.fetch(request, peer);
      else await world.server.call(path, new FetchCallRequest(request), peer);
    };
    const listReports = () => world.log.filter(({ what }) => what.includes('X-Forwarded-For'));
    await arrive({ 'x-forwarded-for': '1.2.3.4' });
    expect(listReports()).toEqual([]);
    for (let n = 0; n < 3; n += 1) await arrive({});
    expect(listReports()).toHaveLength(1);
    const { warnings } = (await (await world.raw('/readyz')).json()) as { warnings: readonly string[] };
    expect(warnings).toEqual([expect.stringContaining('X-Forwarded-For')]);
  });

  it('OPS-10: headers of a proxy without TRUST_PROXY are logged once, and in /readyz', async () => {
    const headers = new Headers({ 'x-forwarded-for': '1.2.3.4' });
    const warnings = async () =>
      ((await (await world.raw('/readyz')).json()) as { warnings: readonly string[] }).warnings;
    const arrive = (given: Headers, trusted: boolean) =>
      world.server.fetch(
        new Request('http://parley.test/healthz'),
        peerOf((name) => given.get(name), '127.0.0.1', trusted),
      );
    await arrive(headers, true);
    await arrive(new Headers(), false);
    expect(await warnings()).toEqual([]);
    for (let n = 0; n < 3; n += 1) await arrive(headers, false);
    expect(await warnings()).toEqual([expect.stringContaining('TRUST_PROXY')]);
    expect(world.log.filter(({ what }) => what.includes('TRUST_PROXY'))).toHaveLength(1);
  });
});
