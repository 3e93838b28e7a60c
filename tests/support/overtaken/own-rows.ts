import type { State } from '../../../src/client/state/state.ts';
import { remindersOf, scheduledOf } from '../../../src/client/state/later.ts';
import { messagesOf } from '../../../src/client/state/chat-selectors.ts';
import { messageId, userId } from '../../../src/domain/ids.ts';
import { EMPTY_DRAFT } from '../../../src/domain/message.ts';
import { ME, messageOf, type Reply, type Scripted } from '../scripted-server.ts';
import { bert, group, listOf } from './answers.ts';
import { BERT, own, ownChanges, ownProfile, private9, removed, TEAM, type OwnChange } from './changes.ts';
import type { Change, Row } from './row.ts';

const only = listOf([bert()]);
const ONE = messageId('m-1');
const TEAM_INFO = { code: 0, data: group() };

/** A chat that the list does not hold. */
const chatRow = (change: Change, more: Partial<Row> = {}): Row => ({
  ...change,
  asks: 'one chat',
  list: only,
  path: '/getContactInfo',
  ask: ({ client }) => client.actions.ensureContact(TEAM),
  older: TEAM_INFO,
  isUnseen: true,
  ...more,
});
const ownChatRow = (change: OwnChange): Row =>
  chatRow(change, {
    older: { code: 0, data: group({ count: 2, at_mark: 1 }) },
    now: { '/getContactInfo': { code: 0, data: group({ count: 2, at_mark: 1, ...change.row }) } },
  });
const REMOVAL: Reply = { code: 404, msg: '' };
const cameAndWent: Change = {
  ...removed,
  name: 'an invitation, and a removal after it',
  happens: async (on) => {
    on.push('addGroup', group(), own(1));
    on.push('removeUser', { group_id: 'group-4', of: 'group-4', until: 4, why: 'removed', by: 9 }, own(2));
    await on.settle();
  },
};
export const contactLoaded: readonly Row[] = [
  chatRow(removed, { now: { '/getContactInfo': REMOVAL } }),
  chatRow(cameAndWent, { now: { '/getContactInfo': REMOVAL } }),
  ...ownChanges('group-4').map(ownChatRow),
  {
    ...cameAndWent,
    asks: 'for a new group',
    list: only,
    path: '/group/add',
    ask: ({ client }) => client.actions.createGroup([userId(9)], 'Team'),
    older: TEAM_INFO,
  },
  {
    ...cameAndWent,
    asks: 'to join a group',
    list: only,
    prepare: (on) => on.answer('/joinGroup', { code: 0, data: '' }),
    path: '/getContactInfo',
    ask: ({ client }) => client.actions.joinGroup(TEAM, 'token'),
    older: TEAM_INFO,
    now: { '/getContactInfo': REMOVAL },
  },
];

const self = (more: object) => ({ code: 0, data: { ...ME, ...more } });
export const selfLoaded: readonly Row[] = [
  {
    ...ownProfile(),
    before: ['Annie', '', 'anna'],
    asks: 'for another name',
    path: '/updateUserInfo',
    ask: ({ client }) =>
      client.actions.updateProfile({ realname: 'Annie', email: '', motto: '', sex: 2 } as never),
    older: self({ realname: 'Annie' }),
  },
  {
    ...ownProfile(),
    before: ['Annie', '', 'anna'],
    asks: 'for another privacy',
    path: '/setPrivacy',
    ask: ({ client }) => client.actions.setPrivacy({}),
    older: self({ realname: 'Annie' }),
  },
  {
    ...ownProfile(),
    before: ['Anna', 'older.png', 'anna'],
    asks: 'for another picture',
    options: { takesFiles: true },
    path: '/uploadAvatar',
    ask: ({ client }) =>
      client.actions.uploadAvatar({ name: 'a.png', sizeBytes: 1, type: 'image/png' } as never),
    older: { code: 0, data: 'older.png' },
  },
];

