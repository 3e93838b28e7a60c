import { expect, it } from 'vitest';
import { messageId } from '../../src/domain/ids.ts';
import { duration } from '../../src/domain/limits.ts';
import type { Store } from '../../src/ports/store.ts';
import { doDue } from '../../src/server/features/later/due.ts';
import { jobLimits as limits } from '../../src/server/kernel/job-limits.ts';
import { RateCounter } from '../../src/server/kernel/rate.ts';
import { FailedRows } from '../../src/server/kernel/row-retries.ts';
import { threePeople } from '../support/world.ts';

it('LATER-4: a failing message is put off, is logged and delays no other', async () => {
  const { world, anna, bela, cleo, group } = await threePeople();
  const sendTime = world.clock.nowMs() + 10 * duration.MINUTE;
  for (const [who, id] of [
    [anna, 'fails'],
    [bela, 'goes'],
  ] as const)
    await world.ok(who, 'im/scheduleMessage', {
      id,
      toContactId: group,
      content: `words of ${id}`,
      sendTime,
    });
  const texts = async () =>
    (await world.rows(cleo, 'im/getMessageList', { toContactId: group, peek: 1 })).flatMap((row) =>
      row['type'] === 'text' ? [row['content']] : [],
    );
  const { store } = world.server.core;
  const failing: Store = {
    read: (work) => store.read(work),
    epoch: () => store.epoch(),
    close: () => store.close(),
    write: (work, foretold) =>
      store.write(async (tx) => {
        const done = await work(tx);
        if ((await tx.messages.byId(messageId('fails'))) !== null) throw new Error('out of order');
        return done;
      }, foretold),
  };
  world.clock.jump(10 * duration.MINUTE);
  const core = { ...world.server.core, store: failing };
  const rates = new RateCounter(world.clock);
  const rows = new FailedRows(world.server.core, 'a scheduled message was not sent');
  expect(await doDue(core, rates, rows)).toBe(1);
  expect(await texts()).toEqual(['words of goes']);
  expect(world.log.map(({ what }) => what)).toContain('a scheduled message was not sent');
  world.clock.pass(limits.rowAgainMs - 1);
  expect(await doDue(world.server.core, rates, rows)).toBe(0);
  world.clock.pass(1);
  expect(await doDue(world.server.core, rates, rows)).toBe(1);
  expect(await texts()).toEqual(['words of goes', 'words of fails']);
  await world.close();
});
