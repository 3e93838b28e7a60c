import { expect, it } from 'vitest';
import type { FakeSocket } from '../support/fake-socket.ts';
import { setUpWorld, type Person } from '../support/set-up-world.ts';

/**
 * Two base-protocol clients in use send back whole messages, as they received them: with the ordinal,
 * which they do not know. The mark of our client decides what a read means, and they do not show it.
 */
const { world, anna, bela, cleo } = setUpWorld(['anna', 'bela', 'cleo'], { friends: 'all' });

const OURS = { 'x-requested-with': 'parley' };
/** What a page with a well-known library shows: another mark than ours. */
const THEIRS = { 'x-requested-with': 'XMLHttpRequest' };

const say = (to: string | number, id: string, at: readonly number[] = []) =>
  world.ok(anna, 'im/sendMessage', { id, toContactId: to, type: 'text', content: id, at });
const rows = (who: Person, to: string | number) =>
  world.rows(who, 'im/getMessageList', { toContactId: to, page: 1, peek: 1 });
/** The read mark moves once a second. */
async function read(who: Person, to: string | number, messages: unknown, headers = {}): Promise<void> {
  await world.clock.advance(1_000);
  const body = { toContactId: to, is_group: 0, messages, fromUser: anna.id };
  expect(await world.call(who, 'im/setMsgIsRead', body, headers)).toMatchObject({ code: 0 });
}
const received = (socket: FakeSocket, type: string) => {
  const data = socket.of(type).at(-1)?.data as Record<string, unknown>;
  expect(data).toMatchObject({ msg_id: expect.any(Number) as number, n: expect.any(Number) as number });
  return data;
};
const isRead = (socket: FakeSocket) => socket.of('isRead').map(({ data }) => data as unknown);

it.each([
  ['without a mark', {}],
  ['with the mark of a library', THEIRS],
])('COUNT-11: a client %s sends a received message back, and its mention is read', async (_, headers) => {
  const group = await world.group(anna, [bela, cleo]);
  const socket = await world.online(bela, { plain: true });
  await say(group, 'm-1', [bela.id]);
  await read(bela, group, [received(socket, 'group')], headers);
  expect(await world.contact(bela, group)).toMatchObject({ is_at: 0, unread: 0 });
  await say(group, 'm-2', [0]);
  await read(cleo, group, JSON.stringify((await rows(cleo, group)).slice(-2)), headers);
  expect(await world.contact(cleo, group)).toMatchObject({ is_at: 0 });
});

it('COUNT-11: a client that sends back an older message leaves newer mentions unread', async () => {
  const group = await world.group(anna, [bela, cleo]);
  const socket = await world.online(bela, { plain: true });
  await say(group, 'm-1', [bela.id]);
  const older = received(socket, 'group');
  await say(group, 'm-2', [bela.id]);
  await read(bela, group, [older]);
  expect(await world.contact(bela, group)).toMatchObject({ is_at: 1 });
  await read(bela, group, received(socket, 'group'));
  expect(await world.contact(bela, group)).toMatchObject({ is_at: 0 });
});

it('COUNT-11: a client with our mark moves the read mark alone, with and without ordinals', async () => {
  const group = await world.group(anna, [bela, cleo]);
  await say(group, 'm-1', [bela.id]);
  for (const view of [{ id: 'm-1' }, { id: 'm-1', n: 2 }]) {
    await read(bela, group, [view], OURS);
    expect(await world.contact(bela, group)).toMatchObject({ is_at: 1, unread: 0 });
  }
});

it('COUNT-12: the author of a message that is sent back receives `isRead`; with our mark not', async () => {
  const [author, reader] = [
    await world.online(anna, { plain: true }),
    await world.online(bela, { plain: true }),
  ];
  await say(bela.id, 'm-1');
  const message = received(reader, 'simple');
  await read(bela, anna.id, [message], OURS);
  expect(isRead(author)).toEqual([]);
  await read(bela, anna.id, [message]);
  // The author's client copies text, time and state of each entry into its own message.
  const own = (await rows(anna, bela.id)).find((row) => row['id'] === 'm-1');
  expect(isRead(author)).toEqual([[{ ...own, is_read: 1 }]]);
  expect(own).toMatchObject({ id: 'm-1', content: 'm-1', status: 'succeed', type: 'text' });
});
