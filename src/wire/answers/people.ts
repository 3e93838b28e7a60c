import * as v from 'valibot';
import type { UserId } from '../../domain/ids.ts';
import type { Result } from '../../domain/result.ts';
import { fail, ok } from '../../domain/result.ts';
import { count, person, shownText } from '../down/fields.ts';
import { read, type DecodeError } from '../down/read.ts';
import { ifValid, int, rowId, withDefault } from '../scalars.ts';

/** Answers of the calls about people: searchUser, getUserInfo, friend index (protocol 5.2, 5.7). */
export interface CardFacts {
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
  /** The last-seen time, to the minute; 0: not shared (SEEN-1). */
  readonly lastSeenSec?: number;
}

export interface ApplicationFacts {
  readonly friendId: number;
  readonly status: 0 | 1 | 2;
  readonly remark: string;
  readonly createdAt: string;
  readonly applicant: CardFacts;
  readonly asked: CardFacts;
}

const friendRow = v.object({ friend_id: rowId, nickname: shownText });

const cardFields = v.object({
  user_id: ifValid(person),
  id: ifValid(person),
  account: shownText,
  realname: shownText,
  displayName: shownText,
  avatar: shownText,
  email: shownText,
  motto: shownText,
  name_py: shownText,
  sex: v.fallback(withDefault(v.pipe(int, v.picklist([0, 1, 2])), 2), 2),
  friend: v.optional(v.fallback(v.nullable(friendRow), null), null),
  last_seen: count,
});

const pageFields = v.object({ list: v.unknown(), next: count });

const applicationFields = v.object({
  friend_id: rowId,
  status: v.pipe(int, v.picklist([0, 1, 2])),
  remark: shownText,
  create_time: shownText,
  create_user_info: cardFields,
  user_id_info: cardFields,
});

export function decodeCard(data: unknown): Result<CardFacts, DecodeError> {
  const parsed = read(cardFields, data, 'card');
  if (!parsed.ok) return parsed;
  const facts = cardOf(parsed.value);
  return facts ? ok(facts) : fail({ reason: 'badFields', type: 'card', field: 'user_id' });
}

/** Rows that cannot be read are left out. */
export const decodeCards = (data: unknown): readonly CardFacts[] =>
  (Array.isArray(data) ? data : []).flatMap((row: unknown) => {
    const decoded = decodeCard(row);
    return decoded.ok ? [decoded.value] : [];
  });

/** A page of the directory; `next` null: the last one. */
export function decodeDirectory(data: unknown): {
  readonly rows: readonly CardFacts[];
  readonly next: number | null;
} {
  const decoded = read(pageFields, data, 'directory');
  return decoded.ok
    ? { rows: decodeCards(decoded.value.list), next: decoded.value.next || null }
    : { rows: [], next: null };
}

export const decodeApplicationList = (data: unknown): readonly ApplicationFacts[] =>
  (Array.isArray(data) ? data : []).flatMap((row: unknown) => {
    const parsed = read(applicationFields, row, 'application');
    if (!parsed.ok) return [];
    const { friend_id, status, remark, create_time, create_user_info, user_id_info } = parsed.value;
    const [applicant, asked] = [cardOf(create_user_info), cardOf(user_id_info)];
    return applicant && asked
      ? [{ friendId: friend_id, status, remark, createdAt: create_time, applicant, asked }]
      : [];
  });

function cardOf(given: v.InferOutput<typeof cardFields>): CardFacts | null {
  const id = given.user_id ?? given.id;
  if (id === undefined) return null;
  return {
    id,
    account: given.account,
    realname: given.realname || given.displayName,
    displayName: given.friend?.nickname || given.displayName || given.realname,
    avatar: given.avatar,
    email: given.email,
    sex: given.sex,
    motto: given.motto,
    namePy: given.name_py,
    friend: given.friend && { friendId: given.friend.friend_id, nickname: given.friend.nickname },
    lastSeenSec: given.last_seen,
  };
}
