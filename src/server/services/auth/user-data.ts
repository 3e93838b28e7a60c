import type { FriendRow, UserRow } from '../../../ports/store.ts';
import { authorCard } from '../../frames/message-data.ts';
import { selfData } from '../../frames/self-data.ts';
import { namePy } from '../../frames/letters.ts';
import { dateText } from '../date-text.ts';

export { selfData as loginUser };

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
