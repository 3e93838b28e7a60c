import { expect, it } from 'vitest';
import { refused } from '../support/attack.ts';
import { setUpHouse } from '../support/set-up-world.ts';

const at = setUpHouse();

it('SEC-1: row 72: a user types only in their chats, and learns no hidden presence', async () => {
  const { world, owner, member, mallory, group, im } = at;
  const listener = await world.online(member);
  const socket = await world.online(mallory);
  const type = async (to: unknown, what: unknown, more: object = {}): Promise<void> => {
    socket.say({ type: 'typing', toContactId: to, what, ...more });
    await world.settle();
  };
  for (const to of [group, owner.id, member.id, 'u1', '-1', 'admin_notice', null, { id: group }])
    for (const what of ['text', 'stop', 'song']) await type(to, what, { user_id: owner.id, name: 'Owner' });
  expect(listener.of('typing')).toEqual([]);
  expect(socket.closedWith()).toBe(null);
  // Tries to read marks and presence from outside, and of a user who hides them.
  await at.say(owner, group, 'in-group');
  for (const who of [mallory, member])
    await refused(at, () => im(who, 'readBy', { id: 'in-group' }), 'readBy');
  const readView = async () =>
    (await world.ok(mallory, 'im/getUserInfo', { user_id: owner.id }))['last_seen'];
  expect(await readView()).toBe(0);
  await world.ok(mallory, 'im/setPrivacy', { seen: 'all', user_id: owner.id });
  expect(await readView()).toBe(0);
  // Sends a thousand signs at once: one is passed on, and the flooding socket is closed as usual.
  await world.befriend(mallory, member);
  for (let times = 0; times < 40; times += 1) await type(member.id, 'text');
  expect(listener.of('typing')).toHaveLength(1);
});
