import { describe, expect, it } from 'vitest';
import { createDrafts } from '../../src/client/kernel/drafts.ts';
import { threadTouched } from '../../src/client/actions/thread-actions.ts';
import { createMemoryProfile } from '../../src/client/persistence/memory-adapter.ts';
import { answersIn, firstItem, followsThread, openThread } from '../../src/client/state/thread-selectors.ts';
import type { OutboxItem } from '../../src/client/state/state.ts';
import { contactId, msgId, threadKey, userId } from '../../src/domain/ids.ts';
import { EMPTY_DRAFT } from '../../src/domain/message.ts';
import { threadLimits } from '../../src/domain/message-limits.ts';
import { item } from '../support/one-chat.ts';
import { loggedIn, messageOf, scripted, type Reply, type Scripted } from '../support/scripted-server.ts';

const BERT = contactId(9);

const state = ({ client }: Scripted) => client.core.get();
const waiting = (on: Scripted) =>
  [...state(on).pending.follow.values()].map(({ root, on: is }) => [root, is]);
const listRequests = (on: Scripted) => on.of('/followThread').map(({ body }) => body);
const row = (n: number, root?: number) => ({
  ...messageOf(n, `words ${n}`, { from: 9, id: `m-${n}` }),
  ...(root && { root }),
});
const page = (rows: readonly object[], more = 0, first: object | null = row(1)) => ({
  code: 0,
  data: { root: 1, seq: 9, first, rows, more, follow: 1 },
});
/** A message that waits, as an answer in a thread or none. */
const waits = (id: string, root: number | null): OutboxItem => {
  const quote = { msgId: msgId(1_004), content: 'words 4', userId: userId(9), realname: 'X' };
  const one = item(id);
  return { ...one, message: { ...one.message, quote: root === null ? null : { ...quote, root } } };
};

