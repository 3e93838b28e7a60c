import { expect, it } from 'vitest';
import { setUpHouse } from '../support/set-up-world.ts';

const at = setUpHouse();

it('SEC-1: row 82: no user writes before their turn in a slow group', async () => {
  const { world, owner, member, mallory, group } = at;
  const set = (who: typeof owner, slowSec: unknown) =>
    world.call(who, 'group/groupSetting', { id: group, setting: { slowSec } });
  expect((await set(owner, 60)).code).toBe(0);
  for (const who of [member, mallory]) expect((await set(who, 0)).code).not.toBe(0);
  for (const wrong of [-1, 1, 1e9, 'slow']) expect((await set(owner, wrong)).code).toBe(400);
  const say = (id: string) => ({ id, toContactId: group, type: 'text', content: id, at: [] });
  const send = (body: object) => world.call(member, 'im/sendMessage', body);
  const many = await Promise.all(Array.from({ length: 20 }, (_, n) => send(say(`at once ${n}`))));
  expect(many.filter(({ code }) => code === 0)).toHaveLength(1);
  const { data } = await send([say('in an array'), say('and another')]);
  expect((data as unknown as readonly { readonly code: number }[]).some(({ code }) => code === 0)).toBe(
    false,
  );
});

it('SEC-1: row 83: a user gets no moments of users who are not their friends', async () => {
  const { world, owner, mallory } = at;
  const eyes = await world.online(mallory);
  const { id } = (await world.ok(owner, 'moments/add', { content: 'for friends' })) as unknown as {
    readonly id: number;
  };
  for (const call of ['like', 'comment', 'del'])
    expect(await world.code(mallory, `/enterprise/moments/${call}`, { id, content: 'x' })).not.toBe(0);
  await world.clock.advance(5_000);
  expect(eyes.of('moments')).toEqual([]);
  expect((await world.ok(mallory, 'moments/news', { user_id: owner.id })).at).toBe(0);
  const looked = { name: 'moments', op: 'o', value: { at: world.clock.nowMs() }, user_id: owner.id };
  await world.ok(mallory, 'im/keep', looked);
  expect(JSON.stringify(await world.ok(owner, 'im/getKept', {}))).not.toContain('moments');
});
