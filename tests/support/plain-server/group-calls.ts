import { groupInfo, memberShape, newGroup } from './shapes.ts';
import { post } from './message-calls.ts';
import { type Answer, type Asked, type Calls, refused, textOf } from './parts.ts';
import { foundGroup, type Group, groupOf, named } from './town.ts';

/** Only members, and of the rank that it takes. */
function executeAs(
  asked: Asked,
  rank: 1 | 2 | 3,
  act: (group: Group, room: string) => Answer | Promise<Answer>,
): Answer | Promise<Answer> {
  const { bag, town, me } = asked;
  const group = groupOf(town, bag['id'] ?? bag['group_id']);
  const role = group?.members.get(me)?.role;
  if (group === undefined || role === undefined || role > rank) return refused('没有权限');
  return act(group, `group-${group.id}`);
}

const numbers = (value: unknown): readonly number[] => (Array.isArray(value) ? value.map(Number) : []);
/** The picture changes shortly after the members change. */
const picture = (group: Group, base: string) => ({
  group_id: `group-${group.id}`,
  avatar: `${base}/avatar/g/80/group-${group.id}`,
});

function add({ town, me, bag, wire }: Asked): Answer {
  const ids = [...new Set(numbers(bag['user_ids']))].filter((id) => town.people.has(id));
  const group = foundGroup(
    town,
    me,
    ids,
    typeof bag['name'] === 'string' && bag['name'] !== '' ? bag['name'] : '群聊',
  );
  // Sockets are not joined to the room: each client asks for that itself.
  for (const id of group.members.keys()) wire.toUser(id, 'addGroup', newGroup(town, group, 3));
  return { data: newGroup(town, group, 1) };
}

function removeUser(asked: Asked): Answer | Promise<Answer> {
  const { bag, town, wire, me } = asked;
  const target = Number(bag['user_id']);
  return executeAs(asked, target === me ? 3 : 2, (group, room) => {
    wire.toRoom(room, 'removeUser', { ...picture(group, town.base), user_id: String(target) });
    group.members.delete(target);
    for (const line of wire.lines.values()) if (line.uid === target) line.rooms.delete(room);
    wire.toRoom(room, 'setManager', picture(group, town.base));
    return {};
  });
}

export const groupCalls: Calls = {
  '/enterprise/group/add': add,
  '/enterprise/group/addGroupUser': (asked) =>
    executeAs(asked, 3, (group, room) => {
      const { bag, town, wire } = asked;
      for (const id of numbers(bag['user_ids'])) {
        group.members.set(id, { role: 3, is_top: 0, is_notice: 1, unread: 0, no_speak_time: 0 });
        wire.toUser(id, 'addGroup', newGroup(town, group, 3));
      }
      wire.toRoom(room, 'setManager', picture(group, town.base));
      return {};
    }),
  '/enterprise/group/groupInfo': ({ town, bag, me }) => {
    const group = groupOf(town, bag['group_id']);
    return group === undefined ? refused('系统错误', 502) : { data: groupInfo(town, group, me) };
  },
  '/enterprise/group/groupUserList': ({ town, bag }) => {
    const group = groupOf(town, bag['group_id']);
    if (group === undefined) return refused('群不存在');
    const rows = [...group.members]
      .toSorted(([, a], [, b]) => a.role - b.role)
      .map(([id]) => memberShape(town, group, id));
    return { data: rows, count: rows.length };
  },
  '/enterprise/group/editGroupName': (asked) =>
    executeAs(asked, 2, (group, room) => {
      group.name = textOf(asked.bag['displayName']);
      asked.wire.toRoom(room, 'editGroupName', {
        id: room,
        displayName: group.name,
        editUserName: named(asked.town, asked.me).realname,
      });
      return { msg: '修改成功' };
    }),
  '/enterprise/group/setNotice': (asked) =>
    executeAs(asked, 2, (group, room) => {
      const { town, me, bag } = asked;
      group.notice = textOf(bag['notice']);
      const { realname } = named(town, me);
      const fromUser = { id: me, displayName: realname, realname, avatar: '' };
      const sentMessage = {
        id: `notice-${town.rows.length}`,
        toContactId: room,
        is_group: 1,
        type: 'text',
        content: `<h4>群公告</h4><p>${group.notice}</p>`,
        at: [0],
        fromUser,
        sendTime: town.nowMs(),
      };
      post(asked, sentMessage);
      return {};
    }),
  '/enterprise/group/groupSetting': (asked) =>
    executeAs(asked, 1, (group, room) => {
      group.setting = Object.fromEntries(
        Object.entries(asked.bag['setting'] ?? {}).map(([key, value]) => [key, String(value)]),
      );
      asked.wire.toRoom(room, 'groupSetting', { group_id: room, setting: group.setting });
      return {};
    }),
  '/enterprise/group/setManager': (asked) =>
    executeAs(asked, 1, (group, room) => {
      const member = group.members.get(Number(asked.bag['user_id']));
      if (member === undefined) return refused('');
      member.role = Number(asked.bag['role']) === 2 ? 2 : 3;
      asked.wire.toRoom(room, 'setManager', {
        ...picture(group, asked.town.base),
        user_id: asked.bag['user_id'],
      });
      return {};
    }),
  '/enterprise/group/setNoSpeak': (asked) =>
    executeAs(asked, 2, (group, room) => {
      const member = group.members.get(Number(asked.bag['user_id']));
      if (member === undefined) return refused('不是群成员');
      asked.wire.toRoom(room, 'setNoSpeak', { group_id: room, user_id: asked.bag['user_id'] });
      member.no_speak_time = Math.floor(asked.town.nowMs() / 1_000) + 600 * Number(asked.bag['noSpeakTimer']);
      return {};
    }),
  '/enterprise/group/removeUser': removeUser,
  '/enterprise/group/removeGroup': (asked) =>
    executeAs(asked, 1, (group, room) => {
      asked.wire.toRoom(room, 'removeGroup', { group_id: room });
      asked.town.groups.delete(group.id);
      return {};
    }),
};
