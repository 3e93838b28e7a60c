import { beforeEach, describe, expect, it, vi } from 'vitest';
import { directoryLimits as limits } from '../../src/domain/people-limits.ts';
import { visitorConfig } from '../../src/server/frames/config-data.ts';
import { user } from '../support/store-rows.ts';
import { tryAdmin } from '../support/admin.ts';
import { setUpWorld, type Person } from '../support/set-up-world.ts';

const { world, anna, bela, cleopatra: cleo } = setUpWorld(['anna', 'bela', 'cleopatra'], { jobs: true });

interface Page {
  readonly list: readonly Readonly<Record<string, unknown>>[];
  readonly next: number;
}
const set = async (value: string) => {
  expect((await tryAdmin(world, 'config', 'set', 'sysInfo.directory', value)).exit).toBe(0);
  await world.clock.advance(1_500);
  // Waits until the server has read it.
  await vi.waitFor(() => expect(world.server.core.config().sysInfo.directory === true).toBe(value === '1'));
};
const page = (who: Person, asked: object = {}) => world.ok<Page>(who, 'im/directory', asked);
const names = async (who: Person, asked: object = {}) =>
  (await page(who, asked)).list.map((row) => row['realname']);

it('DIR-1: off at first and refused; on, people are found by a part of their name', async () => {
  expect(await world.call(anna, 'im/directory')).toMatchObject({ code: 400 });
  await set('1');
  expect(await world.code(null, 'im/directory')).toBe(-1);
  expect(await names(anna)).toEqual(['bela name', 'cleopatra name']);
  expect(await names(anna, { keywords: ' PATRA ' })).toEqual(['cleopatra name']);
  for (const keywords of ['%', '_', 'nobody', 'anna']) expect(await names(anna, { keywords })).toEqual([]);
  for (const wrong of [{ after: -1 }, { limit: 'x' }, { keywords: 'x'.repeat(5_000) }])
    expect(await world.code(anna, 'im/directory', wrong)).toBe(400);
  await set('0');
  expect(await world.call(anna, 'im/directory')).toMatchObject({ code: 400 });
});

it('DIR-1: a page ends when it is full, the next one continues after it, also over many users', async () => {
  await set('1');
  await world.server.core.store.write(async (tx) => {
    for (let at = 0; at < limits.step * limits.stepsMax; at += 1)
      await tx.users.insert(user({ account: `many${at}`, realname: at === 1_990 ? 'Zoë' : 'somebody' }));
  });
  const first = await page(anna, { limit: 1 });
  expect(first.list.map((row) => row['user_id'])).toEqual([bela.id]);
  const second = await page(anna, { limit: 1, after: first.next });
  expect(second.list.map((row) => row['user_id'])).toEqual([cleo.id]);
  expect((await page(anna, { limit: 1_000 })).list).toHaveLength(100);
  const rare = await page(anna, { keywords: 'zoë' });
  expect(rare.list.map((row) => row['realname'])).toEqual(['Zoë']);
  const rest = await page(anna, { keywords: 'zoë', after: rare.next });
  expect([rare.next > 0, rest]).toEqual([true, { list: [], next: 0 }]);
});

it('DIR-2, BLOCK-15: only users who allow it are found, none across a block, no usernames', async () => {
  await set('1');
  await world.befriend(anna, bela);
  await world.ok(bela, 'im/setPrivacy', { found: 'friends' });
  expect([await names(anna), await names(cleo)]).toEqual([['bela name', 'cleopatra name'], ['anna name']]);
  await world.ok(cleo, 'im/blockPerson', { id: anna.id, on: 1 });
  expect([await names(anna), await names(cleo)]).toEqual([['bela name'], []]);
  await world.ok(cleo, 'im/blockPerson', { id: anna.id, on: 0 });
  await world.ok(bela, 'im/setPrivacy', { found: 'none' });
  const { list } = await page(anna);
  expect(list).toMatchObject([{ account: 'cle******ra', friend: '' }]);
  expect(JSON.stringify(list)).not.toContain('"cleopatra"');
  expect((await tryAdmin(world, 'user', 'disable', 'cleopatra')).exit).toBe(0);
  expect(await names(anna)).toEqual([]);
});

it('DIR-1, FIRST-2: neither clients nor visitors receive the server’s own settings', async () => {
  await set('1');
  const config = world.server.core.config();
  const welcoming = { ...config, sysInfo: { ...config.sysInfo, welcomeGroup: 12 } };
  const reports = [await world.call(anna, '/common/pub/getSystemInfo'), visitorConfig(welcoming)];
  expect(JSON.stringify(reports)).not.toMatch(/directory|welcomeGroup/);
});

describe('without a directory', () => {
  const { world, anna, bela, cora, dora, emil } = setUpWorld(['anna', 'bela', 'cora', 'dora', 'emil']);
  const find = async (keywords: string, who = anna) => {
    const { list, next } = await world.ok<Page>(who, 'im/directory', { keywords });
    return [...list.map((row) => row['realname']), ...(next === 0 ? [] : [next])];
  };
  const rename = (who: Person, realname: string) => world.ok(who, 'im/updateUserInfo', { realname });
  const open = (id: string, profile: 0 | 1) =>
    world.ok(emil, 'group/groupSetting', { id, setting: { profile } });
  /** A group of emil's with anna and dora, who are friends of no other user here. */
  const meet = async () => {
    for (const one of [anna, dora]) await world.befriend(emil, one);
    const id = await world.group(emil, [anna, dora]);
    for (const one of [anna, dora]) await world.ok(emil, 'friend/del', { id: one.id });
    return id;
  };
  beforeEach(async () => {
    await rename(cora, 'Córa Müller');
    await rename(dora, '张大力');
  });

  it('DIR-4: finds by name in any script who is in a common group or a friend of a friend', async () => {
    expect([await find('muller'), await find('大')]).toEqual([[], []]);
    for (const one of [anna, cora]) await world.befriend(bela, one);
    await open(await meet(), 1);
    expect([await find('MULLER cora'), await find('大')]).toEqual([['Córa Müller'], ['张大力']]);
    expect(await find('大', bela)).toEqual([]);
    const { list } = await world.ok<Page>(anna, 'im/directory', { keywords: 'cora' });
    expect(JSON.stringify(list)).not.toMatch(/"cora"|bela/);
    for (const keywords of ['', ' ', 'm', '%', '12'])
      expect([keywords, await world.code(anna, 'im/directory', { keywords })]).toEqual([keywords, 400]);
  });

  it('DIR-4: private choices, blocks, ended memberships and closed groups hide', async () => {
    const group = await meet();
    for (const one of [anna, cora]) await world.befriend(bela, one);
    expect(await find('大')).toEqual([]);
    await open(group, 1);
    expect([await find('大'), await find('muller')]).toEqual([['张大力'], ['Córa Müller']]);
    await world.ok(emil, 'group/removeUser', { id: group, user_id: dora.id });
    await world.ok(cora, 'im/setPrivacy', { found: 'friends' });
    expect([await find('大'), await find('muller'), await find('emil')]).toEqual([[], [], ['emil name']]);
    await world.ok(cora, 'im/setPrivacy', { found: 'all' });
    await world.ok(cora, 'im/blockPerson', { id: anna.id, on: 1 });
    expect([await find('muller'), await find('anna', cora)]).toEqual([[], []]);
    expect((await tryAdmin(world, 'user', 'disable', 'emil')).exit).toBe(0);
    expect(await find('emil')).toEqual([]);
  });
});
