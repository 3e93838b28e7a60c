import { expect, it } from 'vitest';
import { createMemoryProfile } from '../../src/client/persistence/memory-adapter.ts';
import { messagesOf } from '../../src/client/state/chat-selectors.ts';
import { contactId, editKey, messageId, threadKey } from '../../src/domain/ids.ts';
import { EMPTY_DRAFT } from '../../src/domain/message.ts';
import { loggedIn, messageOf, scripted, type Scripted } from '../support/scripted-server.ts';

const BERT = contactId(9);
const draft = (text: string) => ({ ...EMPTY_DRAFT, text });

const waiting = ({ client }: Scripted) => [...client.core.get().pending.edit.keys()];
const listRequests = (on: Scripted) =>
  on.of('/editMessage').map(({ body }) => {
    const { id, content } = body as { readonly id: string; readonly content: string };
    return [id, content];
  });

it('EDIT-5: an edit is asked for once, and is done when its words come', async () => {
  const on = await loggedIn();
  const sentMessage = messageOf(1, 'former', { from: 7, id: 'slip' });
  on.push('simple', sentMessage, { stream: '7-9', seq: 1 });
  await on.settle();
  on.answer('/editMessage', { code: 0, data: { rev: 1 } });
  await on.client.actions.edit(BERT, messageId('slip'), draft('one < two'));
  await on.settle();
  expect(listRequests(on)).toEqual([['slip', 'one &lt; two']]);
  expect(waiting(on)).toEqual(['slip']);
  const words = { content: 'one &lt; two', rev: 1, was: [], at: [] };
  on.push('updateMessage', { ...sentMessage, ...words }, { stream: '7-9', seq: 2 });
  await on.clock.advance(60_000);
  expect([waiting(on), listRequests(on).length]).toEqual([[], 1]);
  expect(on.client.core.get().contacts.get(BERT)?.last?.content).toBe('one &lt; two');
});

const readHeld = (on: Scripted, of: Parameters<typeof editKey>[0] = BERT) =>
  on.client.actions.draft(editKey(of));
const refusal = { kind: 'editRefused', id: BERT, text: 'too late' };

it('EDIT-5, EDIT-11: after a refusal the old text appears, and the new one is in the box', async () => {
  const on = await loggedIn();
  on.answer('/editMessage', { code: 400, msg: 'too late' });
  const written = { ...draft('new <b> @Two'), at: [{ id: 2, name: 'Two' }] };
  await on.client.actions.edit(BERT, messageId('slip'), written);
  await on.settle();
  expect([waiting(on), on.notices]).toEqual([[], [refusal]]);
  expect(readHeld(on)).toEqual({ ...written, edits: { id: 'slip', unnamed: [], mayBeEmpty: false } });
});

it('EDIT-11: an edit that was made offline and is refused later is in the box after a reload', async () => {
  const profile = createMemoryProfile();
  const first = await loggedIn({ profile });
  first.page.setOnline(false);
  await first.client.actions.edit(BERT, messageId('slip'), draft('made offline'));
  await first.clock.advance(1_000);
  await first.client.stop();
  const second = await scripted({ profile });
  second.answer('/editMessage', { code: 400, msg: 'too late' });
  await second.client.start();
  await second.settle();
  expect([waiting(second), second.notices, readHeld(second).text]).toEqual([[], [refusal], 'made offline']);
});

it('EDIT-11: a refused edit waits while another edit is in progress', async () => {
  const on = await loggedIn();
  on.answer('/editMessage', { code: 400, msg: 'too late' });
  const other = { ...draft('another'), edits: { id: messageId('m2'), unnamed: [], mayBeEmpty: false } };
  on.client.actions.saveDraft(editKey(BERT), other);
  await on.client.actions.edit(BERT, messageId('slip'), draft('refused'));
  await on.settle();
  expect(readHeld(on).text).toBe('another');
  on.client.actions.saveDraft(editKey(BERT), EMPTY_DRAFT);
  await on.settle();
  expect([readHeld(on).text, readHeld(on).edits?.id]).toEqual(['refused', 'slip']);
  on.client.actions.saveDraft(editKey(BERT), EMPTY_DRAFT);
  await on.settle();
  expect(readHeld(on)).toEqual(EMPTY_DRAFT);
});

