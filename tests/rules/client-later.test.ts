import { expect, it } from 'vitest';
import { remindersOf, scheduledOf } from '../../src/client/state/later.ts';
import { removedChat } from '../../src/client/state/reduce-membership.ts';
import { contactId, messageId } from '../../src/domain/ids.ts';
import { exportScript } from '../../src/client/report/mask.ts';
import { readScript } from '../../src/inspector/model/script-reader.ts';
import { EMPTY_DRAFT } from '../../src/domain/message.ts';
import { loggedIn, messageOf, type Scripted } from '../support/scripted-server.ts';

const BERT = contactId(9);

const draftOf = (text: string) => ({ ...EMPTY_DRAFT, text });
const scheduled = (id: string, time = 1_800_000_000, more: object = {}) => ({
  kind: 'scheduled',
  id,
  toContactId: 9,
  content: `words of ${id}`,
  at: [],
  pid: 0,
  extends: null,
  time,
  failed: '',
  ...more,
});
const reminder = (n: number, told = 0) => ({
  kind: 'reminder',
  toContactId: 9,
  time: 1_800_000_000,
  told,
  message: messageOf(n, 'words', { id: `m-${n}`, from: 9 }),
});
const edited = (rev: number) => ({ ...reminder(1), message: { ...reminder(1).message, rev } });
const answer = (seq: number, list: readonly object[], more = 0) => ({ code: 0, data: { seq, list, more } });
const ids = (on: Scripted) => scheduledOf(on.client.core.get()).map(({ id }) => id);
const later = (on: Scripted, seq: number) => on.push('later', {}, { stream: 'u7', seq });

it('LATER-5: the list is that of the newest answer, without its words', async () => {
  const on = await loggedIn();
  on.answer('/getLater', answer(1, [scheduled('a'), scheduled('b', 1_800_000_100, { failed: 'muted' })]));
  const first = await on.client.actions.later();
  expect(first).toMatchObject({
    value: {
      scheduled: [
        { id: 'a', content: 'words of a', why: null },
        { id: 'b', why: 'muted' },
      ],
    },
  });
  expect(scheduledOf(on.client.core.get())).toEqual([
    { id: 'a', to: '9', dueMs: 1_800_000_000_000, failed: false },
    { id: 'b', to: '9', dueMs: 1_800_000_100_000, failed: true },
  ]);
  expect(JSON.stringify(on.client.core.get())).not.toContain('words of a');
  later(on, 1);
  later(on, 2);
  await on.settle();
  on.answer('/getLater', answer(2, [scheduled('b')]));
  await on.client.actions.later();
  expect(ids(on)).toEqual(['b']);
});

it('LATER-5: a change between two parts restarts the request from the first part', async () => {
  const on = await loggedIn();
  let requestCount = 0;
  const parts = [
    answer(1, [scheduled('a')], 1),
    answer(2, [scheduled('c')], 0),
    answer(2, [scheduled('b')], 1),
    answer(2, [scheduled('c')], 0),
  ];
  on.answer('/getLater', () => parts[requestCount++] as never);
  const result = await on.client.actions.later();
  expect(result).toMatchObject({ value: { scheduled: [{ id: 'b' }, { id: 'c' }] } });
  expect(on.of('/getLater').map(({ body }) => (body as { skip: number }).skip)).toEqual([0, 1, 0, 1]);
});

it('LATER-5, INSP-4: a recording holds no words that are put off, masked none of a draft', async () => {
  const on = await loggedIn();
  on.client.actions.saveDraft(BERT, draftOf('secret draft'));
  on.answer('/scheduleMessage', { code: 0, data: '' });
  on.answer('/changeScheduled', { code: 0, data: '' });
  on.answer('/getLater', answer(1, [scheduled('a', 1_800_000_000, { failed: 'muted' }), reminder(1)]));
  await on.client.actions.schedule(BERT, draftOf('secret plan'), 5_000);
  await on.client.actions.changeScheduled(messageId('a'), { draft: draftOf('another plan') });
  await on.client.actions.later();
  later(on, 2);
  on.push('reminded', { toContactId: 9, id: 'm-1', msg_id: 1, n: 1 }, { stream: 'u7', seq: 3 });
  await on.settle();
  const recorded = on.client.core.log.export();
  expect(recorded).toContain('laterLoaded');
  for (const words of ['words of a', 'plan', 'muted']) expect(recorded, words).not.toContain(words);
  const masked = exportScript(
    readScript(recorded).lines.map(({ line }) => line),
    { masked: true },
  );
  expect(masked).toContain('laterLoaded');
  for (const words of ['words of', 'plan', 'secret']) expect(masked, words).not.toContain(words);
});

