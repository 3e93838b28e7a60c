import * as v from 'valibot';
import type { UserId } from '../../domain/ids.ts';
import type { Result } from '../../domain/result.ts';
import { fail, ok } from '../../domain/result.ts';
import { int, maybe, whole } from '../scalars.ts';
import { object, person, shown } from './fields.ts';
import { read } from './read.ts';
import type { DecodeError } from './read.ts';

/** A person as calls answer them: card, profile, search row. `displayName` is my remark where there is one. */
export interface PersonFacts {
  readonly id: UserId;
  readonly account: string;
  readonly realname: string;
  readonly displayName: string;
  readonly avatar: string;
  readonly email: string;
  readonly sex: 0 | 1 | 2;
  readonly motto: string;
  readonly namePy: string;
  readonly friend: { readonly friendId: number; readonly nickname: string } | null;
}

export const personFields = v.object({
  user_id: v.fallback(maybe(person), undefined),
  id: v.fallback(maybe(person), undefined),
  account: shown,
  realname: shown,
  displayName: shown,
  avatar: shown,
  email: shown,
  sex: v.fallback(v.pipe(int, v.picklist([0, 1, 2])), 2),
  motto: shown,
  name_py: shown,
  friend: object,
});

const friendFields = v.object({ friend_id: whole, nickname: shown });

export function decodePerson(data: unknown): Result<PersonFacts, DecodeError> {
  const found = read(personFields, data, 'person');
  if (!found.ok) return found;
  const { user_id, id, account, realname, displayName, avatar, email, sex, motto, name_py } = found.value;
  const own = user_id ?? id;
  if (own === undefined) return fail({ reason: 'badFields', type: 'person', field: 'user_id' });
  const friend = v.safeParse(friendFields, found.value.friend);
  return ok({
    id: own,
    account,
    realname: realname || displayName,
    displayName: displayName || realname,
    avatar,
    email,
    sex,
    motto,
    namePy: name_py,
    friend: friend.success ? { friendId: friend.output.friend_id, nickname: friend.output.nickname } : null,
  });
}

export interface ApplicationFacts {
  readonly friendId: number;
  readonly status: 0 | 1 | 2;
  readonly remark: string;
  readonly createdAt: string;
  /** The other person, whichever side applied. */
  readonly person: PersonFacts;
}

export const applicationFields = v.object({
  friend_id: whole,
  status: v.fallback(v.pipe(int, v.picklist([0, 1, 2])), 2),
  remark: shown,
  create_time: shown,
  create_user_info: object,
  user_id_info: object,
});

/** A row of the application list; `side` says which of the two people is the other one. */
export function decodeApplication(row: unknown, side: 'received' | 'sent'): Result<ApplicationFacts, DecodeError> {
  const found = read(applicationFields, row, 'application');
  if (!found.ok) return found;
  const other = decodePerson(side === 'received' ? found.value.create_user_info : found.value.user_id_info);
  if (!other.ok) return other;
  const { friend_id, status, remark, create_time } = found.value;
  return ok({ friendId: friend_id, status, remark, createdAt: create_time, person: other.value });
}
