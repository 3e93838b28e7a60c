import * as v from 'valibot';
import type { GroupSetting, Role } from '../../domain/contact.ts';
import { userId, type ContactId, type UserId } from '../../domain/ids.ts';
import type { Result } from '../../domain/result.ts';
import { ok } from '../../domain/result.ts';
import { contact, count, person, secondsField, setting, shownText } from '../down/fields.ts';
import { read, type DecodeError } from '../down/read.ts';
import { int } from '../scalars.ts';

/** Answers of groupInfo and groupUserList (protocol 5.6). */
export interface GroupInfoFacts {
  readonly id: ContactId;
  readonly name: string;
  readonly avatar: string;
  readonly ownerId: UserId;
  readonly ownerName: string;
  readonly members: number;
  readonly notice: string;
  readonly setting: GroupSetting;
  readonly role: Role | null;
}

export interface MemberFacts {
  readonly user: UserId;
  readonly role: Role;
  readonly displayName: string;
  readonly account: string;
  readonly namePy: string;
  readonly avatar: string;
  readonly mutedUntilSec: number;
}

const role = v.pipe(int, v.picklist([1, 2, 3]));

const infoFields = v.object({
  id: contact,
  name: shownText,
  displayName: shownText,
  avatar: shownText,
  owner_id: v.fallback(person, userId(0)),
  ownerName: shownText,
  groupUserCount: count,
  notice: shownText,
  setting,
  isJoin: v.fallback(v.nullable(role), null),
});

const memberFields = v.object({
  user_id: person,
  role: v.fallback(role, 3),
  no_speak_time: secondsField,
  userInfo: v.object({
    displayName: shownText,
    realname: shownText,
    account: shownText,
    name_py: shownText,
    avatar: shownText,
  }),
});

export function decodeGroupInfo(data: unknown): Result<GroupInfoFacts, DecodeError> {
  const found = read(infoFields, data, 'groupInfo');
  if (!found.ok) return found;
  const { id, name, displayName, avatar, owner_id, ownerName, groupUserCount, notice, isJoin } = found.value;
  return ok({
    id,
    name: displayName || name,
    avatar,
    ownerId: owner_id,
    ownerName,
    members: groupUserCount,
    notice,
    setting: found.value.setting,
    role: isJoin,
  });
}

/** Rows that cannot be read are left out. */
export const decodeMembers = (data: unknown): readonly MemberFacts[] =>
  (Array.isArray(data) ? data : []).flatMap((row: unknown): MemberFacts[] => {
    const found = read(memberFields, row, 'member');
    if (!found.ok) return [];
    const { user_id, role, no_speak_time, userInfo } = found.value;
    const { displayName, realname, account, name_py, avatar } = userInfo;
    return [
      {
        user: user_id,
        role,
        displayName: displayName || realname,
        account,
        namePy: name_py,
        avatar,
        mutedUntilSec: no_speak_time,
      },
    ];
  });
