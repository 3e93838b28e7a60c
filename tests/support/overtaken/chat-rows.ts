import type { State } from '../../../src/client/state/state.ts';
import { msgId } from '../../../src/domain/ids.ts';
import type { Message } from '../../../src/domain/message.ts';
import { messageOf, type Reply, type Scripted } from '../scripted-server.ts';
import { bert, group, listOf, named, said } from './answers.ts';
import { BERT, inWindow, own, private9 } from './changes.ts';
import type { Body, Change, Row } from './row.ts';

/** A chat with six messages, the first of them mine; each changes by the next event of its stream. */
const list = listOf([bert({ seq: 9, count: 6, mark: 6 }), group()]);
const mine = { ...messageOf(1, 'former words', { from: 7, id: 'm-1' }) };
const rows = [mine, ...[2, 3, 4, 5, 6].map((n) => said(n))];
/** `more`: it ends before the history does. */
const page = (found: readonly object[], more = 0) => ({ code: 0, data: found, more });

type Shown = (message: Message) => unknown;

/** Something happens to a message. */
export const changesOf = (n: number): readonly Change[] => {
  const id = `m-${n}`;
  const change = (
    name: string,
    type: string,
    data: object,
    shown: Shown,
    before: unknown,
    after: unknown,
  ): Change => ({
    name,
    happens: (on) =>
      on.push(
        type,
        { id, msg_id: 1_000 + n, n, toContactId: 9, from_user: n === 1 ? 7 : 9, ...data },
        private9(10),
      ),
    shown: (state) => {
      const message = inWindow(id)(state);
      return message === undefined ? 'gone' : (shown(message) ?? null);
    },
    before,
    after,
  });
  const words = { type: 'text', content: 'newer words', rev: 1, extends: null };
  const link = { url: 'https://example.org/', title: 'card', text: '', site: 'example.org', picture: null };
  const reaction = { at: 10, counts: [['👍', 1]], chosen: [], added: null };
  return [
    change('an edit', 'updateMessage', words, (one) => one.rev, null, 1),
    change('a recall', 'undoMessage', { content: '', by: 7 }, (one) => one.recalled, false, true),
    change('a deletion', 'delMessage', {}, () => 'shown', 'shown', 'gone'),
    change('a reaction', 'reacted', reaction, (one) => one.reactions?.counts.length, null, 1),
    change('a vote', 'poll', { at: 10, counts: [1], voters: 1 }, (one) => one.poll?.voters, null, 1),
    change('a card', 'previewed', { link }, (one) => one.link?.title, null, 'card'),
    change('cleared history', 'clearMessage', { group_id: 9 }, () => 'shown', 'shown', 'gone'),
  ];
};
const answered: Change = {
  name: 'an answer in its thread',
  happens: (on) => on.push('simple', { ...said(7), root: 1, thread: { root: 1, count: 1 } }, private9(10)),
  shown: (state) => inWindow('m-1')(state)?.replies?.count ?? null,
  before: null,
  after: 1,
};
const posted: Change = {
  name: 'a message',
  happens: (on) => on.push('simple', said(7), private9(10)),
  shown: (state) => inWindow('m-7')(state)?.content ?? null,
  before: null,
  after: 'words 7',
};
const authorNamed: Change = {
  name: 'a new name of an author',
  happens: (on) => on.push('profiles', named('Berta', 4)),
  shown: (state) => inWindow('m-2')(state)?.from.realname ?? null,
  before: 'X',
  after: 'Berta',
};

/** A page by its request, one message at a time before the newest. */
function pageFor({ last_id, after_n }: Body): Reply {
  if (typeof after_n === 'number') return page(rows.filter(({ n }) => n > after_n));
  if (typeof last_id !== 'number') return page(rows.slice(-1), 1);
  return page(
    rows.filter(({ msg_id }) => msg_id === last_id - 1),
    last_id > 1_002 ? 1 : 0,
  );
}
const pageRow = (asks: string, change: Change, more: Partial<Row> = {}): Row => ({
  ...change,
  asks,
  list,
  path: '/getMessageList',
  ...(change.after === 'gone' && { now: { '/getMessageList': page(rows.slice(1)) } }),
  ask: ({ client }) => client.actions.openChat(BERT),
  older: page(rows),
  isUnseen: true,
  ...more,
});
const opened = (on: Scripted, found: readonly object[], more = 1) => {
  on.answer('/getMessageList', page(found, more));
  on.client.actions.openChat(BERT);
};
const olderRow = (change: Change): Row =>
  pageRow('an older page', change, {
    prepare: (on) => opened(on, rows.slice(1)),
    ask: ({ client }) => client.actions.loadOlder(BERT),
    older: page([mine]),
  });
