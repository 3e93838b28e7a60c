import { expect, it } from 'vitest';
import { createMemoryProfile } from '../../src/client/persistence/memory-adapter.ts';
import { messagePinsOf } from '../../src/client/state/message-pin-selectors.ts';
import { contactId, messageId } from '../../src/domain/ids.ts';
import { EMPTY_DRAFT } from '../../src/domain/message.ts';
import { loggedIn, messageOf, scripted, type Scripted } from '../support/scripted-server.ts';

const BERT = contactId(9);
const SLIP = messageId('slip');

const waiting = ({ client }: Scripted) => [...client.core.get().pending.messagePin.keys()];
const listRequests = (on: Scripted) =>
  on.of('/pinMessage').map(({ body }) => {
    const { id, on: wanted } = body as { readonly id: string; readonly on: number };
    return [id, wanted];
  });
const pinnedFrame = { toContactId: 9, id: 'slip', msg_id: 1, n: 1, by: 7, byName: 'Seven', after_n: 1 };

it('PINS-6: a pin is asked for once, and is done when its event comes', async () => {
  const on = await loggedIn();
  on.push('simple', messageOf(1, 'words', { from: 7, id: 'slip' }), { stream: '7-9', seq: 1 });
  await on.settle();
  on.answer('/pinMessage', { code: 0, data: {} });
  await on.client.actions.pinMessage(BERT, SLIP, true);
  await on.settle();
  expect([listRequests(on), waiting(on)]).toEqual([[['slip', 1]], ['slip']]);
  on.push('pinned', pinnedFrame, { stream: '7-9', seq: 2 });
  await on.clock.advance(60_000);
  expect([waiting(on), listRequests(on).length]).toEqual([[], 1]);
});

it('PINS-6: after a refusal the previous pins appear, and the client reports the reason', async () => {
  const on = await loggedIn();
  on.answer('/pinMessage', { code: 400, msg: 'too many' });
  await on.client.actions.pinMessage(BERT, SLIP, true);
  await on.settle();
  expect([waiting(on), on.notices]).toEqual([[], [{ kind: 'message', text: 'too many' }]]);
});

it('PINS-6: without a network the last press counts, outlives the page, and goes out then', async () => {
  const profile = createMemoryProfile();
  const first = await loggedIn({ profile });
  first.page.setOnline(false);
  for (const target of [true, false, true]) await first.client.actions.pinMessage(BERT, SLIP, target);
  await first.client.actions.pinMessage(BERT, messageId('other'), false);
  await first.clock.advance(1_000);
  expect(listRequests(first)).toEqual([]);
  await first.client.stop();
  const second = await scripted({ profile });
  second.answer('/pinMessage', { code: 0, data: {} });
  await second.client.start();
  await second.settle();
  expect(listRequests(second)).toEqual([
    ['slip', 1],
    ['other', 0],
  ]);
});

it('PINS-6: a pin waits behind its message, and goes with it', async () => {
  const on = await loggedIn();
  on.answer('/sendMessage', { kind: 'timeout' });
  on.answer('/pinMessage', { code: 0, data: {} });
  const ids = [];
  for (const text of ['kept', 'gone']) {
    const sent = await on.client.actions.send(BERT, { ...EMPTY_DRAFT, text });
    if (sent.ok) ids.push(sent.value);
  }
  const [kept, gone] = ids;
  if (!kept || !gone) expect.fail('not sent');
  for (const id of [kept, gone]) await on.client.actions.pinMessage(BERT, id, true);
  await on.settle();
  expect([listRequests(on), waiting(on)]).toEqual([[], [kept, gone]]);
  on.client.actions.discard(gone);
  await on.settle();
  expect(waiting(on)).toEqual([kept]);
  on.push('simple', messageOf(1, 'kept', { from: 7, id: kept }), { stream: '7-9', seq: 1 });
  await on.settle();
  expect(listRequests(on)).toEqual([[kept, 1]]);
});

const row = (n: number, seq: number) => ({
  seq,
  by: 7,
  byName: 'Seven',
  pinTime: 1,
  after_n: 9,
  message: messageOf(n, `words ${n}`, { from: 9, id: `m${n}` }),
});

it('PINS-1: the list is asked for page by page, and again where it was old when it came', async () => {
  const on = await loggedIn();
  on.client.actions.openChat(BERT);
  await on.settle();
  const answers = [
    { seq: 1, more: 0, pins: [row(1, 1)] },
    { seq: 2, more: 1, pins: [row(2, 2)] },
    { seq: 3, more: 0, pins: [row(1, 1)] },
  ];
  on.push('simple', messageOf(1, 'words', { from: 9, id: 'm1' }), { stream: '7-9', seq: 1 });
  on.push('pinned', { ...pinnedFrame, id: 'm2', msg_id: 2, n: 2 }, { stream: '7-9', seq: 2 });
  await on.settle();
  on.answer('/getMessagePins', () => ({ code: 0, data: answers.shift() }));
  const result = await on.client.actions.messagePins(BERT);
  expect(result.ok && result.value.map(({ content }) => content)).toEqual(['words 2', 'words 1']);
  expect(on.of('/getMessagePins').map(({ body }) => (body as { before?: number }).before)).toEqual([
    undefined,
    undefined,
    2,
  ]);
  expect(messagePinsOf(on.client.core.get(), BERT).map(({ n }) => n)).toEqual([2, 1]);
});

it('PINS-7: an edit that overtakes the list says that the words are to be asked for again', async () => {
  const on = await loggedIn();
  on.client.actions.openChat(BERT);
  await on.settle();
  const edits = (rev: number) =>
    on.push(
      'updateMessage',
      { ...messageOf(1, 'new', { from: 9, id: 'm1' }), content: 'new', rev },
      { stream: '7-9', seq: rev + 1 },
    );
  on.push('simple', messageOf(1, 'words', { from: 9, id: 'm1' }), { stream: '7-9', seq: 1 });
  await on.settle();
  // Each answer leaves the server, and is overtaken.
  let rev = 0;
  on.answer('/getMessagePins', () => {
    rev += 1;
    edits(rev);
    return { code: 0, data: { seq: 1, more: 0, pins: [row(1, 1)] } };
  });
  for (const baseline of [1, 2]) {
    await on.client.actions.messagePins(BERT);
    expect(messagePinsOf(on.client.core.get(), BERT)).toMatchObject([{ n: 1, rev: baseline }]);
  }
  expect(on.of('/getMessagePins')).toHaveLength(2);
});

it('PINS-7: a list that never came leaves nothing to be kept for it', async () => {
  const on = await loggedIn();
  on.client.actions.openChat(BERT);
  await on.settle();
  on.answer('/getMessagePins', { kind: 'timeout' });
  await on.client.actions.messagePins(BERT);
  expect(on.client.core.get().conversations.get(BERT)?.pinsAsked).toBeUndefined();
});

it('PINS-7: a list of a chat that was dropped during the request is requested again', async () => {
  const on = await loggedIn();
  on.client.actions.openChat(BERT);
  await on.settle();
  let requestCount = 0;
  on.answer('/getMessagePins', () => {
    requestCount += 1;
    if (requestCount === 1) on.client.core.dispatch({ type: 'conversationDropped', conversation: BERT });
    return { code: 0, data: { seq: 1, more: 0, pins: [row(requestCount, 1)] } };
  });
  await on.client.actions.messagePins(BERT);
  expect(messagePinsOf(on.client.core.get(), BERT)).toMatchObject([{ n: 2 }]);
});
