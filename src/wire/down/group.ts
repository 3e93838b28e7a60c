import * as v from 'valibot';
import type { GroupSetting, Role } from '../../domain/contact.ts';
import type { ContactId, UserId } from '../../domain/ids.ts';
import { userId } from '../../domain/ids.ts';
import type { Result } from '../../domain/result.ts';
import { fail, ok } from '../../domain/result.ts';
import { int, maybe } from '../scalars.ts';
import { contact, count, object, person, seconds, setting, shown } from './fields.ts';
import { decodePerson } from './people.ts';
import { read } from './read.ts';
import type { DecodeError } from './read.ts';

/** What `groupInfo` says (protocol 5.6). */
export interface GroupInfoFacts {
  readonly id: ContactId;
  readonly name: string;
  readonly avatar: string;
  readonly ownerId: UserId;
  readonly ownerName: string;
  readonly members: number;
  readonly notice: string;
  readonly setting: GroupSetting;
  /** null: not a member. */
  readonly role: Role | null;
}

export const groupInfoFields = v.object({
  id: contact,
  name: shown,
  displayName: shown,
  avatar: shown,
  owner_id: v.fallback(person, userId(0)),
  ownerName: shown,
  groupUserCount: count,
  notice: shown,
  setting,
  isJoin: count,
});

const roleOf = (role: number): Role | null => (role === 1 || role === 2 || role === 3 ? role : null);

export function decodeGroupInfo(data: unknown): Result<GroupInfoFacts, DecodeError> {
  const found = read(groupInfoFields, data, 'groupInfo');
  if (!found.ok) return found;
  const { id, name, displayName, avatar, owner_id, ownerName, groupUserCount, notice, setting, isJoin } = found.value;
  return ok({ id, name: displayName || name, avatar, ownerId: owner_id, ownerName, members: groupUserCount, notice, setting, role: roleOf(isJoin) });
}

/** A row of `groupUserList`. */
export interface MemberFacts {
  readonly user: UserId;
  readonly role: Role;
  readonly displayName: string;
  readonly account: string;
  readonly namePy: string;
  readonly avatar: string;
  readonly mutedUntilSec: number;
}

export const memberFields = v.object({
  user_id: v.fallback(maybe(person), undefined),
  role: v.fallback(int, 3),
  no_speak_time: seconds,
  userInfo: object,
});

export function decodeMember(row: unknown): Result<MemberFacts, DecodeError> {
  const found = read(memberFields, row, 'member');
  if (!found.ok) return found;
  const { user_id, role, no_speak_time, userInfo } = found.value;
  const card = decodePerson({ id: user_id, ...userInfo });
  if (!card.ok) return fail({ reason: 'badFields', type: 'member', field: 'user_id' });
  const { id, displayName, account, namePy, avatar } = card.value;
  return ok({ user: user_id ?? id, role: roleOf(role) ?? 3, displayName, account, namePy, avatar, mutedUntilSec: no_speak_time });
}
