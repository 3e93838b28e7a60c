import { expect, it } from 'vitest';
import { deviceName } from '../../src/domain/device-name.ts';
import { tokenLimits } from '../../src/domain/limits.ts';
import { sessionBefore } from '../../src/server/kernel/session.ts';
import { device } from '../support/pretended-push.ts';
import { twoNodes } from '../support/two-nodes.ts';
import { startWorld } from '../support/world.ts';
import { setUpWorld, type Person } from '../support/set-up-world.ts';

const MINUTE = 60_000;
const FIREFOX = {
  'user-agent': 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0',
};
const IPHONE = {
  'user-agent':
    'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Version/19.0 Mobile/15E148 Safari/604.1',
};

const { world, anna, push } = setUpWorld(['anna'], { push: true });

const list = async (who: Person, on = world) => on.rows(who, '/enterprise/im/getLogins');
const end = (who: Person, id: unknown, on = world) => on.call(who, '/enterprise/im/endLogin', { id });
const idOf = async (who: Person, on = world): Promise<string> =>
  String((await list(who, on)).find((row) => row['current'] === 1)?.['id']);
const isLive = async (who: Person, on = world) =>
  (await on.call(who, '/enterprise/im/getContacts')).code === 0;
const pass = async (ms: number): Promise<void> => {
  await world.clock.advance(ms);
  await world.settle();
};

it('LOGINS-1: the own logins with device, place and time, the newest first, and which one asks', async () => {
  await pass(MINUTE);
  const [phone, bela] = [await world.login('anna', IPHONE), await world.person('bela')];
  const rows = await list(phone);
  const now = Math.floor(world.clock.nowMs() / 1_000);
  expect(rows.map(({ device: name, place, current }) => [name, place, current])).toEqual([
    ['Safari · iPhone', '10.0.0.1', 1],
    ['', '10.0.0.1', 0],
  ]);
  expect(rows.map(({ since }) => now - Number(since))).toEqual([0, 60]);
  expect(rows.every(({ used }) => Number(used) % 60 === 0)).toBe(true);
  expect(await list(bela)).toHaveLength(1);
  // Neither a token nor its digest is among it.
  const text = JSON.stringify([rows, await list(anna)]);
  for (const { token } of [anna, phone]) expect(text).not.toContain(token.slice(7));
  const digests = await world.server.core.store.read((tx) => tx.tokens.ofUser(anna.id as never, 0));
  for (const { hash } of digests) expect(text).not.toContain(hash.slice(0, 32));
});

it('COMMIT-12: a session in the store’s cache counts until its end and no longer', () => {
  const { clock, passwords } = world.server.core;
  const elsewhere = { provider: '' };
  const row = { hash: 'h', user: 7, isMobile: true, expiresAtMs: clock.nowMs() + 1, elsewhere };
  let question = '';
  const store = { loginBefore: (hash: string) => ((question = hash), row) };
  const before = (given: string | null, to: object = store) =>
    sessionBefore({ clock, passwords, store: to } as never, given);
  const token = 'ab'.repeat(32);
  expect(before(`Bearer ${token.toUpperCase()}`)).toMatchObject({ user: 7, token: 'h', isMobile: true });
  expect(question).toBe(passwords.digest(token));
  expect([before(null), before('words'), before(token, {})]).toEqual([null, null, null]);
  world.clock.pass(1);
  expect(before(token)).toBeNull();
});

it('LOGINS-1: an expired session does not count', async () => {
  world.clock.pass(tokenLimits.lifeMs - 1_000);
  const fresh = await world.login('anna');
  world.clock.pass(2_000);
  expect(await list(fresh)).toHaveLength(1);
});

it.each([
  [FIREFOX['user-agent'], 'Firefox · Windows'],
  [IPHONE['user-agent'], 'Safari · iPhone'],
  ['Mozilla/5.0 (X11; Linux x86_64) HeadlessChrome/140.0 Safari/537.36', 'Chrome · Linux'],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15) Chrome/140.0 Safari/537.36 Edg/140.0', 'Edge · macOS'],
  ['Mozilla/5.0 (Linux; Android 16) Chrome/140.0 Mobile Safari/537.36', 'Chrome · Android'],
  ['curl/8.14.1', 'curl'],
  ['<script>alert(1)</script>', ''],
  ['x'.repeat(5_000), 'x'.repeat(40)],
  ['', ''],
])('LOGINS-1: of %s', (userAgent, name) => expect(deviceName(userAgent)).toBe(name));