describe('threads on a device', () => {
  it('THREAD-6: following is shown at once, sent once, and settles with its event', async () => {
    const on = await loggedIn();
    on.answer('/followThread', { code: 0, data: {} });
    await on.client.actions.followThread(BERT, 4, true);
    expect([waiting(on), followsThread(state(on), BERT, 4)]).toEqual([[[4, true]], true]);
    await on.settle();
    expect(listRequests(on)).toEqual([{ toContactId: '9', root: 4, on: 1 }]);
    on.push('followThread', { id: 9, root: 4, on: 1 }, { stream: 'u7', seq: 1 });
    await on.settle();
    expect(waiting(on)).toEqual([]);
  });

  it('THREAD-6: an event during the load of a page is newer than the page', async () => {
    const on = await loggedIn();
    const arrive: ((page: Reply) => void)[] = [];
    on.answer('/followThread', { code: 0, data: {} });
    on.answer('/getThread', () => new Promise<Reply>((done) => void arrive.push(done)));
    const opening = on.client.actions.openThread(BERT, 1);
    await on.settle();
    on.push('followThread', { id: 9, root: 1, on: 0 }, { stream: 'u7', seq: 1 });
    await on.settle();
    arrive[0]?.(page([row(2, 1)]));
    await opening;
    expect(followsThread(state(on), BERT, 1)).toBe(false);
    on.answer('/getThread', page([row(2, 1)]));
    await on.client.actions.openThread(BERT, 1);
    expect(followsThread(state(on), BERT, 1)).toBe(true);
  });

  it('THREAD-6: without a network the last press waits, and outlives the page', async () => {
    const profile = createMemoryProfile();
    const first = await loggedIn({ profile });
    first.page.setOnline(false);
    for (const on of [true, false]) await first.client.actions.followThread(BERT, 4, on);
    await first.clock.advance(1_000);
    await first.client.stop();
    const second = await scripted({ profile });
    second.answer('/followThread', { code: 0, data: {} });
    await second.client.start();
    await second.settle();
    expect(listRequests(second)).toEqual([{ toContactId: '9', root: 4, on: 0 }]);
  });

  it('THREAD-6: after a refusal the change disappears, and the client reports the reason', async () => {
    const on = await loggedIn();
    on.answer('/followThread', { code: 400, msg: 'no such thread' });
    await on.client.actions.followThread(BERT, 4, true);
    await on.settle();
    expect([waiting(on), on.notices]).toEqual([[], [{ kind: 'message', text: 'no such thread' }]]);
  });

  it('THREAD-7: a reply in a followed thread notifies the user though the chat is muted', async () => {
    const on = await loggedIn();
    on.push('simple', row(1), { stream: '7-9', seq: 1 });
    on.push('setIsNotice', { id: 9, is_notice: 0, is_group: 0 }, { stream: 'u7', seq: 1 });
    await on.settle();
    on.notices.length = 0;
    const answer = (n: number, follow: 0 | 1) =>
      on.push(
        'simple',
        { ...row(n, 1), thread: { root: 1, count: n - 1, follow } },
        { stream: '7-9', seq: n },
      );
    answer(2, 0);
    await on.settle();
    expect([on.notices, state(on).contacts.get(BERT)?.answered]).toEqual([[], undefined]);
    answer(3, 1);
    await on.settle();
    expect(on.notices.map(({ kind }) => kind)).toEqual(['sound', 'arrived']);
    expect(state(on).contacts.get(BERT)).toMatchObject({ answered: { root: 1, n: 3 }, unread: 3 });
    expect(state(on).totals.unread).toBe(0);
    on.client.actions.openChat(BERT);
    await on.settle();
    expect(state(on).contacts.get(BERT)?.answered).toBeUndefined();
  });

  it('THREAD-4: pages of a thread follow one another; new replies are below them', async () => {
    const on = await loggedIn();
    on.push('simple', row(1), { stream: '7-9', seq: 1 });
    on.answer('/getThread', page([row(4, 1), row(5, 1)], 1));
    await on.client.actions.openThread(BERT, 1);
    on.push('simple', { ...row(6, 1), thread: { root: 1, count: 4 } }, { stream: '7-9', seq: 2 });
    await on.settle();
    const listVisible = () => answersIn(state(on), BERT, 1).map(({ key }) => key);
    expect(listVisible()).toEqual(['m-4', 'm-5', 'm-6']);
    expect(openThread(state(on), BERT, 1)).toMatchObject({ follows: true, answers: { complete: false } });
    on.answer('/getThread', page([row(2, 1), row(3, 1)]));
    await on.client.actions.olderAnswers(BERT, 1);
    expect(on.of('/getThread').at(-1)?.body).toMatchObject({ root: 1, before_n: 4 });
    expect(listVisible()).toHaveLength(5);
    // All older replies are loaded.
    await on.client.actions.olderAnswers(BERT, 1);
    expect(on.of('/getThread')).toHaveLength(2);
    await on.client.actions.closeThread(BERT, 1);
    expect(openThread(state(on), BERT, 1)).toBeUndefined();
  });

  it('THREAD-4: a waiting reply is below the others, once, and in no other thread', async () => {
    const on = await loggedIn();
    on.push('simple', row(1), { stream: '7-9', seq: 1 });
    on.answer('/getThread', page([row(4, 1)]));
    await on.client.actions.openThread(BERT, 1);
    const outbox = [waits('m-4', 1), waits('here', 1), waits('elsewhere', 2), waits('in the chat', null)];
    const keys = answersIn({ ...state(on), outbox: new Map([[BERT, outbox]]) }, BERT, 1).map(
      ({ key }) => key,
    );
    expect(keys).toEqual(['m-4', 'here']);
  });

  it('OPS-20: a thread shows a line in place of an unreadable first message', async () => {
    const on = await loggedIn();
    on.push('simple', row(1), { stream: '7-9', seq: 1 });
    for (const [first, keys] of [
      [{ ...row(1), id: 'unreadable', type: 'event' }, ['unreadable']],
      [row(1), ['m-1']],
      [null, []],
    ] as const) {
      on.answer('/getThread', page([row(4, 1)], 0, first));
      await on.client.actions.openThread(BERT, 1);
      expect(firstItem(state(on), BERT, 1).map(({ key }) => key)).toEqual(keys);
      await on.client.actions.closeThread(BERT, 1);
    }
  });

  it('THREAD-4: a thread that fails to load reports it, and is requested again', async () => {
    const on = await loggedIn();
    on.push('simple', row(1), { stream: '7-9', seq: 1 });
    on.answer('/getThread', { code: 400, msg: 'unknown' });
    expect((await on.client.actions.openThread(BERT, 1)).ok).toBe(false);
    expect(openThread(state(on), BERT, 1)?.answers.loading).toBe('failed');
    on.answer('/getThread', { code: 0, data: 'nonsense' });
    expect((await on.client.actions.openThread(BERT, 1)).ok).toBe(false);
    on.answer('/getThread', page([], 0, null));
    expect((await on.client.actions.openThread(BERT, 1)).ok).toBe(true);
    expect(openThread(state(on), BERT, 1)?.first.size).toBe(0);
  });

  it.each(['openThread', 'olderAnswers'] as const)(
    'STORE-15: a request (%s) during the load of a page gets the result of the newest one',
    async (action) => {
      const on = await loggedIn();
      const arrive: ((page: Reply) => void)[] = [];
      on.answer('/getThread', page([row(4, 1)], 1));
      await on.client.actions.openThread(BERT, 1);
      on.answer('/getThread', () => new Promise<Reply>((done) => void arrive.push(done)));
      const answers = [1, 2].map(() => on.client.actions[action](BERT, 1));
      await on.settle();
      for (const answer of arrive) answer({ code: 502, msg: 'busy' });
      const busy = { kind: 'server', code: 502, message: 'busy' };
      expect(await Promise.all(answers)).toMatchObject([{ reason: busy }, { reason: busy }]);
      expect(arrive).toHaveLength(action === 'openThread' ? 2 : 1);
    },
  );

  it('THREAD-8: however often one thread is opened, the drafts of others stay', () => {
    const settings = createMemoryProfile().settings();
    const drafts = createDrafts(settings);
    threadTouched(settings, drafts, threadKey(BERT, 1));
    drafts.set(threadKey(BERT, 1), { ...EMPTY_DRAFT, text: 'half' });
    for (let times = 0; times <= threadLimits.draftsMax; times += 1)
      threadTouched(settings, drafts, threadKey(BERT, 2));
    expect(drafts.get(threadKey(BERT, 1)).text).toBe('half');
  });

  it('THREAD-3: a message says how many answers it has, whichever of those shown it is', async () => {
    const on = await loggedIn();
    on.client.actions.openChat(BERT);
    await on.settle();
    for (const n of [1, 2, 3]) on.push('simple', row(n), { stream: '7-9', seq: n });
    const thread = { root: 2, count: 1 };
    on.push('simple', { ...row(4, 2), thread }, { stream: '7-9', seq: 4 });
    await on.settle();
    const visibleMessages = state(on).conversations.get(BERT)?.chunks.flat() ?? [];
    expect(visibleMessages.map(({ n, replies }) => [n, replies?.count])).toEqual([
      [1, undefined],
      [2, 1],
      [3, undefined],
      [4, undefined],
    ]);
  });

  it('THREAD-8: drafts of threads are apart, and that of the one opened longest ago goes first', () => {
    const settings = createMemoryProfile().settings();
    const drafts = createDrafts(settings);
    const write = (root: number, text: string) => {
      threadTouched(settings, drafts, threadKey(BERT, root));
      drafts.set(threadKey(BERT, root), { ...EMPTY_DRAFT, text });
    };
    drafts.set(BERT, { ...EMPTY_DRAFT, text: 'chat' });
    for (let root = 1; root <= threadLimits.draftsMax; root += 1) write(root, `answer ${root}`);
    write(1, 'opened again');
    write(99, 'new');
    const textOf = (root: number) => drafts.get(threadKey(BERT, root)).text;
    expect([textOf(1), textOf(2), textOf(3), textOf(99), drafts.get(BERT).text]).toEqual([
      'opened again',
      '',
      'answer 3',
      'new',
      'chat',
    ]);
    settings.set('draft-threads', 'nonsense');
    write(5, 'still');
    expect(textOf(5)).toBe('still');
    drafts.wipe();
    expect([textOf(5), settings.get('draft-threads')]).toEqual(['', null]);
  });
});
