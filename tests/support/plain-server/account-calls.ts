import { type Asked, type Calls, joinRooms, refused, textOf } from './parts.ts';
import { loginUser, profile, systemInfo } from './shapes.ts';
import { moveIn, named } from './town.ts';

/** Binds a socket to the requesting user. Older sockets of this user receive a notification. */
function bindUid({ town, bag, wire }: Asked) {
  const line = wire.lines.get(textOf(bag['client_id']));
  const uid = Number(bag['user_id']);
  if (line !== undefined && town.people.has(uid)) {
    wire.toUser(uid, 'offline', { id: uid, client_id: line.clientId, isMobile: false });
    line.uid = uid;
    joinRooms(town, line);
    wire.toAll('isOnline', { id: uid, is_online: 1 });
  }
  return {};
}

function bindGroup({ town, bag, wire, me }: Asked) {
  const line = wire.lines.get(textOf(bag['client_id']));
  if (line !== undefined && line.uid === me) joinRooms(town, line);
  return {};
}

export const accountCalls: Calls = {
  '/common/pub/login': ({ town, bag }) => {
    const match = [...town.people.values()].find((one) => one.account === bag['account']);
    if (match === undefined || match.password !== bag['password']) return refused('账号或密码错误');
    return { data: { sessionId: 's1', authToken: match.token, userInfo: loginUser(town, match) }, msg: '' };
  },
  '/common/pub/register': ({ town, bag }) => {
    const made = moveIn(town, textOf(bag['account']), textOf(bag['realname']), textOf(bag['password']));
    return { data: { user_id: made.id, password: 'x', salt: 'y' }, msg: '注册成功' };
  },
  '/common/pub/logout': () => ({}),
  '/common/pub/getSystemInfo': ({ town }) => ({ data: systemInfo(town) }),
  '/common/pub/checkVersion': () => ({
    data: {
      versionName: '6.0.1',
      versionCode: '20250607',
      updateType: 'solicit',
      versionInfo: '',
      downloadUrl: '',
    },
  }),
  '/common/pub/bindUid': bindUid,
  '/common/pub/bindGroup': bindGroup,
  '/enterprise/im/getAdminNotice': () => ({ data: { title: '', create_time: 0 } }),
  '/enterprise/im/getUserInfo': ({ town, bag, me }) => {
    const match = town.people.get(Number(bag['user_id']));
    return match === undefined ? refused('系统错误', 502) : { data: profile(town, match, me) };
  },
  '/enterprise/im/updateUserInfo': ({ town, bag, me }) => {
    const { realname, email, motto, sex } = bag;
    Object.assign(named(town, me), {
      realname: textOf(realname),
      email: textOf(email),
      motto: textOf(motto),
      sex: Number(sex),
    });
    // The answer repeats the request, and nothing else.
    return { data: { realname, email, motto, sex }, msg: '修改成功' };
  },
};