it('LOGINS-2: a session is ended by its name: token, socket and pushes, and no other', async () => {
  const cid = await device(world, null, 'phone');
  const [phone, laptop, bela] = [
    await world.login('anna', { ...IPHONE, cid }),
    await world.login('anna', FIREFOX),
    await world.person('bela'),
  ];
  await world.befriend(anna, bela);
  const [ours, plain, kept] = [
    await world.online(phone),
    await world.online(phone, { plain: true }),
    await world.online(laptop),
  ];
  expect((await end(anna, await idOf(phone))).code).toBe(0);
  await world.settle();
  expect([ours.closedWith(), plain.closedWith(), kept.closedWith()]).toEqual([4001, 4001, null]);
  expect([await isLive(phone), await isLive(laptop), await isLive(anna)]).toEqual([false, true, true]);
  kept.cut();
  await world.say(bela, String(anna.id), 'm', { id: 'm' });
  await pass(12_000);
  expect(push.take()).toEqual([]);
  expect((await list(anna)).map((row) => row['device'] as string).toSorted()).toEqual([
    '',
    'Firefox · Windows',
  ]);
});

it('LOGINS-2: all but the one that asks; a second time there is nothing to do', async () => {
  const [phone, laptop] = [await world.login('anna', IPHONE), await world.login('anna', FIREFOX)];
  for (let times = 0; times < 2; times += 1) expect((await end(laptop, 'others')).code).toBe(0);
  expect([await isLive(phone), await isLive(laptop), await isLive(anna)]).toEqual([false, true, false]);
});

it('LOGINS-2: a name that is not a session of the user is refused, and nothing ends', async () => {
  const bela = await world.person('bela');
  const foreign = await idOf(bela);
  for (const id of [foreign, '0'.repeat(32), '', 'all', null, 7, [foreign], { id: foreign }])
    expect((await end(anna, id)).code, JSON.stringify(id)).toBe(400);
  expect((await end(anna, await idOf(anna))).code).toBe(0);
  expect([await isLive(bela), await isLive(anna)]).toEqual([true, false]);
});

it('LOGINS-2, LOGINS-3: on every node', async () => {
  const nodes = await twoNodes();
  const one = await nodes.one.person('anna');
  const phone = await nodes.two.login('anna', IPHONE);
  const there = await nodes.two.online(phone);
  await nodes.pass(3_000);
  const id = await idOf(phone, nodes.two);
  expect((await end(one, id, nodes.one)).code).toBe(0);
  await nodes.pass(1_500);
  expect(there.closedWith()).toBe(4001);
  for (const on of [nodes.one, nodes.two]) expect(await isLive(phone, on)).toBe(false);
  expect(await isLive(one, nodes.two)).toBe(true);
  await nodes.close();
});

it('LOGINS-3: used by a call or a socket alone, written once a minute however often that was', async () => {
  let writes = 0;
  const counted = await startWorld({
    store: (store) => ({
      ...store,
      write: (work) => ((writes += 1), store.write(work)),
      read: (work) => store.read(work),
      epoch: () => store.epoch(),
      close: () => store.close(),
    }),
  });
  const me = await counted.person('anna');
  const [idle, phone] = [await counted.login('anna', IPHONE), await counted.login('anna', FIREFOX)];
  const socket = await counted.online(phone);
  const usageOf = async (device: string) =>
    Number((await list(me, counted)).find((row) => row['device'] === device)?.['used']);
  const since = await usageOf('Safari · iPhone');
  const minutes = async (many: number): Promise<void> => {
    for (let left = many; left > 0; left -= 1) {
      await counted.clock.advance(MINUTE);
      socket.say({ type: 'ping' });
    }
  };
  await minutes(2);
  writes = 0;
  for (let times = 0; times < 50; times += 1) await counted.ok(idle, '/enterprise/im/getLogins');
  expect(writes).toBe(0);
  await minutes(1);
  await counted.settle();
  expect(writes).toBe(1);
  expect((await usageOf('Safari · iPhone')) - since).toBe(120);
  // A device that only listens counts as in use until it disconnects.
  await minutes(7);
  socket.cut();
  await counted.clock.advance(2 * MINUTE);
  expect((await usageOf('Firefox · Windows')) - since).toBe(600);
  expect((await usageOf('Safari · iPhone')) - since).toBe(120);
  await counted.close();
});
