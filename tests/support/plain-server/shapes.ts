import {
  conversation,
  type FriendRow,
  type Group,
  groupOf,
  isGroup,
  mentioning,
  named,
  type Row,
  rowOf,
  type Someone,
  type Town,
  unreadFrom,
} from './town.ts';

/**
 * Answers and frames in the shapes that were recorded from a base-protocol server: digits as text, null
 * settings, an empty list instead of an object, unrequested keys, times in milliseconds.
 */
type Shape = Readonly<Record<string, unknown>>;

const avatarOf = (town: Town, of: string, id: number | string): string =>
  `${town.base}/avatar/${encodeURIComponent(of.slice(0, 1))}/80/${id}`;
const groupAvatar = (town: Town, group: Group): string => avatarOf(town, group.name, `group-${group.id}`);
const letter = (name: string): string => (/^[a-z]/i.test(name) ? name.slice(0, 1).toUpperCase() : '#');
export const dateText = (ms: number): string => new Date(ms).toISOString().slice(0, 19).replace('T', ' ');

export const card = (town: Town, person: Someone, viewer: number): Shape => ({
  user_id: person.id,
  id: person.id,
  account: person.account,
  realname: rowOf(town, viewer, person.id, 1)?.nickname ?? person.realname,
  displayName: person.realname,
  avatar: avatarOf(town, person.realname, person.id),
  name_py: person.realname.toLowerCase(),
  email: person.email === '' ? null : person.email,
  last_login_ip: '192.0.2.1',
});

export const loginUser = (town: Town, person: Someone): Shape => ({
  ...card(town, person, person.id),
  sex: String(person.sex),
  motto: person.motto,
  remark: null,
  role: '0',
  is_auth: 0,
  cs_uid: 0,
  friend_limit: 0,
  group_limit: 0,
  setting: null,
  last_login_time: 1_700_000_000,
  status: 1,
  delete_time: 0,
  qrUrl: `${town.base}/scan/u/code-${person.id}`,
  salt: 'a1b2',
});

export const profile = (town: Town, person: Someone, viewer: number): Shape => ({
  ...loginUser(town, person),
  realname: person.realname,
  account: `${person.account.slice(0, 3)}******${person.account.slice(-2)}`,
  password: '',
  location: '',
  friend: friendShape(rowOf(town, viewer, person.id, 1)) ?? '',
});

export const friendShape = (row: FriendRow | undefined): Shape | null =>
  row === undefined
    ? null
    : {
        ...row,
        friend_user_id: String(row.friend_user_id),
        create_time: '2023-11-14 22:13:20',
        update_time: '2023-11-14 22:13:20',
        delete_time: 0,
      };

const lastOf = (town: Town, viewer: number, id: unknown): Row | undefined =>
  conversation(town, viewer, id).at(-1);

export function userContact(town: Town, viewer: number, person: Someone, online: boolean): Shape {
  const last = lastOf(town, viewer, person.id);
  const mine = rowOf(town, viewer, person.id, 1);
  return {
    ...card(town, person, viewer),
    displayName: mine?.nickname ?? person.realname,
    index: letter(mine?.nickname ?? person.realname),
    lastContent: last?.content ?? '',
    unread: String(unreadFrom(town, viewer, person.id)),
    // Without a message the reference returns the current time.
    lastSendTime: last?.atMs ?? town.nowMs(),
    is_group: 0,
    setting: [],
    is_at: 0,
    location: '',
    is_online: online ? 1 : 0,
    is_top: String(mine?.is_top ?? 0),
    is_notice: String(mine?.is_notice ?? 1),
    ...(last === undefined ? {} : { type: last.type }),
  };
}

export function groupContact(town: Town, viewer: number, group: Group): Shape {
  const last = lastOf(town, viewer, `group-${group.id}`);
  const mine = group.members.get(viewer);
  return {
    group_id: group.id,
    id: `group-${group.id}`,
    account: `group-${group.id}`,
    avatar: groupAvatar(town, group),
    displayName: group.name,
    realname: `${group.name} [群聊]`,
    name_py: group.name.toLowerCase(),
    owner_id: String(group.owner),
    notice: group.notice,
    role: mine?.role ?? 3,
    is_notice: mine?.is_notice ?? 1,
    is_top: String(mine?.is_top ?? 0),
    unread: String(mine?.unread ?? 0),
    setting: group.setting,
    is_group: 1,
    index: '[2]群聊',
    is_online: 1,
    is_at: mentioning(town, viewer, `group-${group.id}`).length,
    create_time: 1_700_000_000,
    ...(last === undefined ? {} : { type: last.type, lastContent: last.content, lastSendTime: last.atMs }),
  };
}

/** The contact next to a message, and for a new user or group. Group settings are JSON text. */
export function liveContact(town: Town, id: number | string): Shape {
  const group = isGroup(id) ? groupOf(town, id) : undefined;
  const name = group?.name ?? named(town, Number(id)).realname;
  const both = {
    id,
    displayName: name,
    name_py: name.toLowerCase(),
    lastContent: '',
    type: 'text',
    lastSendTime: town.nowMs(),
    unread: 0,
    is_top: 0,
    is_at: 0,
    is_notice: 1,
    location: '',
  };
  if (group !== undefined)
    return {
      ...both,
      avatar: groupAvatar(town, group),
      index: '[2]群聊',
      is_group: 1,
      setting: JSON.stringify(group.setting),
      role: 3,
    };
  return { ...both, avatar: avatarOf(town, name, Number(id)), index: letter(name), is_group: 0, setting: [] };
}

