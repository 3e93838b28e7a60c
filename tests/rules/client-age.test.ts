import { expect, it } from 'vitest';
import { readsToTheEnd } from '../../simulator/devices/device.ts';
import { createMemoryProfile } from '../../src/client/persistence/memory-adapter.ts';
import { contactId } from '../../src/domain/ids.ts';
import { duration } from '../../src/domain/limits.ts';
import {
  loggedIn,
  messageOf,
  scripted,
  type Reply,
  type Scripted,
  type SeenRequest,
} from '../support/scripted-server.ts';

const BERT = contactId(9);

interface Sent {
  readonly id: string;
  readonly content: string;
}

const words = (requests: readonly SeenRequest[]): readonly string[] =>
  requests.map((one) => (one.body as Sent).content);
const listVisible = ({ client }: Scripted) =>
  (client.core.get().outbox.get(BERT) ?? []).map((one) => [one.message.content, one.status]);

/** The first result, as our server answers it. */
const acceptRequest = ({ body }: SeenRequest): Reply => {
  const { id, content } = body as Sent;
  return { code: 0, data: { ...messageOf(1, content, { from: 7, id }), toContactId: 9 } };
};

async function write(on: Scripted, text: string) {
  const made = await on.client.actions.send(BERT, { text, at: [], quote: null });
  if (!made.ok) throw new Error(JSON.stringify(made.reason));
  await on.settle();
  return made.value;
}

it.each([-30_000, -1, 61])(
  'SEND-14: an item that was never tried is sent, also after the clock moved by %i days',
  async (days) => {
    const on = await loggedIn();
    on.answer('/sendMessage', acceptRequest);
    on.page.setOnline(false);
    await write(on, 'old');
    on.clock.jump(days * duration.DAY);
    on.page.setOnline(true);
    await on.settle();
    expect(words(on.of('/sendMessage'))).toEqual(['old']);
  },
);

it('SEND-14: an item fails 60 days after its first attempt; a manual retry restarts the count', async () => {
  const on = await loggedIn();
  on.answer('/sendMessage', { kind: 'timeout' });
  const id = await write(on, 'old');
  on.page.setOnline(false);
  on.clock.jump(61 * duration.DAY);
  on.page.setOnline(true);
  await on.clock.advance(1_000);
  const tries = on.of('/sendMessage').length;
  expect([listVisible(on), tries]).toEqual([[['old', 'unknown']], 2]);
  on.page.setOnline(false);
  on.clock.pass(61 * duration.DAY);
  on.page.setOnline(true);
  await on.clock.advance(1_000);
  expect([listVisible(on), on.of('/sendMessage').length]).toEqual([[['old', 'failed']], tries]);
  on.answer('/sendMessage', acceptRequest);
  on.client.actions.retry(id);
  await on.settle();
  expect([on.of('/sendMessage').length, on.client.actions.unsent()]).toEqual([tries + 1, 0]);
});

it('SEND-14: the age counts on over a reload, and never backwards', async () => {
  const profile = createMemoryProfile();
  const first = await loggedIn({ profile });
  first.answer('/sendMessage', { kind: 'timeout' });
  await write(first, 'old');
  await first.client.stop();
  const second = await scripted({ profile });
  second.clock.jump(61 * duration.DAY);
  second.answer('/sendMessage', acceptRequest);
  await second.client.start();
  await second.clock.advance(1_000);
  expect([listVisible(second), second.of('/sendMessage')]).toEqual([[['old', 'failed']], []]);
});

it('SEND-14: the age counts on also where a full device could not write down an attempt', async () => {
  const profile = createMemoryProfile();
  const writeAll = profile.records.write.bind(profile.records);
  const room = { full: false };
  Object.assign(profile.records, {
    write: (...given: Parameters<typeof writeAll>) =>
      room.full ? Promise.reject(new Error('no room left')) : writeAll(...given),
  });
  const first = await loggedIn({ profile });
  first.page.setOnline(false);
  const id = await write(first, 'old');
  room.full = true;
  first.answer('/sendMessage', acceptRequest);
  first.page.setOnline(true);
  await first.settle();
  await first.client.stop();
  room.full = false;
  const second = await scripted({ profile });
  second.clock.jump(61 * duration.DAY);
  second.answer('/sendMessage', acceptRequest);
  await second.client.start();
  await second.clock.advance(1_000);
  expect([first.of('/sendMessage').length, listVisible(second), second.of('/sendMessage')]).toEqual([
    1,
    [['old', 'failed']],
    [],
  ]);
  second.client.actions.retry(id);
  await second.settle();
  expect([second.of('/sendMessage').length, second.client.actions.unsent()]).toEqual([1, 0]);
  expect(
    profile
      .settings()
      .keys()
      .filter((key) => key.endsWith('tried')),
  ).toEqual([]);
});

it('SEND-12, COUNT-2: read marks go out at most once a second, with the newest shown', async () => {
  const on = await loggedIn();
  readsToTheEnd(on.client);
  on.client.actions.openChat(BERT);
  await on.settle();
  for (const n of [1, 2, 3]) {
    on.push('simple', messageOf(n, `m${n}`, { id: `shown-${n}` }), { stream: '7-9', seq: n });
    await on.settle();
  }
  await on.clock.advance(5_000);
  const marks = on.of('/setMsgIsRead').map((one) => (one.body as { messages: unknown[] }).messages);
  expect(marks).toEqual([[{ id: 'shown-1', n: 1, is_read: 1 }], [{ id: 'shown-3', n: 3, is_read: 1 }]]);
});

it('COUNT-2: nothing is read while the page is hidden, and all of it when it is seen', async () => {
  const on = await loggedIn();
  readsToTheEnd(on.client);
  on.client.actions.openChat(BERT);
  await on.settle();
  on.page.setVisible(false);
  on.push('simple', messageOf(1, 'one', { id: 'hidden-1' }), { stream: '7-9', seq: 1 });
  await on.clock.advance(5_000);
  expect([on.of('/setMsgIsRead').length, on.client.core.get().totals.unread]).toEqual([0, 1]);
  on.page.setVisible(true);
  await on.clock.advance(1_000);
  expect(on.of('/setMsgIsRead').map((one) => (one.body as { messages: unknown[] }).messages)).toEqual([
    [{ id: 'hidden-1', n: 1, is_read: 1 }],
  ]);
});

it('COUNT-2: opening a chat marks nothing as read', async () => {
  const on = await loggedIn();
  on.push('simple', messageOf(1, 'one', { id: 'unseen-1' }), { stream: '7-9', seq: 1 });
  on.answer('/getMessageList', { code: 0, data: [messageOf(1, 'one', { id: 'unseen-1' })] });
  on.client.actions.openChat(BERT);
  await on.clock.advance(5_000);
  expect([on.of('/setMsgIsRead').length, on.client.core.get().totals.unread]).toEqual([0, 1]);
});
