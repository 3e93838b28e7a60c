import { expect, it } from 'vitest';
import { laterLimits as limits } from '../../src/domain/message-limits.ts';
import { doDue } from '../../src/server/features/later/due.ts';
import { RateCounter } from '../../src/server/kernel/rate.ts';
import { refused } from '../support/attack.ts';
import { setUpHouse } from '../support/set-up-world.ts';

const at = setUpHouse();

it('SEC-1: row 64: a user schedules only their own messages, within limits and permissions', async () => {
  const { world, owner, member, mallory, group, im } = at;
  const sendTime = () => world.clock.nowMs() + 60_000;
  const sentMessage = { id: 'mine', toContactId: group, content: 'secret', sendTime: sendTime() };
  await at.say(owner, group, 'in-group');
  expect((await im(member, 'scheduleMessage', sentMessage)).code).toBe(0);
  for (const who of [mallory, owner]) {
    for (const call of ['changeScheduled', 'sendScheduled', 'discardScheduled'])
      await refused(at, () => im(who, call, { id: 'mine', content: 'other' }), `${who.account} ${call}`);
    expect(JSON.stringify(await im(who, 'getLater'))).not.toContain('secret');
  }
  const foreign = { ...sentMessage, id: 'theirs' };
  await refused(at, () => im(mallory, 'scheduleMessage', foreign), 'from outside');
  await refused(at, () => im(null, 'scheduleMessage', foreign), 'nobody');
  const reminder = { id: 'in-group', remindTime: sendTime() };
  await refused(at, () => im(mallory, 'setReminder', reminder), 'of what is not theirs');
  await world.ok(owner, 'group/removeUser', { id: group, user_id: member.id });
  world.clock.jump(60_000);
  expect(await doDue(world.server.core, new RateCounter(world.clock))).toBe(0);
  const list = await im(owner, 'getMessageList', { toContactId: group, page: 1, limit: 20, peek: 1 });
  expect(JSON.stringify(list)).not.toContain('secret');
  const many = await Promise.all(
    Array.from({ length: 300 }, (_, n) =>
      im(owner, 'scheduleMessage', { ...sentMessage, id: `many-${n}`, sendTime: sendTime() }),
    ),
  );
  expect(many.filter(({ code }) => code === 0).length).toBeLessThanOrEqual(limits.scheduledMax);
  expect(many.some(({ data }) => data['retry_ms'] !== undefined)).toBe(true);
});
