import { expect, it } from 'vitest';
import { setUpHouse } from '../support/set-up-world.ts';

const at = setUpHouse();

it('SEC-1: row 73: a blocked user gets the usual answers and reaches neither user', async () => {
  const { world, owner, member, im } = at;
  const to = String(owner.id);
  const ask = async (): Promise<unknown> => {
    const id = `to-blocker-${world.clock.nowMs()}`;
    const answers = [
      await im(member, 'sendMessage', { id, toContactId: to, type: 'text', content: 'secret' }),
      await im(member, 'editMessage', { id, content: 'another secret' }),
      await im(member, 'react', { id, emoji: '👍', on: 1 }),
      await im(member, 'getContactInfo', { id: to }),
      await im(member, 'getUserInfo', { user_id: owner.id }),
      await im(member, 'setMsgIsRead', { toContactId: to, messages: [{ id }] }),
      await im(member, 'undoMessage', { id }),
      await im(member, 'blockedPeople', {}),
    ];
    world.clock.jump(60_000);
    return answers.map(({ code, data }) => [code, Object.keys(data ?? {})]);
  };
  const before = await ask();
  expect((await im(owner, 'blockPerson', { id: member.id, on: 1 })).code).toBe(0);
  const listener = await world.online(owner);
  expect(await ask()).toEqual(before);
  await im(member, 'sendMessage', { id: 'stays', toContactId: to, type: 'text', content: 'secret' });
  await world.settle();
  expect(listener.frames.filter(({ type }) => type !== 'void')).toEqual([]);
  expect(JSON.stringify(listener.frames)).not.toContain('secret');
  for (const call of ['getContacts', 'sync', 'getLater'])
    expect(JSON.stringify(await im(owner, call, {}))).not.toContain('secret');
  for (const [call, body] of [
    ['react', { id: 'stays', emoji: '👍', on: 1 }],
    ['setReminder', { id: 'stays', remindTime: world.clock.nowMs() + 60_000 }],
  ] as const)
    expect((await im(owner, call, body)).code).not.toBe(0);
  // The list of another user can be neither read nor changed.
  expect((await im(member, 'blockPerson', { id: owner.id, on: 0, user_id: owner.id })).code).toBe(0);
  expect((await im(owner, 'blockedPeople', {})).data).toHaveLength(1);
});