/** The answer of `add` and its frame: no counters, and every reader is a member. */
export const newGroup = (town: Town, group: Group, role: number): Shape => ({
  id: `group-${group.id}`,
  displayName: group.name,
  owner_id: group.owner,
  role,
  name_py: null,
  avatar: groupAvatar(town, group),
  is_group: 1,
  lastContent: '创建了群聊',
  lastSendTime: town.nowMs(),
  index: '[2]群聊',
  is_notice: 1,
  is_top: 0,
  setting: group.setting,
});

export const staticContacts = (town: Town): readonly Shape[] => [
  {
    id: 'admin_notice',
    user_id: 'admin_notice',
    displayName: '系统通知',
    avatar: '',
    name_py: 'xitongtongzhi',
    lastContent: '',
    lastSendTime: 0,
    is_group: 2,
    index: '[1]系统消息',
    unread: 0,
    type: 'text',
    setting: [],
    is_online: 0,
    is_top: 0,
    is_notice: 1,
  },
  {
    id: -1,
    user_id: -1,
    displayName: '我的收藏',
    avatar: '',
    name_py: 'wodeshoucang',
    lastContent: '传输你的文件',
    lastSendTime: town.nowMs() - 60_000,
    is_group: 3,
    index: '[1]系统消息',
    unread: 0,
    type: 'text',
    setting: [],
    is_online: 0,
    is_top: 0,
    is_notice: 1,
  },
];

const fileFields = (town: Town, row: Row): Shape =>
  row.file === null
    ? { file_id: 0, file_cate: 0, fileName: '', fileSize: '', preview: '', extUrl: '', download: '' }
    : {
        file_id: String(row.file.id),
        file_cate: 2,
        fileName: row.file.name,
        fileSize: String(row.file.size),
        preview: row.content,
        extUrl: row.content,
        download: `${town.base}/filedown/${row.file.id}`,
      };

/** A row of `getMessageList`: `at` as text, no `is_undo`, no `user_id`. */
export const historyRow = (town: Town, viewer: number, row: Row): Shape => ({
  msg_id: row.msg_id,
  id: row.id,
  type: row.type,
  content: row.content,
  sendTime: row.atMs,
  is_group: isGroup(row.to) ? 1 : 0,
  toContactId: row.to,
  from_user: row.from,
  fromUser: card(town, named(town, row.from), viewer),
  at: row.at.map(String),
  status: 'succeed',
  is_read: row.is_read ? 1 : 0,
  role: String(groupOf(town, row.to)?.members.get(row.from)?.role ?? 3),
  extends: row.extends,
  chat_identify: 'x',
  ...fileFields(town, row),
});

/** The frame for both sides: the sender's fields and little else. `said` is the body of the request. */
export const pushed = (town: Town, row: Row, said: Shape): Shape => ({
  ...said,
  fromUser: said['fromUser'] ?? { id: 0 },
  sendTime: said['sendTime'] ?? 0,
  id: row.id,
  msg_id: row.msg_id,
  type: row.type,
  content: row.content,
  is_group: isGroup(row.to) ? 1 : 0,
  toContactId: isGroup(row.to) ? row.to : row.from,
  toUser: row.to,
  to_user: String(row.to).replace('group-', ''),
  user_id: row.from,
  at: row.at,
  status: 'succeed',
  is_read: 0,
  role: '3',
  extends: row.extends,
  ...fileFields(town, row),
  contactInfo: liveContact(town, isGroup(row.to) ? row.to : row.from),
});

export const memberShape = (town: Town, group: Group, id: number): Shape => {
  const { account, realname } = named(town, id);
  const row = group.members.get(id);
  return {
    id: 100 + id,
    group_id: group.id,
    user_id: String(id),
    invite_id: group.owner,
    status: 1,
    delete_time: 0,
    create_time: '2023-11-14 22:13:20',
    ...row,
    userInfo: {
      id,
      displayName: realname,
      account,
      name_py: realname.toLowerCase(),
      avatar: avatarOf(town, realname, id),
    },
  };
};

export const groupInfo = (town: Town, group: Group, viewer: number): Shape => ({
  group_id: group.id,
  id: `group-${group.id}`,
  name: group.name,
  displayName: group.name,
  name_py: null,
  avatar: groupAvatar(town, group),
  owner_id: group.owner,
  ownerName: named(town, group.owner).realname,
  userInfo: card(town, named(town, group.owner), viewer),
  groupUserCount: String(group.members.size),
  notice: group.notice,
  setting: group.setting,
  isJoin: group.members.get(viewer)?.role ?? 0,
  qrUrl: `${town.base}/scan/g/code-${group.id}`,
  qrExpire: '11-21',
  create_user: group.owner,
  level: 0,
  is_public: 0,
  status: 1,
  delete_time: 0,
});

export const systemInfo = (town: Town): Shape => ({
  sysInfo: {
    name: '旧服务器',
    logo: '',
    description: '',
    state: '1',
    closeTips: '',
    regtype: '1',
    regauth: '0',
    registerInterval: '0',
    runMode: '2',
    ipregion: '1',
    multipleLogin: '1',
  },
  chatInfo: {
    simpleChat: '1',
    groupChat: '1',
    groupUserMax: '0',
    online: '1',
    webrtc: '1',
    stun: '',
    stunUser: '',
    stunPass: '',
    sendInterval: '0',
    redoTime: '120',
    dbDelMsg: '1',
    msgClear: '1',
    msgClearDay: '30',
    autoAddUser: { status: '0', user_ids: [] },
  },
  fileUpload: { size: '50', preview: '', fileExt: ['jpg', 'png', 'txt', 'pdf', 'mp3', 'mp4'] },
  compass: { status: '0', mode: '1', list: [] },
  demon_mode: false,
  packageDate: dateText(town.nowMs()),
});