const scheduled = (id: string) => ({
  kind: 'scheduled',
  id,
  toContactId: 9,
  content: `words of ${id}`,
  at: [],
  pid: 0,
  extends: null,
  time: 1_800_000_000,
  failed: '',
});
const reminder = (n: number, rev = 0) => ({
  kind: 'reminder',
  toContactId: 9,
  time: 1_800_000_000,
  told: 0,
  message: { ...messageOf(n, 'words', { id: `m-${n}`, from: 9 }), rev },
});
const laterList = (seq: number, list: readonly object[]) => ({ code: 0, data: { seq, list, more: 0 } });
const laterRow = (
  name: string,
  happens: Change['happens'],
  shown: (state: State) => unknown,
  [before, after]: readonly [unknown, unknown],
  now: readonly object[],
): Row => ({
  name,
  happens,
  shown,
  before,
  after,
  asks: 'what is put off',
  path: '/getLater',
  ask: ({ client }) => client.actions.later(),
  older: laterList(0, [scheduled('a'), reminder(1)]),
  isUnseen: true,
  now: { '/getLater': laterList(1, now) },
});
const remindersAt = (state: State) => remindersOf(state).map(({ id, rev }) => [id, rev]);
export const laterLoaded: readonly Row[] = [
  laterRow(
    'a message that was sent',
    (on) => on.push('later', {}, own(1)),
    (state) => scheduledOf(state).map(({ id }) => id),
    [['a'], []],
    [reminder(1)],
  ),
  laterRow(
    'a deletion of what a reminder is about',
    (on) => on.push('delMessage', { toContactId: 9, id: 'm-1', msg_id: 1_001, n: 1 }, private9(4)),
    remindersAt,
    [[['m-1', 0]], []],
    [scheduled('a')],
  ),
  laterRow(
    'an edit of what a reminder is about',
    (on) =>
      on.push(
        'updateMessage',
        {
          id: 'm-1',
          msg_id: 1_001,
          n: 1,
          toContactId: 9,
          from_user: 9,
          type: 'text',
          content: 'new',
          rev: 1,
          extends: null,
        },
        private9(4),
      ),
    remindersAt,
    [[['m-1', 0]], [['m-1', 1]]],
    [scheduled('a'), reminder(1, 1)],
  ),
];

const makeRow = (
  name: string,
  older: unknown,
  newer: unknown,
  shown: (state: State, on: Scripted) => unknown,
  values: readonly [unknown, unknown],
): Row => ({
  name: `"${name}" of another device`,
  happens: (on) => on.push('kept', { name, op: 'elsewhere', value: newer }, own(1)),
  shown,
  before: values[0],
  after: values[1],
  asks: 'what is kept',
  path: '/getKept',
  ask: ({ client }) => client.actions.refreshKept(),
  older: { code: 0, data: { seq: 0, more: 0, list: [{ name, value: older }] } },
  now: { '/getKept': { code: 0, data: { seq: 1, more: 0, list: [{ name, value: newer }] } } },
});
const folder = (name: string) => ({
  list: [{ id: 'f', name, people: true, groups: false, unread: false, muted: null, chats: [] }],
});
const quiet = (from: number) => ({ from, till: 600, east: 0, toMe: false, offUntilMs: 0 });
const draft = (text: string) => ({ text, at: [], quote: null });
export const keptLoaded: readonly Row[] = [
  makeRow('folders', folder('Older'), folder('Newer'), ({ kept }) => kept.folders.map(({ name }) => name), [
    ['Older'],
    ['Newer'],
  ]),
  makeRow('pins', { list: ['9'] }, { list: ['9', '12'] }, ({ kept }) => kept.pins, [['9'], ['9', '12']]),
  makeRow('quiet', quiet(60), quiet(90), ({ kept }) => kept.quiet?.from, [60, 90]),
  makeRow('sounds', { all: 'none', chats: [] }, { all: 'bell', chats: [] }, ({ kept }) => kept.sounds?.all, [
    'none',
    'bell',
  ]),
  makeRow('quickReaction', { emoji: '😂' }, { emoji: '🙏' }, ({ kept }) => kept.quickReaction?.emoji, [
    '😂',
    '🙏',
  ]),
  makeRow('moments', { at: 5 }, { at: 9 }, ({ kept }) => kept.momentsSeenMs, [5, 9]),
  makeRow('previews', { on: false }, { on: true }, ({ kept }) => kept.previews, [false, true]),
  makeRow('alerts', { words: ['older'] }, { words: ['newer'] }, ({ kept }) => kept.words, [
    ['older'],
    ['newer'],
  ]),
  makeRow('draft 9', draft('older'), draft('newer'), (_, { client }) => client.actions.draft(BERT).text, [
    'older',
    'newer',
  ]),
];
export const momentsAsked: readonly Row[] = [
  {
    name: 'a moment',
    happens: (on) => on.push('moments', { at: 9 }),
    shown: ({ moments }) => moments?.atMs,
    before: 5,
    after: 9,
    asks: 'the newest moment',
    path: '/moments/news',
    ask: ({ client }) => client.actions.refreshMomentNews(),
    older: { code: 0, data: { at: 5 } },
  },
];

