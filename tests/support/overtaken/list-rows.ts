import type { Scripted } from '../scripted-server.ts';
import { bert, config, group, listOf, named, said, syncOf } from './answers.ts';
import {
  application,
  blocked,
  BERT,
  contactIn,
  newName,
  newSpeaker,
  own,
  ownChanges,
  ownProfile,
  presence,
  private9,
  remark,
  removed,
  settings,
  TEAM,
  team,
  type OwnChange,
} from './changes.ts';
import type { Change, Row } from './row.ts';

const both = [bert(), group()];

const listRow = (change: Change, more: Partial<Row> = {}): Row => ({
  ...change,
  asks: 'the whole list',
  path: '/getContacts',
  ask: ({ client }) => client.actions.refreshContacts(),
  older: listOf(both),
  ...more,
});
/** The list that is asked for again knows of the change. */
const ownListRow = (change: OwnChange): Row =>
  listRow(change, { now: { '/getContacts': listOf([bert(change.row), group()], 1) } });

const lastWords: Change = {
  name: 'a message',
  happens: (on) => on.push('simple', said(3), private9(4)),
  shown: (state) => [contactIn(state)?.last?.content, contactIn(state)?.unread],
  before: [undefined, 1],
  after: ['words 3', 2],
};
const recalled: Change = {
  name: 'a recall of the newest message',
  happens: (on) =>
    on.push(
      'undoMessage',
      {
        id: 'g-1',
        msg_id: 1,
        n: 1,
        toContactId: 'group-4',
        from_user: 9,
        content: 'recalled',
        by: 9,
        byName: 'Bert',
        is_last: 1,
        last: { n: 1, id: 'g-1', type: 'event', content: 'recalled', sendTime: 1, from_user: 9 },
      },
      team(4),
    ),
  shown: (state) => contactIn(state, TEAM)?.last?.content,
  before: 'hello',
  after: 'recalled',
};
const ofTeam = (
  name: string,
  type: string,
  data: object,
  shown: (contact: NonNullable<ReturnType<typeof contactIn>>) => unknown,
  [before, after]: readonly [unknown, unknown],
): Change => ({
  name,
  happens: (on) => on.push(type, { group_id: 'group-4', id: 'group-4', ...data }, team(4)),
  shown: (state) => {
    const contact = contactIn(state, TEAM);
    return contact && shown(contact);
  },
  before,
  after,
});
export const teamChanges: readonly Change[] = [
  ofTeam('a new name of a group', 'editGroupName', { displayName: 'Crew' }, (one) => one.displayName, [
    'Team',
    'Crew',
  ]),
  ofTeam('an announcement', 'setNotice', { notice: 'new' }, (one) => one.group?.notice, [
    'old notice',
    'new',
  ]),
  ofTeam('a role', 'setManager', { user_id: 7, role: 2, avatar: '' }, (one) => one.group?.role, [3, 2]),
  ofTeam(
    'a mute of a member',
    'setNoSpeak',
    { user_id: 7, no_speak_time: 99 },
    (one) => one.group?.mutedUntilSec,
    [0, 99],
  ),
  ofTeam('a new owner', 'changeOwner', { user_id: 12 }, (one) => one.group?.ownerId, [9, 12]),
  ofTeam(
    'a new member',
    'addGroupUser',
    { user_ids: [12], members: 4, avatar: '' },
    (one) => one.group?.members,
    [3, 4],
  ),
  ofTeam(
    'settings of a group',
    'groupSetting',
    { setting: { nospeak: 1 } },
    (one) => one.group?.setting.nospeak,
    [0, 1],
  ),
];
const joined: Change = {
  name: 'a new group',
  happens: (on) =>
    on.push('addGroup', group({ id: 'group-5', stream: 'group-5', displayName: 'New' }), own(1)),
  shown: (state) => [...state.contacts].map(({ id }) => id).includes('group-5' as never),
  before: false,
  after: true,
};

export const contactsLoaded: readonly Row[] = [
  ...[lastWords, recalled, ...teamChanges, presence, newName, newSpeaker].map((change) => listRow(change)),
  ...[...ownChanges(9), remark].map(ownListRow),
  listRow(removed, { now: { '/getContacts': listOf([bert()], 1) } }),
  listRow(joined, {
    now: {
      '/getContacts': listOf([...both, group({ id: 'group-5', stream: 'group-5', displayName: 'New' })], 1),
    },
  }),
  listRow(blocked, {
    now: {
      '/getContacts': listOf(both, 1, { blocked: [12] }),
      '/sync': syncOf({ registers: { blocked: [12] } }),
    },
  }),
  listRow(application, { now: { '/getContacts': listOf(both, 1, { count: 2 }) } }),
  listRow(ownProfile(), {
    older: listOf(both, 0, { self: { user_id: 7, account: 'anna', realname: 'Anna', avatar: '' } }),
    now: {
      '/getContacts': listOf(both, 1, {
        self: { user_id: 7, account: 'anna', realname: 'Anne', avatar: 'newer.png' },
      }),
    },
  }),
];