it('LATER-11: a recalled or deleted message is in no list of reminders', async () => {
  const on = await loggedIn();
  for (const n of [1, 2, 3])
    on.push('simple', messageOf(n, 'words', { id: `m-${n}`, from: 9 }), { stream: '7-9', seq: n });
  on.answer('/getLater', answer(1, [reminder(1), reminder(2), reminder(3)]));
  await on.client.actions.later();
  const left = () => remindersOf(on.client.core.get()).map(({ id }) => id);
  expect(left()).toEqual(['m-1', 'm-2', 'm-3']);
  on.push(
    'delMessage',
    { id: 'm-1', msg_id: 1, n: 1, toContactId: 9, from_user: 9 },
    { stream: '7-9', seq: 4 },
  );
  await on.settle();
  expect(left()).toEqual(['m-2', 'm-3']);
});

it('LATER-11: an answer from before something went brings none of it back', async () => {
  const on = await loggedIn();
  on.push('simple', messageOf(1, 'words', { id: 'm-1', from: 9 }), { stream: '7-9', seq: 1 });
  await on.settle();
  let requestCount = 0;
  on.answer('/getLater', () => {
    requestCount += 1;
    if (requestCount > 1) return answer(1, [reminder(2)]);
    // The answer leaves the server, and is overtaken.
    on.push('delMessage', { toContactId: 9, id: 'm-1', msg_id: 1, n: 1 }, { stream: '7-9', seq: 2 });
    return answer(1, [reminder(1), reminder(2)]);
  });
  const result = await on.client.actions.later();
  expect(result).toMatchObject({ value: { reminders: [{ id: 'm-2' }] } });
  expect(remindersOf(on.client.core.get()).map(({ id }) => id)).toEqual(['m-2']);
});

it('EDIT-2: the list follows an edit, and an answer with the previous text is requested again', async () => {
  const on = await loggedIn();
  on.push('simple', messageOf(1, 'words', { id: 'm-1', from: 9 }), { stream: '7-9', seq: 1 });
  await on.settle();
  const edits = (rev: number) =>
    on.push(
      'updateMessage',
      { ...messageOf(1, 'new', { id: 'm-1', from: 9 }), content: 'new', rev },
      { stream: '7-9', seq: rev + 1 },
    );
  let requestCount = 0;
  on.answer('/getLater', () => {
    requestCount += 1;
    if (requestCount === 1) edits(1);
    return answer(1, [edited(requestCount - 1)]);
  });
  expect(await on.client.actions.later()).toMatchObject({ value: { reminders: [{ rev: 1 }] } });
  expect(requestCount).toBe(2);
  edits(2);
  await on.settle();
  expect(remindersOf(on.client.core.get())).toMatchObject([{ id: 'm-1', rev: 2 }]);
});

it('LATER-11: a user who left a chat gets no reminders of it', async () => {
  const on = await loggedIn();
  on.answer('/getLater', answer(1, [reminder(1), { ...reminder(2), toContactId: 8 }]));
  await on.client.actions.later();
  const { state } = removedChat(on.client.core.get(), BERT, 'removed');
  expect(remindersOf(state).map(({ id }) => id)).toEqual(['m-2']);
});

it('LATER-8: the same words for the same time have the same id until the server has them', async () => {
  const on = await loggedIn();
  const draft = { ...EMPTY_DRAFT, text: 'words' };
  on.client.actions.saveDraft(BERT, draft);
  on.answer('/scheduleMessage', { kind: 'timeout' });
  for (let n = 0; n < 2; n += 1)
    expect((await on.client.actions.schedule(BERT, draft, 5_000)).ok).toBe(false);
  expect(on.client.actions.draft(BERT).text).toBe('words');
  on.answer('/scheduleMessage', { code: 0, data: '' });
  expect((await on.client.actions.schedule(BERT, draft, 5_000)).ok).toBe(true);
  expect(on.client.actions.draft(BERT).text).toBe('');
  await on.client.actions.schedule(BERT, draft, 5_000);
  const sent = on.of('/scheduleMessage').map(({ body }) => (body as { id: string }).id);
  expect([new Set(sent.slice(0, 3)).size, new Set(sent).size]).toEqual([1, 2]);
});

it('LATER-10: a reminder notifies its user once, also if it came while they were away', async () => {
  const on = await loggedIn();
  on.push('reminded', { toContactId: 9, id: 'm-1', msg_id: 1, n: 1 }, { stream: 'u7', seq: 1 });
  on.push('reminded', { toContactId: 9, id: 'm-1', msg_id: 1, n: 1 }, { stream: 'u7', seq: 1 });
  await on.settle();
  expect(on.notices).toEqual([{ kind: 'reminded', id: '9', message: messageId('m-1') }]);
});
