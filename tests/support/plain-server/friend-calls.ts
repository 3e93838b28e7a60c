import { card, dateText, friendShape, liveContact } from './shapes.ts';
import { type Answer, type Asked, type Calls, refused, textOf } from './parts.ts';
import { type FriendRow, named, putFriend, rowOf, type Town } from './town.ts';

const applicationRow = (town: Town, me: number, row: FriendRow) => ({
  ...friendShape(row),
  status: String(row.status),
  is_group: 0,
  create_time: dateText(town.nowMs()),
  create_user_info: card(town, named(town, row.create_user), me),
  user_id_info: card(town, named(town, row.friend_user_id), me),
});

function apply({ town, me, bag, wire }: Asked): Answer {
  const other = Number(bag['user_id']);
  if (!town.people.has(other) || other === me) return refused('用户不存在');
  if (rowOf(town, me, other, 1) !== undefined) return refused('你们已经是好友');
  putFriend(town, me, other, { is_invite: 1, status: 2, remark: textOf(bag['remark']) });
  // The frame has no `at` and no number, and its sender is not a number.
  const from = { id: 'system', displayName: '新朋友', avatar: '' };
  wire.toUser(other, 'simple', {
    id: 'a1',
    type: 'event',
    content: `${named(town, me).realname}申请添加你为好友`,
    fromUser: from,
    toContactId: 'system',
    is_group: 2,
    sendTime: town.nowMs(),
    fileSize: 0,
    fileName: '',
  });
  return { msg: '申请已发送' };
}

function answer({ town, me, bag, wire }: Asked): Answer {
  const row = town.friends.find(
    (one) => one.friend_id === Number(bag['friend_id']) && one.friend_user_id === me,
  );
  if (row === undefined) return refused('申请不存在');
  row.status = Number(bag['status']) === 1 ? 1 : 0;
  if (row.status === 0) return {};
  putFriend(town, me, row.create_user, { is_invite: 0 });
  const both = { type: 'event', lastContent: '你们已经是好友了，开始聊天吧' };
  wire.toUser(me, 'appendContact', { ...liveContact(town, row.create_user), ...both });
  wire.toUser(row.create_user, 'appendContact', { ...liveContact(town, me), ...both });
  return {};
}

export const friendCalls: Calls = {
  '/enterprise/im/searchUser': ({ town, bag, me }) => ({
    data: [...town.people.values()]
      .filter((one) => one.account === bag['keywords'] && one.id !== me)
      .map((one) => ({ ...card(town, one, me), friend: friendShape(rowOf(town, me, one.id, 1)) ?? '' })),
  }),
  '/enterprise/friend/add': apply,
  '/enterprise/friend/update': answer,
  '/enterprise/friend/index': ({ town, bag, me }) => {
    const mine = Number(bag['is_mine']) === 1;
    const rows = town.friends.filter(
      (row) => row.is_invite === 1 && (mine ? row.create_user : row.friend_user_id) === me,
    );
    return { data: rows.toReversed().map((row) => applicationRow(town, me, row)), count: rows.length };
  },
  '/enterprise/friend/setNickname': ({ town, bag }) => {
    const row = town.friends.find((one) => one.friend_id === Number(bag['friend_id']));
    if (row !== undefined) row.nickname = textOf(bag['nickname']);
    return {};
  },
  '/enterprise/friend/del': ({ town, bag, me, wire }) => {
    const other = Number(bag['id']);
    const storedRows = town.friends.filter(
      (row) => ![row.create_user, row.friend_user_id].every((id) => id === me || id === other),
    );
    town.friends.splice(0, town.friends.length, ...storedRows);
    // Only the other side is notified, with a number where groups have a text.
    wire.toUser(other, 'removeGroup', { group_id: me });
    return {};
  },
};
