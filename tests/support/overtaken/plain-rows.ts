import type { State } from '../../../src/client/state/state.ts';
import type { Scripted } from '../scripted-server.ts';
import { bert, group, listOf } from './answers.ts';
import { TEAM } from './changes.ts';
import type { Change, Row } from './row.ts';

/** A base-protocol server numbers nothing, so its answers count like its frames. */
const plainList = listOf([bert({ stream: undefined }), group({ stream: undefined })]);
const groupInfo = { id: 'group-4', displayName: 'Team', notice: 'old notice', groupUserCount: 3, isJoin: 3 };
const plainRow = (change: Change & Pick<Row, 'now'>): Row => ({
  ...change,
  asks: 'about a group (base protocol)',
  options: { plain: true },
  list: plainList,
  path: '/groupInfo',
  ask: ({ client }) => client.actions.group(TEAM),
  older: { code: 0, data: groupInfo },
});
const teamOf = (state: State) => state.contacts.get(TEAM)?.group;
const toTeam = (type: string, data: object) => (on: Scripted) =>
  on.push(type, { group_id: 'group-4', ...data });
export const groupNoticeSet: readonly Row[] = [
  plainRow({
    name: 'an announcement',
    happens: toTeam('setNotice', { notice: 'new' }),
    shown: (state) => teamOf(state)?.notice,
    before: 'old notice',
    after: 'new',
  }),
];
export const groupManagerSet: readonly Row[] = [
  plainRow({
    name: 'a role',
    happens: toTeam('setManager', { user_id: 7, role: 2, avatar: '' }),
    shown: (state) => teamOf(state)?.role,
    before: 3,
    after: 2,
  }),
];
export const groupMembersAdded: readonly Row[] = [
  plainRow({
    name: 'the end of a membership',
    happens: toTeam('removeUser', { user_id: 12, avatar: '' }),
    shown: (state) => teamOf(state)?.members,
    before: 3,
    after: 2,
    // The client counts again after a removal (PLAIN-5).
    now: { '/groupInfo': { code: 0, data: { ...groupInfo, groupUserCount: 2 } } },
  }),
];
export const applicationsSet: readonly Row[] = [
  {
    name: 'a friend request',
    happens: (on) => on.push('simple', { toContactId: 'system', from_user: 9, content: 'hello' }),
    shown: ({ totals }) => totals.system,
    before: 0,
    after: 1,
    asks: 'who asks to be a friend (base protocol)',
    options: { plain: true },
    list: plainList,
    path: '/friend/index',
    ask: ({ client }) => client.actions.applications('received', 1, 20),
    older: { code: 0, data: [], count: 0 },
  },
];