/** The jump comes after the pages on its way there. */
const jumpRow = (change: Change): Row =>
  pageRow('a page around a message', change, {
    prepare: (on) => opened(on, rows.slice(-1)),
    ask: ({ client }) => client.actions.loadUntil(BERT, msgId(1_001)),
    isMeant: ({ last_id }) => last_id === 1_002,
    others: pageFor,
    older: page([mine]),
  });
const newerRow = (change: Change): Row =>
  pageRow('a newer page', change, {
    prepare: (on) => opened(on, rows.slice(-1)),
    ask: ({ client }) => client.actions.loadUntil(BERT, msgId(1_001)),
    isMeant: ({ after_n }) => after_n !== undefined,
    others: pageFor,
    older: page(rows.slice(1)),
  });

const chatGone: Change = {
  name: 'the end of a friendship',
  happens: (on) =>
    on.push('removeGroup', { group_id: 9, of: '7-9', until: 9, why: 'unfriended', by: 9 }, own(1)),
  shown: (state) => state.conversations.has(BERT),
  before: true,
  after: false,
};

export const pageLoaded: readonly Row[] = [
  ...[...changesOf(1), answered, posted, authorNamed, chatGone].map((change) =>
    pageRow('the newest page', change),
  ),
  ...[...changesOf(1), answered].map(olderRow),
  ...[...changesOf(1), answered].map(jumpRow),
  ...[...changesOf(2), authorNamed].map(newerRow),
];

/** The same, in a thread that is opened: its first message, or an answer. */
const inThread = (change: Change, id: string): Change => ({
  ...change,
  shown: (state, on) => change.shown(asChat(state, id), on),
});
/** The thread in place of its chat. */
function asChat(state: State, id: string): State {
  const window = state.conversations.get(BERT);
  const part = id === 'm-1' ? window?.thread?.first : window?.thread?.answers;
  return { ...state, conversations: part === undefined ? new Map() : new Map([[BERT, part]]) };
}
const threadPage = (follow: number) => ({
  code: 0,
  data: { root: 1, seq: 9, first: mine, rows: [said(2, 'words 2', { root: 1 })], more: 0, follow },
});
const threadRow = (change: Change, more: Partial<Row> = {}): Row => ({
  ...change,
  asks: 'a thread',
  list,
  path: '/getThread',
  ask: ({ client }) => client.actions.openThread(BERT, 1),
  older: threadPage(1),
  isUnseen: true,
  ...more,
});
const followed: Change = {
  name: 'the end of following',
  happens: (on) => on.push('followThread', { id: 9, root: 1, on: 0 }, own(1)),
  shown: (state) => state.conversations.get(BERT)?.thread?.follows,
  before: true,
  after: false,
};
const answer: Change = {
  ...posted,
  name: 'an answer',
  happens: (on) => on.push('simple', said(7, 'words 7', { root: 1 }), private9(10)),
};
export const threadLoaded: readonly Row[] = [
  ...changesOf(1).map((change) => threadRow(inThread(change, 'm-1'))),
  ...[...changesOf(2), answer, authorNamed].map((change) => threadRow(inThread(change, 'answer'))),
  threadRow(followed),
];

const pinRow = (n: number, seq: number) => ({
  seq,
  by: 9,
  byName: 'Bert',
  pinTime: 1,
  after_n: 6,
  message: rows[n - 1],
});
const pins = (seq: number, found: readonly object[]) => ({ code: 0, data: { seq, more: 0, pins: found } });
const pinned = (name: string, happens: Change['happens'], after: unknown, now?: Reply): Row => ({
  name,
  happens,
  shown: (state) => state.conversations.get(BERT)?.pins?.list?.map(({ id, rev }) => [id, rev]),
  before: [['m-2', 0]],
  after,
  asks: 'what is pinned in a chat',
  list,
  prepare: (on) => opened(on, rows, 0),
  path: '/getMessagePins',
  ask: ({ client }) => client.actions.messagePins(BERT),
  older: pins(9, [pinRow(2, 8)]),
  isUnseen: true,
  ...(now && { now: { '/getMessagePins': now } }),
});
const [edit, recall, deletion] = changesOf(2);
export const messagePinsLoaded: readonly Row[] = [
  pinned(
    'a pin',
    (on) =>
      on.push(
        'pinned',
        { toContactId: 9, id: 'm-3', msg_id: 1_003, n: 3, by: 9, byName: 'Bert', pinTime: 2, after_n: 6 },
        private9(10),
      ),
    [
      ['m-3', 0],
      ['m-2', 0],
    ],
    pins(10, [pinRow(3, 10), pinRow(2, 8)]),
  ),
  pinned(
    'a pin that is taken away',
    (on) => on.push('unpinned', { toContactId: 9, id: 'm-2' }, private9(10)),
    [],
    pins(10, []),
  ),
  pinned('an edit of what is pinned', (on) => edit?.happens(on), [['m-2', 1]]),
  pinned('a recall of what is pinned', (on) => recall?.happens(on), []),
  pinned('a deletion of what is pinned', (on) => deletion?.happens(on), []),
];
