import { expect, it } from 'vitest';
import { setUpWorld, type Person } from '../support/set-up-world.ts';

const { world, anna, bela, cleo } = setUpWorld(['anna', 'bela', 'cleo'], { friends: ['anna', 'bela'] });

const choose = (who: Person, change: object) => world.call(who, 'im/setPrivacy', change);
const countMatches = async (who: Person, name: string): Promise<number> =>
  (await world.call<readonly unknown[]>(who, 'im/searchUser', { keywords: name })).data.length;
const make = (user_ids: readonly number[]) => world.call(bela, 'group/add', { name: 'group', user_ids });

it('REACH-1, BLOCK-12: no user is added who does not allow it, or who blocked or was blocked', async () => {
  const made = await make([anna.id]);
  await world.befriend(bela, cleo);
  const add = (id: number) => world.call(bela, 'group/addGroupUser', { id: made.data['id'], user_ids: [id] });
  await choose(cleo, { adds: 'none' });
  const refused = await add(cleo.id);
  expect(refused).toMatchObject({ code: 400 });
  expect(await make([anna.id, cleo.id])).toMatchObject({ code: 400, msg: refused.msg });
  await choose(cleo, { adds: 'friends' });
  await world.call(cleo, 'im/blockPerson', { id: bela.id, on: 1 });
  expect(await add(cleo.id)).toMatchObject({ code: 400, msg: refused.msg });
  await world.call(cleo, 'im/blockPerson', { id: bela.id, on: 0 });
  expect((await add(cleo.id)).code).toBe(0);
});

it('REACH-2: to a caller who is not allowed a user appears away', async () => {
  const mine = await world.online(anna);
  await choose(anna, { calls: 'none' });
  const call = { id: 'c-1', toContactId: String(anna.id), event: 'calling', type: 0 };
  const { code, data } = await world.call(bela, 'im/sendToMsg', call);
  expect([code, data['extends']]).toMatchObject([0, { reason: 'offline' }]);
  await choose(anna, { calls: 'friends' });
  const again = await world.call(bela, 'im/sendToMsg', { ...call, id: 'c-2' });
  expect(again.data['extends']).not.toMatchObject({ reason: 'offline' });
  await world.settle();
  expect(mine.of('webrtc').map(({ data: { id } }) => id)).toContain('c-2');
});

it('REACH-3, REACH-4: only users whom the setting allows find a user, and all devices know it', async () => {
  expect([await countMatches(bela, 'anna'), await countMatches(cleo, 'anna')]).toEqual([1, 1]);
  const mine = await world.online(anna);
  await choose(anna, { found: 'friends' });
  expect([await countMatches(bela, 'anna'), await countMatches(cleo, 'anna')]).toEqual([1, 0]);
  await choose(anna, { found: 'none' });
  expect([await countMatches(bela, 'anna'), await countMatches(cleo, 'anna')]).toEqual([0, 0]);
  await world.settle();
  expect(mine.of('profile').at(-1)?.data['privacy']).toMatchObject({ found: 'none', adds: 'all' });
  expect(await choose(anna, { found: 'perhaps' })).toMatchObject({ code: 400 });
});
