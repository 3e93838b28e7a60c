import { groupContact, historyRow, liveContact, pushed, staticContacts, userContact } from './shapes.ts';
import { type Answer, type Asked, type PlainInput, type Calls, refused, textOf } from './parts.ts';
import {
  conversation,
  groupOf,
  isGroup,
  mentioning,
  named,
  put,
  putFriend,
  rowOf,
  type Row,
  type Town,
} from './town.ts';

const idOf = (value: unknown): number | string => (isGroup(value) ? value : Number(value));

/** The order is not guaranteed: users, groups, then the two fixed entries. */
function getContacts({ town, me, wire }: Asked): Answer {
  const friends = town.friends
    .filter((row) => row.create_user === me && row.status === 1)
    .map((row) => named(town, row.friend_user_id));
  const groups = [...town.groups.values()].filter((group) => group.members.has(me));
  const waiting = town.friends.filter(
    (row) => row.friend_user_id === me && row.is_invite === 1 && row.status === 2,
  );
  const data = [
    ...friends.map((one) => userContact(town, me, one, wire.isOnline(one.id))),
    ...groups.map((one) => groupContact(town, me, one)),
    ...staticContacts(town),
  ];
  return { data, count: waiting.length, page: waiting.length === 0 ? 0 : town.nowMs() };
}

/** Every opened message counts as read, and the other side is notified. */
function readAll({ town, me, wire }: Asked, id: unknown): void {
  const mine = groupOf(town, id)?.members.get(me);
  if (isGroup(id)) {
    if (mine !== undefined) mine.unread = 0;
    return;
  }
  for (const row of town.rows) if (row.to === me && row.from === Number(id)) row.is_read = true;
  wire.toUser(Number(id), 'readAll', { toContactId: me });
}

function getMessageList(asked: Asked): Answer {
  const { town, me, bag, wire } = asked;
  const id = bag['toContactId'];
  const all = conversation(town, me, id);
  const limit = Number(bag['limit'] ?? 20);
  if (Number(bag['is_at']) === 1) {
    const rows = mentioning(town, me, String(id)).toReversed();
    return { data: rows.map((row) => historyRow(town, me, row)), count: rows.length };
  }
  readAll(asked, id);
  if (bag['type'] !== undefined) {
    const matches = all.filter(
      (row) =>
        row.type !== 'event' &&
        (bag['type'] === 'all' || row.type === bag['type']) &&
        row.content.includes(textOf(bag['keywords'])),
    );
    const from = (Number(bag['page'] ?? 1) - 1) * limit;
    return {
      data: matches
        .toReversed()
        .slice(from, from + limit)
        .map((row) => historyRow(town, me, row)),
      count: matches.length,
    };
  }
  const below = Number(bag['last_id'] ?? 0);
  const open = below > 0 ? all.filter((row) => row.msg_id < below) : all;
  if (isGroup(id) && below === 0) {
    const list = mentioning(town, me, id).map((row) => historyRow(town, me, row));
    wire.toUser(me, 'atMsgList', { list, count: list.length, toContactId: id });
  }
  return { data: open.slice(-limit).map((row) => historyRow(town, me, row)), count: open.length };
}

/** Stores and delivers a message. The author's answer names the target, the frames name the sender. */
export function post({ town, me, wire }: Asked, said: PlainInput, file: Row['file'] = null): Answer {
  const to = idOf(said['toContactId']);
  const group = isGroup(to) ? groupOf(town, to) : undefined;
  if (isGroup(to) && !group?.members.has(me)) return refused('你不是群成员');
  if (!isGroup(to) && to > 0 && rowOf(town, me, to, 1) === undefined) return refused('对方不是你的好友');
  const at = (Array.isArray(said['at']) ? said['at'] : []).map(Number);
  const others = [...(group?.members.keys() ?? [])].filter((id) => id !== me);
  const extra = said['extends'];
  const row = put(town, {
    id: textOf(said['id']),
    from: me,
    to,
    type: textOf(said['type']),
    content: textOf(said['content']),
    file,
    at: at.includes(0) ? others : at,
    extends: typeof extra === 'object' && extra !== null ? { ...extra } : null,
  });
  const frame = pushed(town, row, said);
  if (isGroup(to)) wire.toRoom(to, 'group', frame);
  else for (const uid of new Set([to, me])) wire.toUser(uid, 'simple', frame);
  return { data: { ...frame, toContactId: said['toContactId'] } };
}

function undoMessage({ town, me, wire, bag }: Asked): Answer {
  const row = town.rows.find((one) => one.id === bag['id']);
  if (row === undefined) return refused('');
  const tell = (content: string) => ({
    id: row.id,
    msg_id: row.msg_id,
    type: 'event',
    content,
    from_user: me,
    sendTime: row.atMs,
    status: 1,
    is_last: row === town.rows.findLast((one) => one.to === row.to) ? 1 : 0,
    toContactId: row.to,
    isMobile: 0,
  });
  Object.assign(row, { type: 'event', content: '撤回了一条消息', at: [], extends: null });
  if (isGroup(row.to)) wire.toRoom(row.to, 'undoMessage', tell(`${named(town, me).realname}撤回了一条消息`));
  else {
    wire.toUser(row.to, 'undoMessage', tell('对方撤回了一条消息'));
    wire.toUser(me, 'undoMessage', tell('你撤回了一条消息'));
  }
  return {};
}

