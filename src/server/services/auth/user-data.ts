import type { FriendRow, UserRow } from '../../../ports/store.ts';
import { authorCard } from '../../frames/message-data.ts';
import { namePy } from '../../frames/letters.ts';
import { dateText } from '../date-text.ts';

/** Own user, for its owner only (protocol 5.2). Never a hash, never an address of the net (FRIEND-7). */
export const loginUser = (row: UserRow) => ({
  user_id: row.id,
  id: row.id,
  account: row.account,
  realname: row.realname,
  displayName: row.realname,
  avatar: row.avatar,
  name_py: namePy(row.realname),
  email: row.email,
  sex: row.sex,
  motto: row.motto,
  role: row.role,
  is_auth: row.isAuth ? 1 : 0,
  last_login_time: Math.floor(row.lastLoginAtMs / 1_000),
  status: row.active ? 1 : 0,
  setting: null,
});

/** Account of a profile, where people are looked at who need not be friends: three signs, six stars, two signs. */
export const maskedAccount = (account: string): string => {
  const signs = [...account];
  return signs.length <= 5 ? `${signs[0] ?? ''}******` : `${signs.slice(0, 3).join('')}******${signs.slice(-2).join('')}`;
};

/** Small user object; displayName is the viewer's remark where there is one. */
export const card = (row: UserRow | null, id: UserRow['id'], alias = '') => ({
  ...authorCard(id, row, alias),
  name_py: namePy(row?.realname ?? ''),
});

export const friendData = (row: FriendRow) => ({
  friend_id: row.id,
  create_user: row.creator,
  friend_user_id: String(row.friend),
  nickname: row.nickname,
  remark: row.remark,
  is_invite: row.isInvite ? 1 : 0,
  status: row.status,
  create_time: dateText(row.createdAtMs),
  update_time: dateText(row.updatedAtMs),
});
