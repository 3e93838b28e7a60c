import { describe, expect, it } from 'vitest';
import { createVirtualClock } from '../../simulator/time/virtual-clock.ts';
import { serverLimits } from '../../src/server/kernel/limits.ts';
import { uploadLimits } from '../../src/domain/limits.ts';
import { addressKey } from '../../src/server/kernel/address-key.ts';
import { peerOf } from '../../src/server/kernel/peer.ts';
import { RateCounter } from '../../src/server/kernel/rate.ts';
import { ENDPOINTS } from '../../src/server/features/features.ts';
import { fakeSocket } from '../support/fake-socket.ts';
import { PASSWORD } from '../support/world.ts';
import { setUpWorld, type Person } from '../support/set-up-world.ts';

const { world, anna, bela } = setUpWorld(['anna', 'bela']);

interface Reply {
  readonly code: number;
  readonly data: { readonly retry_ms?: number };
}
const ask = async (who: Person | null, path: string, body: object, address = '10.0.0.1'): Promise<Reply> => {
  const response = await world.raw(
    path,
    { method: 'POST', headers: who ? { authorization: who.token } : {}, body: JSON.stringify(body) },
    address,
  );
  return (await response.json()) as Reply;
};
/** Makes this number of requests and one more, and returns the last two answers. */
async function flood(times: number, one: (n: number) => Promise<Reply>): Promise<readonly [Reply, Reply]> {
  let last = await one(0);
  for (let n = 1; n < times; n += 1) last = await one(n);
  return [last, await one(times)];
}
const array = (n: number) =>
  Array.from({ length: 50 }, (_, i) => ({
    id: `${n}-${i}`,
    toContactId: '',
    type: 'text',
    content: 'x',
    at: [],
  }));
const guess = (address: string, password = 'wrong-1') =>
  ask(null, '/common/pub/login', { account: 'anna', password }, address);
const slowed = (reply: Reply): boolean => reply.code === 400 && (reply.data.retry_ms ?? 0) > 0;

describe('rates', () => {
  it.each([
    ['/common/pub/login', serverLimits.accountRate.times, { account: 'anna', password: PASSWORD }],
    ['/common/pub/register', serverLimits.accountRate.times, { account: 'x' }],
  ])(
    'LIMIT-1: %s is limited for each address, and other addresses are not touched',
    async (path, times, body) => {
      const [before, after] = await flood(times, () => ask(null, path, body, '10.0.0.3'));
      expect([slowed(before), slowed(after)]).toEqual([false, true]);
      expect(slowed(await ask(null, path, body, '10.0.0.2'))).toBe(false);
      await world.clock.advance(after.data.retry_ms ?? 0);
      expect(slowed(await ask(null, path, body, '10.0.0.3'))).toBe(false);
    },
  );

  it.each([
    ['/enterprise/im/searchUser', serverLimits.searchRate.times, { keywords: 'bela' }],
    ['/enterprise/friend/add', serverLimits.searchRate.times, { user_id: 999, remark: 'hello' }],
    ['/enterprise/group/add', serverLimits.searchRate.times, { user_ids: [] }],
    ['/enterprise/group/joinGroup', serverLimits.searchRate.times, { group_id: 'group-9' }],
  ])(
    'LIMIT-1: %s is limited for each person, and other persons at the same address are not touched',
    async (path, times, body) => {
      const [before, after] = await flood(times, () => ask(anna, path, body));
      expect([slowed(before), slowed(after)]).toEqual([false, true]);
      expect(slowed(await ask(bela, path, body))).toBe(false);
    },
  );

  it('LIMIT-1: every call has a rate, and those that search, upload, signal or make something a narrower one', () => {
    const narrow =
      /group\/(?:add|remove|edit|set|groupSetting|change|clear)|searchUser|\/search$|files\/index|upload\/|sendToMsg|friend\/add|group\/add$|joinGroup|register|checkVersion|scan|updateUserInfo|editAccount|editPassword/;
    for (const { paths, rate } of ENDPOINTS) {
      const path = paths[0] ?? '';
      if (narrow.test(path)) expect(rate, path).not.toBeNull();
    }
  });

  it('LIMIT-1: messages are counted one by one, also in arrays, and the rest of a person’s calls go on', async () => {
    await world.befriend(anna, bela);
    const [before, after] = await flood(serverLimits.sendRate.times / 50, (n) =>
      ask(anna, '/enterprise/im/sendMessage', array(n)),
    );
    expect([slowed(before), slowed(after)]).toEqual([false, true]);
    expect((await ask(anna, '/enterprise/im/getContacts', {})).code).toBe(0);
    expect(
      (
        await ask(bela, '/enterprise/im/sendMessage', {
          id: 'm',
          toContactId: String(anna.id),
          type: 'text',
          content: 'x',
          at: [],
        })
      ).code,
    ).toBe(0);
  });

  it('LIMIT-6: invitations are not tried out by looking at groups, and one’s own groups are still shown', async () => {
    const cleo = await world.person('cleo');
    await world.befriend(anna, bela);
    const [own, other] = [await world.group(anna, [bela]), await world.group(bela, [anna])];
    const look = (who: Person, token: string) =>
      ask(who, '/enterprise/group/groupInfo', { group_id: other, token });
    const [before, after] = await flood(serverLimits.previewRate.times, (n) => look(cleo, `guess-${n}`));
    expect([slowed(before), slowed(after)]).toEqual([false, true]);
    expect((await ask(anna, '/enterprise/group/groupInfo', { group_id: own, token: 'guess' })).code).toBe(0);
    for (let n = 0; n <= serverLimits.previewRate.times; n += 1)
      expect((await look(anna, 'guess')).code).toBe(0);
    await world.clock.advance(after.data.retry_ms ?? 0);
    expect(slowed(await look(cleo, 'guess'))).toBe(false);
  });

  it('LIMIT-1: many persons of one address share a wider one', async () => {
    const counter = new RateCounter(createVirtualClock());
    const wide = {
      ...serverLimits.searchRate,
      times: serverLimits.searchRate.times * serverLimits.addressFactor,
    };
    for (let n = 0; n < wide.times; n += 1) expect(counter.take('path @10.0.0.1', wide)).toBe(0);
    expect(counter.take('path @10.0.0.1', wide)).toBeGreaterThan(0);
    expect(counter.take('path @10.0.0.2', wide)).toBe(0);
  });
});

