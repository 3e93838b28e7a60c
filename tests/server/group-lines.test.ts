import { expect, it } from 'vitest';
import { setUpWorld, type Person } from '../support/set-up-world.ts';

const { world, anna, bela, cora, group } = setUpWorld(['anna', 'bela', 'cora'], {
  friends: 'all',
  group: 'all',
});

const on = (who: Person, name: string, more: object = {}) =>
  world.call(who, `/enterprise/group/${name}`, { id: group, ...more });
const say = (who: Person, id: string) => world.send(who, group, id, { id });
interface Line {
  readonly after_n: number;
  readonly what: string;
  readonly byName: string;
  readonly name: string;
  readonly value: string;
}
const linesFor = async (who: Person, from = 0, to = 999) =>
  ((await on(who, 'groupLines', { from, to })).data as unknown as readonly Line[]).map(
    ({ after_n, what, byName, name, value }) =>
      [after_n, what, byName, name, value].join(' ').replaceAll(' name', '').trim(),
  );

it('GROUP-27: actions on a group appear in order, below their message', async () => {
  await on(anna, 'editGroupName', { displayName: 'Crew' });
  await on(anna, 'setManager', { user_id: bela.id, role: 2 });
  await say(anna, 'm-1');
  await on(bela, 'setNoSpeak', { user_id: cora.id, noSpeakTimer: 1 });
  await on(bela, 'setNoSpeak', { user_id: cora.id, noSpeakTimer: 0 });
  await on(anna, 'groupSetting', { setting: { slowSec: 60, nospeak: 1, invite: 0 } });
  for (const timeZone of ['Asia/Tokyo', '']) await on(anna, 'groupSetting', { setting: { timeZone } });
  await on(anna, 'changeOwner', { user_id: bela.id });
  await on(bela, 'removeUser', { user_id: cora.id });
  await on(anna, 'removeUser', { user_id: anna.id });
  expect(await linesFor(bela)).toEqual([
    '1 renamed anna  Crew',
    '1 manager anna bela',
    '2 silenced bela cora',
    '2 heard bela cora',
    '2 slow anna  60',
    '2 speaking anna  1',
    '2 timeZone anna  Asia/Tokyo',
    '2 timeZone anna',
    '2 owner anna bela',
    '2 removed bela cora',
    '2 left anna anna',
  ]);
  expect(await linesFor(bela, 1, 1)).toHaveLength(2);
});

it('GROUP-27: an action that changes nothing produces no line', async () => {
  await on(anna, 'editGroupName', { displayName: 'Team' });
  await on(anna, 'setManager', { user_id: bela.id, role: 3 });
  await on(anna, 'setNoSpeak', { user_id: bela.id, noSpeakTimer: 0 });
  await on(anna, 'groupSetting', { setting: { slowSec: 0, invite: 0, about: 'Words' } });
  expect(await linesFor(anna)).toEqual([]);
});

it('GROUP-27: a line counts as nothing, moves no chat and is not a message', async () => {
  await say(anna, 'm-1');
  const before = await world.contact(bela, group);
  await world.clock.advance(60_000);
  await on(anna, 'setManager', { user_id: cora.id, role: 2 });
  await on(anna, 'groupSetting', { setting: { nospeak: 1 } });
  const after = await world.contact(bela, group);
  for (const field of ['unread', 'lastSendTime', 'lastContent'])
    expect(after?.[field]).toEqual(before?.[field]);
});

it('GROUP-27: strangers and former members get none, newcomers only what came after them', async () => {
  const dora = await world.person('dora');
  await world.befriend(anna, dora);
  await on(anna, 'setManager', { user_id: bela.id, role: 2 });
  expect((await on(dora, 'groupLines', { from: 0, to: 9 })).code).toBe(400);
  await on(anna, 'addGroupUser', { user_ids: [dora.id] });
  await on(anna, 'setManager', { user_id: bela.id, role: 3 });
  expect(await linesFor(dora)).toEqual(['2 noManager anna bela']);
  expect(await linesFor(cora)).toHaveLength(2);
  await on(anna, 'groupSetting', { setting: { history: 1 } });
  expect(await linesFor(dora)).toHaveLength(2);
  await on(anna, 'removeUser', { user_id: cora.id });
  expect((await on(cora, 'groupLines', { from: 0, to: 9 })).code).toBe(400);
  for (const wrong of [{}, { from: -1, to: 2 }, { from: 'x', to: 2 }])
    expect((await on(anna, 'groupLines', wrong)).code).toBe(400);
});

it('GROUP-27: clearing removes the lines below the messages that it clears', async () => {
  await on(anna, 'setManager', { user_id: bela.id, role: 2 });
  await on(anna, 'clearMessage');
  expect(await linesFor(anna)).toEqual([]);
  await say(anna, 'm-1');
  await on(anna, 'setManager', { user_id: bela.id, role: 3 });
  expect(await linesFor(anna)).toEqual(['2 noManager anna bela']);
});
