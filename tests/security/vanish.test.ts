import { expect, it } from 'vitest';
import { streamId } from '../../src/domain/ids.ts';
import { vanishLimits as limits } from '../../src/domain/message-limits.ts';
import { eraseDue } from '../../src/server/features/vanish/erase-due.ts';
import { refused } from '../support/attack.ts';
import { setUpHouse } from '../support/set-up-world.ts';

const at = setUpHouse();

it('SEC-1: row 71: only permitted users make messages disappear, in time and within limits', async () => {
  const { world, owner, member, mallory, group, im } = at;
  await at.say(member, group, 'before');
  for (const who of [member, mallory, null])
    await refused(at, () => im(who, 'setTimer', { toContactId: group, days: 1 }), 'above their role');
  await refused(at, () => im(mallory, 'setTimer', { toContactId: String(owner.id), days: 1 }), 'a stranger');
  for (const days of [0.5, -1, 2, 1e9, '1 day'])
    await refused(at, () => im(owner, 'setTimer', { toContactId: group, days }), 'no such timer');
  expect((await im(owner, 'setTimer', { toContactId: group, days: 1 })).code).toBe(0);
  await at.say(member, group, 'after');
  world.clock.jump(86_400_000 - 1);
  expect(await eraseDue(world.server.core)).toBe(0);
  world.clock.jump(1);
  expect(await eraseDue(world.server.core)).toBe(1);
  const list = JSON.stringify(
    await im(member, 'getMessageList', { toContactId: group, page: 1, limit: 50, peek: 1 }),
  );
  expect([list.includes('"before"'), list.includes('"after"')]).toEqual([true, false]);
  const many = await Promise.all(
    Array.from({ length: 200 }, (_, n) =>
      im(owner, 'setTimer', { toContactId: group, days: n % 2 === 0 ? 7 : 90 }),
    ),
  );
  expect(many.filter(({ code }) => code === 0).length).toBeLessThanOrEqual(limits.rate.times);
  const storedRows = await world.server.core.store.read((tx) => tx.timers.of(streamId(group)));
  expect(storedRows.length).toBeLessThanOrEqual(limits.timersMax);
});