/** Sends the whole row to the other side or the room, but not to the user's other devices. */
function delMessage({ town, me, wire, bag }: Asked): Answer {
  const at = town.rows.findIndex((row) => row.id === bag['id'] && row.from === me);
  const [row] = at < 0 ? [] : town.rows.splice(at, 1);
  if (row === undefined) return refused('消息不存在');
  const { from, to, file: _file, ...rest } = row;
  const stored = {
    ...rest,
    content: 'U2FsdGVk',
    from_user: from,
    to_user: String(to).replace('group-', ''),
    is_last: 1,
    create_time: 1_700_000_000,
    del_user: '',
  };
  if (isGroup(to)) wire.toRoom(to, 'delMessage', stored);
  else wire.toUser(to, 'delMessage', stored);
  return {};
}

/** Sets a pin or a mute. The reference notifies of mutes in groups only. */
function setFlag(asked: Asked, flag: 'is_top' | 'is_notice', frame: string): Answer {
  const { town, me, bag, wire } = asked;
  const { id } = bag;
  const value = Number(bag[flag]) === 1 ? 1 : 0;
  const row = isGroup(id)
    ? groupOf(town, id)?.members.get(me)
    : (rowOf(town, me, Number(id)) ?? putFriend(town, me, Number(id), { status: 1 }));
  if (row !== undefined) row[flag] = value;
  if (isGroup(id) || flag === 'is_top')
    wire.toUser(me, frame, { id, [flag]: String(value), is_group: bag['is_group'] });
  return {};
}

function setMsgIsRead(asked: Asked): Answer {
  const { bag, wire } = asked;
  const messages = Array.isArray(bag['messages']) ? bag['messages'] : [bag['messages']];
  if (!isGroup(bag['toContactId'])) wire.toUser(Number(bag['fromUser']), 'isRead', messages);
  readAll(asked, bag['toContactId']);
  return {};
}

const forget = (town: Town, me: number, group: string): void => {
  for (const row of mentioning(town, me, group)) row.at = row.at.filter((one) => one !== me);
};

export const messageCalls: Calls = {
  '/enterprise/im/getContacts': getContacts,
  '/enterprise/im/getContactInfo': ({ town, bag }) => ({ data: liveContact(town, idOf(bag['id'])) }),
  '/enterprise/im/getMessageList': getMessageList,
  '/enterprise/im/sendMessage': (asked) =>
    Array.isArray(asked.bag) || asked.bag['id'] === undefined ? refused('参数错误') : post(asked, asked.bag),
  '/enterprise/im/forwardMessage': async (asked) => {
    const source = asked.town.rows.find((row) => row.msg_id === Number(asked.bag['msg_id']));
    if (source === undefined) return refused('消息不存在');
    const { account, realname } = named(asked.town, asked.me);
    for (const to of asked.bag['user_ids'] as readonly unknown[]) {
      const fromUser = { id: asked.me, account, realname, displayName: realname, avatar: '' };
      const sentMessage = {
        id: `forward-${asked.town.rows.length}`,
        toContactId: to,
        type: source.type,
        content: source.content,
        extends: source.extends,
        is_forward: 1,
        fromUser,
        sendTime: asked.town.nowMs(),
      };
      post(asked, sentMessage, source.file);
    }
    return { msg: '转发成功' };
  },
  '/enterprise/im/setMsgIsRead': setMsgIsRead,
  '/enterprise/im/readAtMsg': ({ town, me, bag }) => {
    forget(town, me, textOf(bag['toContactId']));
    return {};
  },
  '/enterprise/im/undoMessage': undoMessage,
  '/enterprise/im/delMessage': delMessage,
  '/enterprise/im/setChatTop': (asked) => setFlag(asked, 'is_top', 'setChatTop'),
  '/enterprise/im/isNotice': (asked) => setFlag(asked, 'is_notice', 'setIsNotice'),
  '/enterprise/im/delChat': () => ({}),
  '/common/upload/uploadFile': async (asked) => {
    const { town, file, bag } = asked;
    if (file === null) return refused('没有文件', 401);
    const id = 501 + town.files.size;
    town.files.set(id, { type: file.type, body: new Uint8Array(await file.arrayBuffer()) });
    const input = JSON.parse(textOf(bag['message'], '{}')) as PlainInput;
    const type = file.type.startsWith('image/') ? 'image' : 'file';
    const extra = type === 'image' ? { width: 120, height: '80', fixMode: 3 } : null;
    return post(
      asked,
      {
        ...input,
        type,
        content: `${town.base}/storage/${id}.${file.name.split('.').at(-1)}`,
        extends: extra,
      },
      { id, name: file.name, size: file.size },
    );
  },
  '/enterprise/emoji/index': () => ({ data: [] }),
  '/enterprise/files/index': () => ({ data: [] }),
};
