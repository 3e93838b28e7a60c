import { expect, it } from 'vitest';
import { createMemoryProfile } from '../../src/client/persistence/memory-adapter.ts';
import { contactId, messageId } from '../../src/domain/ids.ts';
import { EMPTY_DRAFT } from '../../src/domain/message.ts';
import { loggedIn, messageOf, scripted, type Scripted } from '../support/scripted-server.ts';

const BERT = contactId(9);
const SLIP = messageId('slip');

const press = ({ client }: Scripted, emoji: string, on: boolean) =>
  client.actions.react(BERT, SLIP, emoji, on);
const waiting = ({ client }: Scripted) =>
  [...client.core.get().pending.react.values()].map(({ emoji, on }) => [emoji, on]);
const listRequests = (on: Scripted) =>
  on.of('/react').map(({ body }) => {
    const {
      id,
      emoji,
      on: is,
    } = body as { readonly id: string; readonly emoji: string; readonly on: number };
    return [id, emoji, is];
  });
const report = (on: Scripted, seq: number, mine: readonly string[]) =>
  on.push(
    'reacted',
    {
      id: 'slip',
      n: 1,
      toContactId: 9,
      from_user: 9,
      at: seq,
      counts: mine.map((one) => [one, 1]),
      chosen: [[7, mine]],
    },
    { stream: '7-9', seq },
  );

async function withMessage(options: Parameters<typeof scripted>[0] = {}): Promise<Scripted> {
  const on = await loggedIn(options);
  on.answer('/getMessageList', {
    code: 0,
    data: [messageOf(1, 'words', { from: 9, id: 'slip' })],
    count: 1,
  });
  on.push('simple', messageOf(1, 'words', { from: 9, id: 'slip' }), { stream: '7-9', seq: 1 });
  on.client.actions.openChat(BERT);
  await on.settle();
  on.notices.length = 0;
  return on;
}

it('REACT-5: a press is sent once, and settles with its event', async () => {
  const on = await withMessage();
  on.answer('/react', { code: 0, data: { on: 1 } });
  await press(on, 'a', true);
  expect(waiting(on)).toEqual([['a', true]]);
  await on.settle();
  expect(listRequests(on)).toEqual([['slip', 'a', 1]]);
  report(on, 2, ['a']);
  await on.clock.advance(60_000);
  expect([waiting(on), listRequests(on).length]).toEqual([[], 1]);
});

it('REACT-5: the event of an older press does not settle a newer one', async () => {
  const on = await withMessage();
  on.answer('/react', { kind: 'timeout' });
  await press(on, 'a', true);
  await on.settle();
  await press(on, 'a', false);
  await press(on, 'a', true);
  await press(on, 'a', false);
  report(on, 2, ['a']);
  await on.settle();
  expect(waiting(on)).toEqual([['a', false]]);
  on.answer('/react', { code: 0, data: { on: 0 } });
  await on.clock.advance(60_000);
  report(on, 3, []);
  await on.settle();
  expect([waiting(on), listRequests(on).at(-1)]).toEqual([[], ['slip', 'a', 0]]);
});

it('REACT-5: after a refusal the reaction disappears, and the client reports the reason', async () => {
  const on = await withMessage();
  on.answer('/react', { code: 400, msg: 'too many' });
  await press(on, 'a', true);
  await on.settle();
  expect([waiting(on), on.notices]).toEqual([[], [{ kind: 'message', text: 'too many' }]]);
});

it('REACT-5: without a network it waits, outlives the page, and goes out afterwards', async () => {
  const profile = createMemoryProfile();
  const first = await loggedIn({ profile });
  first.page.setOnline(false);
  await press(first, 'a', true);
  await press(first, 'b', true);
  await press(first, 'a', false);
  await first.clock.advance(1_000);
  expect(listRequests(first)).toEqual([]);
  await first.client.stop();
  const second = await scripted({ profile });
  second.answer('/react', { code: 0, data: {} });
  await second.client.start();
  await second.settle();
  expect(listRequests(second)).toEqual([
    ['slip', 'a', 0],
    ['slip', 'b', 1],
  ]);
});

it('REACT-5: a reaction to a waiting message waits behind it, and is discarded with it', async () => {
  const on = await loggedIn();
  on.answer('/sendMessage', { kind: 'timeout' });
  on.answer('/react', { code: 0, data: {} });
  const [kept, gone] = [
    await on.client.actions.send(BERT, { ...EMPTY_DRAFT, text: 'kept' }),
    await on.client.actions.send(BERT, { ...EMPTY_DRAFT, text: 'gone' }),
  ];
  if (!kept.ok || !gone.ok) throw new Error('not queued');
  await on.client.actions.react(BERT, kept.value, 'a', true);
  await on.client.actions.react(BERT, gone.value, 'a', true);
  await on.settle();
  expect(listRequests(on)).toEqual([]);
  on.client.actions.discard(gone.value);
  await on.settle();
  expect(waiting(on)).toHaveLength(1);
  on.push('simple', messageOf(1, 'kept', { from: 7, id: kept.value }), { stream: '7-9', seq: 1 });
  await on.settle();
  expect(listRequests(on)).toEqual([[kept.value, 'a', 1]]);
});

it('REACT-5: the last press in either of two tabs counts', async () => {
  const profile = createMemoryProfile();
  const first = await loggedIn({ profile });
  first.answer('/react', { kind: 'timeout' });
  await press(first, 'a', true);
  await first.clock.advance(1_000);
  const second = await scripted({ profile, clock: first.clock });
  second.answer('/react', { kind: 'timeout' });
  await second.client.start();
  await second.settle();
  expect(waiting(second)).toEqual([['a', true]]);
  await press(first, 'a', false);
  first.answer('/react', { code: 0, data: {} });
  second.answer('/react', { code: 0, data: {} });
  const before = listRequests(second).length;
  await first.clock.advance(60_000);
  expect(listRequests(first).at(-1)).toEqual(['slip', 'a', 0]);
  expect([listRequests(second).slice(before), waiting(second)]).toEqual([[], []]);
});
