import { expect, it } from 'vitest';
import { createMemoryProfile } from '../../src/client/persistence/memory-adapter.ts';
import { contactId, messageId } from '../../src/domain/ids.ts';
import { loggedIn, messageOf, scripted, type Scripted } from '../support/scripted-server.ts';

const BERT = contactId(9);
const SLIP = messageId('slip');
const POLL = { options: ['green', 'black', 'none'], many: true, secret: false, lastsSec: null } as const;

const press = ({ client }: Scripted, ...options: readonly number[]) =>
  client.actions.vote(BERT, SLIP, options);
const waiting = ({ client }: Scripted) =>
  [...client.core.get().pending.vote.values()].map(({ options }) => options);
const listRequests = (on: Scripted) =>
  on.of('/vote').map(({ body }) => (body as { readonly options: readonly number[] }).options);
const names = (on: Scripted) => on.of('/vote').map(({ body }) => (body as { readonly op: string }).op);
const report = (on: Scripted, seq: number, mine: readonly number[]) =>
  on.push(
    'poll',
    { id: 'slip', n: 1, toContactId: 9, at: seq, counts: [1], voters: 1, closed: 0, mine },
    { stream: '7-9', seq },
  );
const poll = () => ({
  ...messageOf(1, 'Tea?', { from: 9, id: 'slip' }),
  extends: { poll: { options: POLL.options, many: 1 } },
});

async function withPoll(options: Parameters<typeof scripted>[0] = {}): Promise<Scripted> {
  const on = await loggedIn(options);
  on.answer('/getMessageList', { code: 0, data: [poll()], count: 1 });
  on.push('simple', poll(), { stream: '7-9', seq: 1 });
  on.client.actions.openChat(BERT);
  await on.settle();
  on.notices.length = 0;
  return on;
}

it('POLL-3: a vote is sent once, and settles with its event', async () => {
  const on = await withPoll();
  on.answer('/vote', { code: 0, data: {} });
  await press(on, 0, 2);
  expect(waiting(on)).toEqual([[0, 2]]);
  await on.settle();
  expect(listRequests(on)).toEqual([[0, 2]]);
  report(on, 2, [0, 2]);
  await on.clock.advance(60_000);
  expect([waiting(on), listRequests(on).length]).toEqual([[], 1]);
});

it('POLL-3: a repeat names its press; the event of an older vote settles no newer one', async () => {
  const on = await withPoll();
  on.answer('/vote', { kind: 'timeout' });
  await press(on, 0);
  await on.clock.advance(40_000);
  expect(new Set(names(on)).size).toBe(1);
  expect(names(on).length).toBeGreaterThan(1);
  await press(on, 1);
  report(on, 2, [0]);
  await on.settle();
  expect(waiting(on)).toEqual([[1]]);
  on.answer('/vote', { code: 0, data: {} });
  await on.clock.advance(60_000);
  report(on, 3, [1]);
  await on.settle();
  expect([waiting(on), listRequests(on).at(-1), new Set(names(on)).size]).toEqual([[], [1], 2]);
});

it('POLL-3: after a refusal the vote is reverted, and the client reports the reason', async () => {
  const on = await withPoll();
  on.answer('/vote', { code: 400, msg: 'over' });
  await press(on, 0);
  await on.settle();
  expect([waiting(on), on.notices]).toEqual([[], [{ kind: 'message', text: 'over' }]]);
});

it('POLL-3: without a network it waits, outlives the page, and goes out afterwards', async () => {
  const profile = createMemoryProfile();
  const first = await loggedIn({ profile });
  first.page.setOnline(false);
  await press(first, 0);
  await press(first, 1);
  await first.clock.advance(1_000);
  expect(listRequests(first)).toEqual([]);
  await first.client.stop();
  const second = await scripted({ profile });
  second.answer('/vote', { code: 0, data: {} });
  await second.client.start();
  await second.settle();
  expect(listRequests(second)).toEqual([[1]]);
});

it('POLL-1, POLL-3: a poll waits like any message, a vote behind it; discarded both go', async () => {
  const on = await loggedIn();
  on.answer('/sendMessage', { kind: 'timeout' });
  on.answer('/vote', { code: 0, data: {} });
  const [kept, gone] = [
    await on.client.actions.sendPoll(BERT, ' Tea? ', POLL),
    await on.client.actions.sendPoll(BERT, 'gone', { ...POLL, lastsSec: 60 }),
  ];
  if (!kept.ok || !gone.ok) throw new Error('not queued');
  await on.client.actions.vote(BERT, kept.value, [1]);
  await on.client.actions.vote(BERT, gone.value, [1]);
  await on.settle();
  const bodies = on.of('/sendMessage').flatMap(({ body }) => body as never);
  expect(bodies[0]).toMatchObject({
    type: 'text',
    content: 'Tea?',
    extends: { poll: { options: POLL.options, many: 1, secret: 0 } },
  });
  expect(listRequests(on)).toEqual([]);
  on.client.actions.discard(gone.value);
  await on.settle();
  expect(waiting(on)).toHaveLength(1);
  on.push('simple', messageOf(1, 'Tea?', { from: 7, id: kept.value }), { stream: '7-9', seq: 1 });
  await on.settle();
  expect(listRequests(on)).toEqual([[1]]);
});

it('POLL-3: the last press in either of two tabs counts', async () => {
  const profile = createMemoryProfile();
  const first = await loggedIn({ profile });
  first.answer('/vote', { kind: 'timeout' });
  await press(first, 0);
  await first.clock.advance(1_000);
  const second = await scripted({ profile, clock: first.clock });
  second.answer('/vote', { kind: 'timeout' });
  await second.client.start();
  await second.settle();
  expect(waiting(second)).toEqual([[0]]);
  await press(first, 2);
  first.answer('/vote', { code: 0, data: {} });
  second.answer('/vote', { code: 0, data: {} });
  const before = listRequests(second).length;
  await first.clock.advance(60_000);
  expect(listRequests(first).at(-1)).toEqual([2]);
  expect([listRequests(second).slice(before), waiting(second)]).toEqual([[], []]);
});

it('POLL-6, POLL-7: ending and voters are asked for', async () => {
  const on = await withPoll();
  on.answer('/closePoll', { code: 0 });
  const user = { user_id: 9, displayName: '', realname: 'Bert', avatar: '/a' };
  on.answer('/voters', { code: 0, data: [{ user, time: 2 }, 'no row'], count: 7 });
  expect((await on.client.actions.closePoll(SLIP)).ok).toBe(true);
  expect(await on.client.actions.voters(SLIP, 1, 2)).toEqual({
    ok: true,
    value: { rows: [{ id: 9, name: 'Bert', avatar: '/a', atMs: 2_000 }], total: 7 },
  });
  expect(on.of('/voters').map(({ body }) => body)).toEqual([{ id: 'slip', option: 1, page: 2 }]);
});
