import { isHidden, unreadOf } from '../../domain/contact.ts';
import { GROUP_FIELDS, SETTING_NAMES, type SettingName } from '../../domain/group-fields.ts';
import { groupContact, groupOfStream } from '../../domain/ids.ts';
import type { StreamId, UserId } from '../../domain/ids.ts';
import type {
  ConversationView,
  GroupRow,
  LastRow,
  MessageRow,
  PersonCard,
  UserRow,
} from '../../ports/store.ts';
import type { Settings } from '../kernel/core.ts';
import { namePy } from '../../domain/initials.ts';
import { indexLetter } from '../../domain/name-order.ts';
import { groupCallData } from './group-call-data.ts';
import type { FramingContext } from './load.ts';
import { headOf, lastData, listedContent } from './message-data.ts';
import { STATIC_FACES, toFlag } from './wire-values.ts';

/** One row of `getContacts`, `getContactInfo`, `addGroup`, `appendContact` and `resync`. */
export type ContactRow = Readonly<Record<string, unknown>>;

/** Server data: presence, and the time format. */
export type RowContext = Pick<FramingContext, 'online'> & { readonly settings: Pick<Settings, 'wireTime'> };

/**
 * A conversation as `viewer` sees it, with the positions of the same moment (docs/protocol.md, "Contact
 * rows"). `speaker`: author of its last message, if the caller has the name.
 */
export function contactRow(
  view: ConversationView,
  viewer: UserId,
  { online, settings }: RowContext,
  speaker = '',
): ContactRow {
  const { member, stream, last } = view;
  const counts = { count: stream.count, mark: member.mark, own: member.own, hiddenTo: member.hiddenTo };
  const hidden = isHidden(counts);
  const visibleLast = hidden ? null : last;
  const who = identity(view, viewer, online);
  const lastData = lastFields(last, viewer, settings, speaker);
  // All in one literal: an object that grows is copied several times on the way, and there are thousands.
  const row: Record<string, unknown> = {
    id: who['id'],
    user_id: who['user_id'],
    displayName: who['displayName'],
    realname: who['realname'],
    account: who['account'],
    avatar: who['avatar'],
    name_py: who['name_py'],
    email: who['email'],
    index: who['index'],
    location: who['location'],
    setting: who['setting'],
    is_group: who['is_group'],
    is_online: who['is_online'],
    lastContent: visibleLast ? headOf(visibleLast) + String(lastData?.['content']) : '',
    type: visibleLast ? listType(visibleLast) : 'text',
    lastSendTime: visibleLast?.sentAtMs ?? 0,
    unread: hidden ? 0 : unreadOf(counts),
    is_at: view.mentions,
    is_top: toFlag(member.isTop),
    is_notice: toFlag(member.isNotice),
    stream: stream.stream,
    seq: stream.head,
    count: stream.count,
    mark: member.mark,
    own: member.own,
    at_mark: member.mentionMark,
    hidden_n: member.hiddenTo,
    peer_mark: view.partner?.mark ?? 0,
    last: lastData,
  };
  if (view.group) ofGroup(row, view.group, member);
  if (member.archivedTo !== null) row['archived_n'] = member.archivedTo;
  if (member.isMarked) row['marked'] = 1;
  if (member.markedFrom !== null) row['marked_n'] = member.markedFrom;
  if (member.atOnly) row['at_only'] = 1;
  if (member.quietUntilMs !== null) row['quiet_until'] = member.quietUntilMs;
  if (view.timers) row['timers'] = view.timers;
  if (view.groupCall) row['group_call'] = groupCallData(view.groupCall);
  return row;
}

function lastFields(
  last: LastRow | null,
  viewer: UserId,
  settings: RowContext['settings'],
  speaker: string,
): Record<string, unknown> | null {
  const data = last ? lastData(last, viewer, settings) : null;
  if (data !== null && speaker !== '') data['from_name'] = speaker;
  return data;
}

/** Fields of groups only. */
function ofGroup(row: Record<string, unknown>, group: GroupRow, member: ConversationView['member']): void {
  row['group_id'] = group.id;
  row['owner_id'] = group.owner;
  row['notice'] = group.notice;
  row['setting'] = wholeSetting(group.setting);
  row['role'] = member.role;
  row['members'] = group.members;
  row['no_speak_time'] = member.mutedUntilSec;
}

/** False for members of an ended group who were not notified yet (GROUP-32). */
export const hasChat = ({ stream: { stream }, group }: ConversationView): boolean =>
  group !== null || groupOfStream(stream) === null;

function identity(
  { group, partner }: ConversationView,
  viewer: UserId,
  online: RowContext['online'],
): Readonly<Record<string, unknown>> {
  if (group) return groupIdentity(group);
  return partner ? personIdentity(partner.user, partner.nickname, online(partner.user.id, viewer)) : {};
}

/**
 * A group's public data; also `contactInfo` of `group` frames, which are sent with each message: without its
 * longer texts.
 */