const answerRow = (n: number, root?: number) => ({ ...messageOf(n, `words ${n}`, { id: `m-${n}` }), root });
it('EDIT-11: a refused edit of an answer that only the open thread has is in the box of the thread', async () => {
  const on = await loggedIn();
  const data = { root: 1, seq: 9, first: answerRow(1), rows: [answerRow(2, 1)], more: 0, follow: 1 };
  on.answer('/getThread', { code: 0, data });
  on.answer('/editMessage', { code: 400, msg: 'too late' });
  await on.client.actions.openThread(BERT, 1);
  await on.client.actions.edit(BERT, messageId('m-2'), draft('refused'));
  await on.settle();
  expect([readHeld(on).text, readHeld(on, threadKey(BERT, 1)).text]).toEqual(['', 'refused']);
});

it('EDIT-5: without a network it is shown at once, outlives the page, and goes out afterwards', async () => {
  const profile = createMemoryProfile();
  const first = await loggedIn({ profile });
  first.page.setOnline(false);
  await first.client.actions.edit(BERT, messageId('slip'), draft('one'));
  await first.client.actions.edit(BERT, messageId('slip'), draft('two'));
  await first.clock.advance(1_000);
  expect(listRequests(first)).toEqual([]);
  await first.client.stop();
  const second = await scripted({ profile });
  second.answer('/editMessage', { code: 0, data: { rev: 1 } });
  await second.client.start();
  await second.settle();
  expect(listRequests(second)).toEqual([['slip', 'two']]);
});

it('EDIT-5: an edit of a waiting message waits behind it, and is discarded with it', async () => {
  const on = await loggedIn();
  on.answer('/sendMessage', { kind: 'timeout' });
  on.answer('/editMessage', { code: 0, data: { rev: 1 } });
  const [kept, gone] = [
    await on.client.actions.send(BERT, draft('former')),
    await on.client.actions.send(BERT, draft('other')),
  ];
  if (!kept.ok || !gone.ok) throw new Error('not queued');
  await on.client.actions.edit(BERT, kept.value, draft('present'));
  await on.client.actions.edit(BERT, gone.value, draft('never'));
  await on.settle();
  const visibleRows = messagesOf(on.client.core.get(), BERT).map((line) =>
    line.kind === 'outgoing' ? line.item.message.content : '',
  );
  expect([listRequests(on), visibleRows]).toEqual([[], ['present', 'never']]);
  on.client.actions.discard(gone.value);
  await on.settle();
  expect(waiting(on)).toEqual([kept.value]);
  const sentMessage = messageOf(1, 'former', { from: 7, id: kept.value });
  on.push('simple', sentMessage, { stream: '7-9', seq: 1 });
  await on.settle();
  expect(listRequests(on)).toEqual([[kept.value, 'present']]);
});

it('EDIT-5: the last edit in either of two tabs counts', async () => {
  const profile = createMemoryProfile();
  const first = await loggedIn({ profile });
  first.answer('/editMessage', { kind: 'timeout' });
  await first.client.actions.edit(BERT, messageId('slip'), draft('older'));
  await first.clock.advance(1_000);
  const second = await scripted({ profile, clock: first.clock });
  second.answer('/editMessage', { kind: 'timeout' });
  await second.client.start();
  await second.settle();
  expect(waiting(second)).toEqual(['slip']);
  await first.client.actions.edit(BERT, messageId('slip'), draft('newer'));
  first.answer('/editMessage', { code: 0, data: { rev: 1 } });
  second.answer('/editMessage', { code: 0, data: { rev: 1 } });
  const before = listRequests(second).length;
  await first.clock.advance(60_000);
  expect(listRequests(first).at(-1)).toEqual(['slip', 'newer']);
  expect([listRequests(second).slice(before), waiting(second)]).toEqual([[], []]);
});
