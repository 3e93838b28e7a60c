import { beforeEach, expect, it } from 'vitest';
import { setUpWorld, type Person } from '../support/set-up-world.ts';

let token: string;
const { world, anna, bela, cora, dora, group } = setUpWorld(['anna', 'bela', 'cora', 'dora'], {
  friends: ['anna', 'bela', 'cora'],
  group: ['anna', 'bela', 'cora'],
});
beforeEach(async () => {
  await world.ok(anna, 'group/setManager', { id: group, user_id: bela.id, role: 2 });
  const { url } = await world.ok(anna, 'group/addGroupLink', { id: group, for: 0, asks: 1 });
  token = String(url).slice(String(url).lastIndexOf('/') + 1);
});

const ask = () => world.ok(dora, 'group/joinGroup', { group_id: group, token, ask: 1 });
const answer = (who: Person, accept: 0 | 1) =>
  world.call(who, 'group/answerGroupRequest', { id: group, user_id: dora.id, accept });

it('GROUP-29: only the owner and admins are notified of each request and answer', async () => {
  const [owner, manager, member, asker] = [
    await world.online(anna),
    await world.online(bela),
    await world.online(cora),
    await world.online(dora),
  ];
  const plain = await world.online(anna, { plain: true });
  const listReceived = () =>
    [owner, manager, member, asker, plain].map((one) => one.of('groupRequests').length);
  await ask();
  expect(listReceived()).toEqual([1, 1, 0, 0, 0]);
  expect(manager.of('groupRequests')[0]).toMatchObject({ data: { group_id: group } });
  expect(owner.of('groupRequests')[0]).not.toHaveProperty('seq');
  expect((await answer(bela, 0)).code).toBe(0);
  expect(listReceived()).toEqual([2, 2, 0, 0, 0]);
  await ask();
  expect((await answer(dora, 0)).code).toBe(0);
  expect(listReceived()).toEqual([4, 4, 0, 0, 0]);
  await world.ok(anna, 'group/setManager', { id: group, user_id: bela.id, role: 3 });
  await ask();
  expect((await answer(anna, 1)).code).toBe(0);
  expect(listReceived()).toEqual([6, 4, 0, 0, 0]);
});

it('GROUP-29: a refused request notifies no user', async () => {
  const owner = await world.online(anna);
  expect((await answer(bela, 1)).code).toBe(400);
  expect((await answer(cora, 1)).code).toBe(400);
  const wrong = { group_id: group, token: '1-1-dead', ask: 1 };
  expect(await world.code(dora, 'group/joinGroup', wrong)).toBe(400);
  expect(owner.of('groupRequests')).toEqual([]);
});
