import { beforeEach, expect, it } from 'vitest';
import { contactId } from '../../src/domain/ids.ts';
import { readsToTheEnd } from '../../simulator/devices/device.ts';
import { messageOf, scripted, type Scripted } from '../support/scripted-server.ts';

const BERT = contactId(9);
let on: Scripted;
beforeEach(async () => {
  on = await scripted();
  await on.client.start();
  await on.login();
});

it('SEND-12, COUNT-2: read marks go out at most once a second, with the newest shown', async () => {
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
  on.push('simple', messageOf(1, 'one', { id: 'unseen-1' }), { stream: '7-9', seq: 1 });
  on.answer('/getMessageList', { code: 0, data: [messageOf(1, 'one', { id: 'unseen-1' })] });
  on.client.actions.openChat(BERT);
  await on.clock.advance(5_000);
  expect([on.of('/setMsgIsRead').length, on.client.core.get().totals.unread]).toEqual([0, 1]);
});
