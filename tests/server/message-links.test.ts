import { expect, it } from 'vitest';
import { setUpWorld, type Person } from '../support/set-up-world.ts';

const { world, anna, bela, dora, group } = setUpWorld(['anna', 'bela', 'dora'], {
  friends: ['anna', 'bela'],
  group: ['anna', 'bela'],
});

let made = 0;
const say = async (who: Person, to: string | number): Promise<number> =>
  (await world.say(who, to, 'words', { id: `l-${(made += 1)}` })).msg_id;
const locate = (who: Person | null, msg_id: unknown) => world.call(who, 'im/locateMessage', { msg_id });

it('LINK-1: a user who may read a message is led to it, each in the chat as they have it', async () => {
  const [inGroup, ofTwo] = [await say(anna, group), await say(anna, bela.id)];
  expect((await locate(bela, inGroup)).data).toMatchObject({ toContactId: group });
  expect((await locate(anna, ofTwo)).data).toMatchObject({ toContactId: bela.id });
  expect((await locate(bela, ofTwo)).data).toMatchObject({ toContactId: anna.id });
});

it('LINK-1: all other users get the same answer for a present, a former and a missing message', async () => {
  const [there, recalled, gone] = [await say(anna, group), await say(anna, group), await say(anna, group)];
  await world.ok(anna, 'im/undoMessage', { id: `l-${made - 1}` });
  await world.ok(anna, 'im/delMessage', { id: `l-${made}` });
  const never = await locate(bela, 99_999);
  expect(never.code).not.toBe(0);
  for (const [who, number] of [
    [dora, there],
    [bela, recalled],
    [bela, gone],
    [dora, 99_999],
  ] as const)
    expect(await locate(who, number), `${who.account} ${number}`).toEqual(never);
  expect((await locate(null, there)).code).not.toBe(0);
  for (const wrong of [0, -1, 'x', null]) expect((await locate(bela, wrong)).code).not.toBe(0);
  // A later member of a group with hidden history is refused as well.
  await world.befriend(anna, dora);
  await world.ok(anna, 'group/addGroupUser', { id: group, user_ids: [dora.id] });
  expect(await locate(dora, there)).toEqual(never);
});