/** Its gap is still open after 3 s, so the client requests the chat again. */
const missesMuch = async (on: Scripted) => {
  on.push('simple', said(4), private9(5));
  await on.clock.advance(3_500);
};
const anewOf = (more: object = {}) => ({ code: 0, data: bert({ seq: 5, count: 2, ...more }) });
const anewRow = (change: Change, more: Partial<Row> = {}): Row => ({
  ...change,
  asks: 'a chat anew',
  path: '/getContactInfo',
  ask: missesMuch,
  older: anewOf(),
  ...more,
});
const left: Change = {
  name: 'the end of a friendship',
  happens: (on) =>
    on.push('removeGroup', { group_id: 9, of: '7-9', until: 6, why: 'unfriended', by: 9 }, own(1)),
  shown: (state) => state.contacts.has(BERT),
  before: true,
  after: false,
};

/** The answer about gaps names a chat that must be loaded whole. */
const holed = async (on: Scripted) => {
  on.push('simple', said(4), private9(5));
  await on.clock.advance(500);
};
const syncRow = (change: Change, answer: object, more: Partial<Row> = {}): Row => ({
  ...change,
  asks: 'what was missed',
  path: '/sync',
  ask: holed,
  older: syncOf(answer),
  ...more,
});
/** The same answer, to the bind of another socket: its frames wait until the answer is in. */
const atBind = (row: Row): Row => ({ ...row, asks: `${row.asks}, at a bind`, ask: rebound, isUnseen: true });
const alsoAtBind = (rows: readonly Row[]): readonly Row[] => [
  ...rows,
  ...rows.filter(({ ask }) => ask === holed).map(atBind),
];
const rebound = ({ socket, page }: Scripted) => {
  socket().close();
  page.setOnline(false);
  page.setOnline(true);
};
const whole = (more: object = {}) => ({ resync: [{ stream: '7-9', contact: anewOf(more).data }] });

const ONLINE = syncOf({ registers: { online: [9] } });

export const contactResynced: readonly Row[] = alsoAtBind([
  ...[presence, newName].map((change) => anewRow(change)),
  ...[...ownChanges(9), remark].map((change) =>
    anewRow(change, { now: { '/getContactInfo': anewOf(change.row) } }),
  ),
  anewRow(left, { now: { '/getContactInfo': { code: 404, msg: '' } } }),
  syncRow(newName, whole()),
  syncRow(presence, { ...whole(), registers: { online: [] } }, { now: { '/sync': ONLINE } }),
  ...[...ownChanges(9), remark].map((change) =>
    syncRow(change, whole(), { now: { '/sync': syncOf(), '/getContactInfo': anewOf(change.row) } }),
  ),
  syncRow(left, whole(), { now: { '/sync': syncOf(), '/getContactInfo': { code: 404, msg: '' } } }),
  syncRow(newSpeaker, {
    resync: [
      { stream: '7-9', contact: anewOf().data },
      { stream: 'group-4', contact: group({ seq: 9 }) },
    ],
  }),
]);

export const presenceLoaded: readonly Row[] = alsoAtBind([
  syncRow(presence, { registers: { online: [] } }, { now: { '/sync': ONLINE } }),
]);
export const profilesLoaded: readonly Row[] = alsoAtBind([
  syncRow({ ...newName, before: 'Benno' }, { registers: { profiles: named('Benno', 3).list } }),
]);
export const applicationsLoaded: readonly Row[] = alsoAtBind([
  syncRow({ ...application, before: 1 }, { registers: { applications: 1 } }, { now: { '/sync': syncOf() } }),
]);
const blockedRow = syncRow(
  { ...blocked, before: [13] },
  { registers: { blocked: [13] } },
  {
    again: syncOf({ registers: { blocked: [13] } }),
    now: { '/sync': syncOf({ registers: { blocked: [12] } }) },
  },
);
// The frame adds to the answer before it.
export const blockedLoaded: readonly Row[] = [blockedRow, atBind({ ...blockedRow, after: [13, 12] })];
export const epochChanged: readonly Row[] = alsoAtBind([
  syncRow(
    { ...lastWords, happens: (on) => on.push('simple', said(3), private9(4)), after: ['words 4', 3] },
    { full: 1 },
    {
      again: syncOf(),
      now: {
        '/sync': syncOf(),
        '/getContacts': listOf([
          bert({
            seq: 5,
            count: 4,
            last: { n: 4, type: 'text', content: 'words 4', sendTime: 4, from_user: 9 },
          }),
        ]),
      },
    },
  ),
]);
export const configLoaded: readonly Row[] = alsoAtBind([
  {
    ...settings,
    asks: 'the settings of the server',
    path: '/getSystemInfo',
    ask: ({ client }) => client.actions.refreshConfig(),
    older: { code: 0, data: config('Older', 2) },
  },
  syncRow(settings, { registers: { config: config('Older', 2) } }),
  {
    ...settings,
    options: { plain: true },
    name: 'settings of a server that numbers nothing',
    happens: (on) => on.push('updateConfig', { sysInfo: { name: 'Newer' } }),
    asks: 'the settings of the server',
    path: '/getSystemInfo',
    ask: ({ client }) => client.actions.refreshConfig(),
    older: { code: 0, data: { sysInfo: { name: 'Older' } } },
  },
]);
