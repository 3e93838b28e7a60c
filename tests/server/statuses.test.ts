import { beforeEach, expect, it } from 'vitest';
import { duration } from '../../src/domain/duration.ts';
import { setUpWorld, type Person } from '../support/set-up-world.ts';

const { world, anna, bela, cleo } = setUpWorld(['anna', 'bela', 'cleo'], { friends: ['anna', 'bela'] });
beforeEach(async () => {
  await world.befriend(bela, cleo);
  // Anna and Cleo share a group only.
  const group = await world.group(bela, [anna]);
  await world.ok(bela, '/enterprise/group/addGroupUser', { id: group, user_ids: [cleo.id] });
});

const AWAY = { emoji: '🌴', text: 'Away', untilMs: null as number | null };
const set = (who: Person, value: unknown) =>
  world.call(who, '/enterprise/im/keep', { name: 'status', value, op: 'x' });
type Listed = readonly { readonly id: number; readonly status?: unknown }[];
const listed = async (who: Person) =>
  ((await world.call(who, '/enterprise/im/getContacts')) as unknown as { profiles: Listed }).profiles;

it('PRES-4: reaches contacts at once and later, but no group member who is not a contact', async () => {
  const [friend, met] = [await world.online(bela), await world.online(cleo)];
  expect((await set(anna, AWAY)).code).toBe(0);
  const last = (socket: typeof friend) =>
    (socket.of('profiles').at(-1)?.data['list'] as Listed | undefined)?.[0];
  expect(last(friend)).toMatchObject({ id: anna.id, status: AWAY });
  expect(last(met)?.status).toBeUndefined();
  expect(await listed(bela)).toMatchObject([{ id: anna.id, status: AWAY }]);
  expect(await listed(cleo)).toEqual([]);
  await set(anna, null);
  expect(last(friend)?.status).toBeUndefined();
  expect(await listed(bela)).toEqual([]);
});

it('PRES-5: contacts see the mode, also without a text', async () => {
  const value = { mode: 'away', emoji: '', text: '', untilMs: null };
  const friend = await world.online(bela);
  expect((await set(anna, value)).code).toBe(0);
  expect((friend.of('profiles').at(-1)?.data['list'] as Listed | undefined)?.[0]).toMatchObject({
    status: value,
  });
  expect(await listed(bela)).toMatchObject([{ status: value }]);
});

it('PRES-4: a block and its end send no frame; the next change or list does', async () => {
  await set(anna, AWAY);
  const friend = await world.online(bela);
  const block = (on: number) => world.ok(anna, '/enterprise/im/blockPerson', { id: bela.id, on });
  const last = () => friend.of('profiles').at(-1)?.data['list'] as Listed | undefined;
  await block(1);
  expect(friend.of('profiles')).toEqual([]);
  expect(await listed(bela)).toEqual([]);
  await set(anna, { ...AWAY, text: 'Back soon' });
  expect(last()).toMatchObject([{ id: anna.id }]);
  expect(last()?.[0]?.status).toBeUndefined();
  const count = friend.of('profiles').length;
  await block(0);
  expect(friend.of('profiles')).toHaveLength(count);
  expect(await listed(bela)).toMatchObject([{ status: { text: 'Back soon' } }]);
});

it('PRES-4: in a closed organisation users without a common chat see it, also after an absence', async () => {
  await world.setConfig((config) => ({ ...config, sysInfo: { ...config.sysInfo, runMode: 1 } }));
  const { cursor } = (await world.call(cleo, '/enterprise/im/getContacts')) as unknown as { cursor: string };
  await set(anna, AWAY);
  expect(await listed(cleo)).toMatchObject([{ id: anna.id, status: AWAY }]);
  expect(await world.ok(cleo, '/enterprise/im/sync', { cursor })).toMatchObject({
    registers: { profiles: [{ id: anna.id, status: AWAY }] },
  });
});

it('PRES-4: a status that ended is not sent, without any job', async () => {
  await set(anna, { ...AWAY, untilMs: world.clock.nowMs() + duration.HOUR });
  expect(await listed(bela)).toHaveLength(1);
  await world.clock.advance(duration.HOUR);
  expect(await listed(bela)).toEqual([]);
});

it('PRES-4: has one emoji of the panel, a text of up to 320 code points, and not neither', async () => {
  for (const bad of [
    { ...AWAY, emoji: '', text: ' ' },
    { ...AWAY, mode: 'asleep' },
    { ...AWAY, emoji: 'ab' },
    { ...AWAY, emoji: '🌴🌴' },
    { ...AWAY, text: 'x'.repeat(321) },
  ])
    expect((await set(anna, bad)).code).not.toBe(0);
  for (const good of [
    { ...AWAY, text: '' },
    { ...AWAY, emoji: '' },
    { mode: 'busy', emoji: '', text: '', untilMs: null },
    { ...AWAY, text: '👍🏽'.repeat(80) },
  ])
    expect((await set(anna, good)).code).toBe(0);
});