describe('wrong passwords', () => {
  it('LIMIT-2: guessing from many addresses is slowed together, and the owner still comes in from home', async () => {
    const [before, after] = await flood(serverLimits.strangePasswordRate.times, (n) =>
      guess(`10.9.${n >> 3}.${n}`),
    );
    expect([slowed(before), slowed(after)]).toEqual([false, true]);
    expect(slowed(await guess('10.200.0.1', PASSWORD))).toBe(true);
    expect((await guess('10.0.0.1', PASSWORD)).code).toBe(0);
    expect(
      slowed(await ask(null, '/common/pub/login', { account: 'bela', password: 'wrong-1' }, '10.200.0.2')),
    ).toBe(false);
    world.clock.pass(serverLimits.strangePasswordRate.windowMs);
    expect((await guess('10.200.0.1', PASSWORD)).code).toBe(0);
  });

  it('LIMIT-2: addresses of one network count together', async () => {
    for (let n = 0; n <= serverLimits.wrongPasswordsMax; n += 1)
      expect(slowed(await guess(`2001:db8:1:2::${n}`))).toBe(false);
    expect(slowed(await guess('2001:db8:1:2:ffff::1'))).toBe(true);
    expect(slowed(await guess('2001:db8:1:3::1'))).toBe(false);
  });
});

describe('addresses', () => {
  it('LIMIT-3: drawn faces are counted by network, too', async () => {
    const face = async (n: number) =>
      (await world.raw('/avatar/AB/48/1', {}, `2001:db8:1:2::${n.toString(16)}`)).status;
    for (let n = 0; n < uploadLimits.facesRate.times; n += 1) await face(n);
    expect([await face(70_000), (await world.raw('/avatar/AB/48/1', {}, '2001:db8:1:3::1')).status]).toEqual([
      429, 404,
    ]);
  });

  it('LIMIT-3: count by what the connection says, and by their network', () => {
    const claimed = new Headers({ 'x-forwarded-for': '1.2.3.4, 5.6.7.8' });
    expect(peerOf((name) => claimed.get(name), '10.0.0.1', false).address).toBe('10.0.0.1');
    expect(peerOf((name) => claimed.get(name), '10.0.0.1', true).address).toBe('5.6.7.8');
    const host = new Headers({
      'x-forwarded-host': 'evil.test, chat.example',
      'x-forwarded-proto': 'http, https',
    });
    expect([
      peerOf((name) => host.get(name), '10.0.0.1', true).origin,
      peerOf((name) => host.get(name), '10.0.0.1', false).origin,
    ]).toEqual(['https://chat.example', undefined]);
    expect(
      ['10.0.0.1', '::ffff:10.0.0.1', '2001:db8::1', '2001:0db8:0:0:1:2:3:4', '::1', 'fe80::1%eth0', ''].map(
        addressKey,
      ),
    ).toEqual([
      '10.0.0.1',
      '10.0.0.1',
      '2001:db8:0:0::/64',
      '2001:db8:0:0::/64',
      '0:0:0:0::/64',
      'fe80:0:0:0::/64',
      '',
    ]);
  });

  it('LIMIT-3: unbound sockets of one address are limited, other addresses connect', async () => {
    const gateway = world.server.gateway;
    const crowd = Array.from({ length: serverLimits.unboundSocketsPerAddressMax }, () =>
      fakeSocket(gateway, '10.66.0.1'),
    );
    expect(() => fakeSocket(gateway, '10.66.0.1')).toThrow();
    const other = fakeSocket(gateway, '10.66.0.2');
    expect(other.closedWith()).toBeNull();
    await world.clock.advance(serverLimits.silentSocketMs + serverLimits.pingEveryMs);
    expect(crowd.every((socket) => socket.closedWith() === 4004)).toBe(true);
    expect(fakeSocket(gateway, '10.66.0.1').closedWith()).toBeNull();
  });
});

it('LIMIT-4: the memory of the limits is bounded, and the newest entries count', () => {
  const counter = new RateCounter(createVirtualClock());
  const once = { times: 1, windowMs: 60_000 };
  for (let n = 0; n < 200_000; n += 1) counter.take(`key ${n}`, once);
  expect(counter.size).toBeLessThanOrEqual(50_000);
  expect(counter.take('key 199999', once)).toBeGreaterThan(0);
});
