import { beforeEach, expect, it } from 'vitest';
import { UNSENT_TAG } from '../../../src/domain/notification.ts';
import { device } from '../../support/pretended-push.ts';
import { setUpWorld } from '../../support/set-up-world.ts';

const MINUTE = 60_000;

const { world, anna, bela, group, push } = setUpWorld(['anna', 'bela'], {
  friends: 'all',
  group: 'all',
  push: true,
});
beforeEach(() => {
  world.server.start();
});

async function pass(sec: number): Promise<void> {
  for (let at = 0; at < sec; at += 1) {
    await world.clock.advance(1_000);
    await world.settle();
  }
}
const schedule = (id: string) =>
  world.ok(bela, 'im/scheduleMessage', {
    id,
    toContactId: group,
    content: `words of ${id}`,
    sendTime: world.clock.nowMs() + MINUTE,
  });
const remove = () => world.ok(anna, 'group/removeUser', { id: group, user_id: bela.id });
const english = { 'accept-language': 'en' };
const listPushes = () =>
  push.take().map(({ endpoint, note }) => [endpoint.slice(18), note['kind'], note['title'], note['content']]);

it('LATER-14: a scheduled message that fails is pushed to its author, with chat and reason', async () => {
  await device(world, bela, 'phone', { content: 1 }, english);
  await device(world, bela, 'work', { content: 0 }, english);
  await device(world, anna, 'other', {}, english);
  await schedule('s-1');
  await remove();
  push.take();
  await pass(85);
  const [first] = push.sent;
  expect(first?.note).toMatchObject({ tag: UNSENT_TAG, payload: { page: 'later' } });
  // A device belongs to one login: the second took the place of the first.
  expect(listPushes()).toEqual([['work', 'message', 'Parley', 'A scheduled message was not sent']]);
  await pass(60);
  expect(listPushes()).toEqual([]);
});

it('LATER-14: the notification closes with the last unsent message', async () => {
  await device(world, bela, 'phone', { content: 1 }, english);
  await schedule('s-1');
  await schedule('s-2');
  await remove();
  push.take();
  await pass(85);
  const visibleRows = listPushes();
  expect(new Set(visibleRows.map(String))).toEqual(
    new Set([
      'phone,message,A scheduled message was not sent,' +
        'Team: You are not a member of this group · words of s-2',
    ]),
  );
  await world.ok(bela, 'im/discardScheduled', { id: 's-1' });
  await pass(2);
  expect(listPushes()).toEqual([]);
  await world.ok(bela, 'im/changeScheduled', { id: 's-2', sendTime: world.clock.nowMs() + 10 * MINUTE });
  await pass(2);
  expect(listPushes().map(([name, kind]) => [name, kind])).toEqual([['phone', 'clear']]);
});

it('LATER-14: nothing is pushed if a visible device shows it, or it was discarded', async () => {
  await device(world, bela, 'phone', { content: 1 }, english);
  const laptop = await world.online(bela);
  await schedule('s-1');
  await remove();
  await pass(62);
  const stream = `u${bela.id}`;
  laptop.say({ type: 'ack', cursor: null, visible: true, positions: { [stream]: 10_000 } });
  await pass(20);
  expect(listPushes()).toEqual([]);
  laptop.cut();
  await world.ok(anna, 'group/addGroupUser', { id: group, user_ids: [bela.id] });
  await schedule('s-2');
  await remove();
  await pass(63);
  await world.ok(bela, 'im/discardScheduled', { id: 's-1' });
  await world.ok(bela, 'im/discardScheduled', { id: 's-2' });
  await pass(20);
  expect(listPushes()).toEqual([]);
});
