import type { UserRow } from '../../ports/store.ts';
import { namePy } from '../../domain/initials.ts';

/** Own user, for its owner only (protocol 5.2). Never a hash, never an address of the network (FRIEND-7). */
export const selfData = (row: UserRow) => ({
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
  privacy: row.privacy,
});