export const groupIdentity = (row: GroupRow): Record<string, unknown> => ({
  id: groupContact(row.id),
  group_id: row.id,
  displayName: row.name,
  realname: row.name,
  account: groupContact(row.id),
  avatar: row.avatar,
  name_py: namePy(row.name),
  index: '#',
  owner_id: row.owner,
  notice: row.notice,
  setting: settingData(row.setting),
  is_group: 1,
  is_online: 1,
});

const SHORT_NAMES = SETTING_NAMES.filter((name) => GROUP_FIELDS[name].initial !== '');

/** Numbers and texts that the contract does not name are absent while they are initial. */
function settingData(setting: GroupRow['setting'], names: readonly SettingName[] = SHORT_NAMES) {
  const data: Record<string, string | number> = {};
  for (const name of names) {
    const value = setting[name];
    if (typeof value === 'boolean') data[name] = toFlag(value);
    else if (name === 'nospeak' || value !== GROUP_FIELDS[name].initial) data[name] = value;
  }
  return data;
}

/** Includes the group's texts (GROUP-20, GROUP-21). */
export const wholeSetting = (setting: GroupRow['setting']) => settingData(setting, SETTING_NAMES);

export const personIdentity = (
  user: PersonCard,
  nickname: string,
  online: boolean,
): Record<string, unknown> => ({
  id: user.id,
  user_id: user.id,
  displayName: nickname || user.realname,
  realname: user.realname,
  account: user.account,
  avatar: user.avatar,
  name_py: namePy(nickname || user.realname),
  email: user.email,
  index: indexLetter(nickname || user.realname),
  location: '',
  setting: [],
  is_group: 0,
  is_online: toFlag(online),
});

const listType = (last: LastRow): string => (last.recalled ? 'event' : last.type);

/** List fields of the contract: text, type and time in milliseconds (WIRE-6). */
export const lastShown = (last: LastRow | null, viewer: UserId | null) => ({
  lastContent: last ? listedContent(last, viewer) : '',
  type: last ? listType(last) : 'text',
  lastSendTime: last?.sentAtMs ?? 0,
});

/** `contactInfo` inside message frames: equal for all readers except for the conversation itself. */
export function contactInfo(
  who: Record<string, unknown>,
  last: MessageRow,
  viewer: UserId | null,
): ContactRow {
  // Written into the fresh identity, as above: one is made for each reader of each message.
  who['lastContent'] = listedContent(last, viewer);
  who['type'] = listType(last);
  who['lastSendTime'] = last.sentAtMs;
  who['unread'] = 0;
  who['is_at'] = 0;
  who['is_top'] = 0;
  who['is_notice'] = 1;
  if (who['is_group'] === 1) who['role'] = 3;
  return who;
}

/** State of a static contact in its stream; `mark`: the user's read position. */
export interface StaticPlace {
  readonly stream: StreamId;
  readonly seq: number;
  readonly count: number;
  readonly mark: number;
  /** Messages after the mark that do not count as unread. */
  readonly own: number;
  readonly last: MessageRow | null;
}

/** Older clients sort what has no person behind it under this heading (protocol 5.3.3). */
const SYSTEM_INDEX = '[1]系统消息';

const staticContact = (id: number | string, kind: 2 | 3, name: string, avatar: string): ContactRow => ({
  id,
  user_id: id,
  displayName: name,
  realname: name,
  account: String(id),
  name_py: '',
  is_group: kind,
  setting: [],
  is_at: 0,
  is_top: 0,
  is_notice: 1,
  is_online: 0,
  index: SYSTEM_INDEX,
  avatar,
});

/** A user without a conversation yet (CONF-6). */
export const strangerRow = (
  user: UserRow,
  stream: StreamId,
  viewer: UserId,
  { online, settings }: RowContext,
): ContactRow => ({
  ...personIdentity(user, '', online(user.id, viewer)),
  is_top: 0,
  is_notice: 1,
  is_at: 0,
  ...placeFields({ stream, seq: 0, count: 0, mark: 0, own: 0, last: null }, settings),
});

/** The two contacts of every user: announcements, and `favourites` in the own stream. */
export const noticeRow = (place: StaticPlace, settings: RowContext['settings']): ContactRow => ({
  ...staticContact('admin_notice', 2, '系统公告', STATIC_FACES.notice),
  ...placeFields(place, settings),
});
export const favouritesRow = (
  place: StaticPlace,
  viewer: UserId,
  settings: RowContext['settings'],
): ContactRow => ({
  ...staticContact(-1, 3, '文件传输助手', STATIC_FACES.favourites),
  ...placeFields(place, settings, viewer),
});

const placeFields = (
  { stream, seq, count, mark, own, last }: StaticPlace,
  settings: RowContext['settings'],
  viewer: UserId | null = null,
): ContactRow => ({
  ...lastShown(last, viewer),
  unread: count - mark - own,
  stream,
  seq,
  count,
  mark,
  own,
  at_mark: 0,
  hidden_n: 0,
  peer_mark: 0,
  last: last ? lastData(last, viewer, settings) : null,
});
