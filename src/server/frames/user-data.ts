import type { FriendRow, UserRow } from '../../ports/store.ts';
import { authorCard } from './message-data.ts';
import { selfData } from './self-data.ts';
import { namePy } from '../../domain/initials.ts';
import { dateText } from '../kernel/date-text.ts';

export { selfData as loginUser };

/**
 * Account in profiles shown to users who need not be friends: three characters, six stars, two characters.
 */
export const maskedAccount = (account: string): string => {
  const characters = [...account];
  return characters.length <= 5
    ? `${characters[0] ?? ''}******`
    : `${characters.slice(0, 3).join('')}******${characters.slice(-2).join('')}`;
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