const REFUSED: Reply = { code: 400, msg: '' };
const DONE: Reply = { code: 0, data: '' };
/** The first press is refused after a second press. */
const pressRow = (
  name: string,
  path: string,
  press: (on: Scripted, isFirst: boolean) => unknown,
  shown: (state: State) => unknown,
  [before, after]: readonly [unknown, unknown],
  prepare: Row['prepare'] = () => undefined,
): Row => ({
  name: `another press (${name})`,
  prepare,
  happens: (on) => press(on, false),
  shown,
  before,
  after,
  asks: 'for a change',
  path,
  ask: (on) => press(on, true),
  older: REFUSED,
  now: { [path]: DONE },
});
export const pendingCleared: readonly Row[] = [
  {
    ...pressRow(
      'a pin in the list that came first',
      '/setChatTop',
      ({ client }, isFirst) => client.actions.setTop(BERT, isFirst),
      ({ pending }) => pending.top.get(BERT) ?? null,
      [true, false],
    ),
    happens: async (on) => {
      on.push('setChatTop', { id: 9, is_top: 1 }, own(1));
      await on.client.actions.setTop(BERT, false);
    },
    older: DONE,
  },
  pressRow(
    'a mute',
    '/isNotice',
    ({ client }, isFirst) => client.actions.setNotice(BERT, isFirst ? false : 'mentions'),
    ({ pending }) => pending.notice.get(BERT) ?? null,
    [null, 'mentions'],
  ),
  pressRow(
    'an edit',
    '/editMessage',
    ({ client }, isFirst) =>
      client.actions.edit(BERT, ONE, { ...EMPTY_DRAFT, text: isFirst ? 'former words' : 'newer words' }),
    ({ pending }) => pending.edit.get(ONE)?.content ?? null,
    [null, 'newer words'],
  ),
  pressRow(
    'a vote',
    '/vote',
    ({ client }, isFirst) => client.actions.vote(BERT, ONE, isFirst ? [0] : [1]),
    ({ pending }) => pending.vote.get(ONE)?.options ?? null,
    [null, [1]],
    (on) => {
      on.answer('/getMessageList', { code: 0, data: [messageOf(1, 'lunch?', { id: ONE })] });
      on.client.actions.openChat(BERT);
    },
  ),
  pressRow(
    'a followed thread',
    '/followThread',
    ({ client }, isFirst) => client.actions.followThread(BERT, 1, isFirst),
    ({ pending }) => [...pending.follow.values()].map(({ on }) => on),
    [[], [false]],
  ),
  pressRow(
    'a pinned message',
    '/pinMessage',
    ({ client }, isFirst) => client.actions.pinMessage(BERT, ONE, isFirst),
    ({ pending }) => pending.messagePin.get(ONE)?.on ?? null,
    [null, false],
  ),
  pressRow(
    'words that alert',
    '/keep',
    ({ client }, isFirst) => client.actions.keepAlertWords([isFirst ? 'former' : 'newer']),
    ({ pending }) => pending.keep.get('alerts')?.value ?? null,
    [null, { words: ['newer'] }],
  ),
];

const sentId = ({ client }: Scripted) =>
  [...client.core.get().outbox.values()].flat()[0]?.message.id ?? messageId('none');
/** The answer of a send is an event of its stream like the frame. */
export const outboxRemoved: readonly Row[] = [
  {
    name: 'a recall of what is being sent',
    happens: async (on) => {
      const sent = sentId(on);
      on.push('simple', messageOf(3, 'sent', { from: 7, id: sent }), private9(4));
      const last = { n: 3, id: sent, type: 'event', content: 'recalled', sendTime: 3, from_user: 7 };
      on.push(
        'undoMessage',
        { id: sent, msg_id: 1_003, n: 3, toContactId: 9, from_user: 7, content: 'recalled', by: 7, last },
        private9(5),
      );
      await on.settle();
    },
    shown: (state) => [
      messagesOf(state, BERT).map((item) => item.kind === 'message' && item.message.recalled),
      state.contacts.get(BERT)?.last?.content,
    ],
    before: [[false], 'sent'],
    after: [[true], 'recalled'],
    asks: 'to send a message',
    prepare: (on) => on.client.actions.openChat(BERT),
    path: '/sendMessage',
    ask: ({ client }) => client.actions.send(BERT, { ...EMPTY_DRAFT, text: 'sent' }),
    older: ({ id }) => ({
      code: 0,
      data: { ...messageOf(3, 'sent', { from: 7, id: String(id) }), ...private9(4) },
    }),
  },
];
