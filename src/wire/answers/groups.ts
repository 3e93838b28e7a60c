import * as v from 'valibot';
import type { Role } from '../../domain/contact.ts';
import type { GroupSetting } from '../../domain/group-fields.ts';
import { userId, type ContactId, type UserId } from '../../domain/ids.ts';
import type { Result } from '../../domain/result.ts';
import { ok } from '../../domain/result.ts';
import { contact, count, onField, person, secondsField, setting, shownText } from '../down/fields.ts';
import { read, type DecodeError } from '../down/read.ts';
import { int, rowId } from '../scalars.ts';

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
  /** My own, or null where I am no member. */
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
  /** The inviter; absent: joined without one. */
  readonly inviter?: UserId;
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
  invite_id: v.fallback(v.nullable(person), null),
  userInfo: v.object({
    displayName: shownText,
    realname: shownText,
    account: shownText,
    name_py: shownText,
    avatar: shownText,
  }),
});

export function decodeGroupInfo(data: unknown): Result<GroupInfoFacts, DecodeError> {
  const parsed = read(infoFields, data, 'groupInfo');
  if (!parsed.ok) return parsed;
  const { id, name, displayName, avatar, owner_id, ownerName, groupUserCount, notice, isJoin } = parsed.value;
  return ok({
    id,
    name: displayName || name,
    avatar,
    ownerId: owner_id,
    ownerName,
    members: groupUserCount,
    notice,
    setting: parsed.value.setting,
    role: isJoin,
  });
}

/** Rows that cannot be read are left out. */
export const decodeMembers = (data: unknown): readonly MemberFacts[] =>
  (Array.isArray(data) ? data : []).flatMap((row: unknown): MemberFacts[] => {
    const parsed = read(memberFields, row, 'member');
    if (!parsed.ok) return [];
    const { user_id, role, no_speak_time, invite_id, userInfo } = parsed.value;
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
        ...(invite_id !== null && { inviter: invite_id }),
      },
    ];
  });

/** One of the answers of groupLinks, and the answer of addGroupLink. */
export interface LinkFacts {
  readonly id: number;
  /** Or a path of this server (START-10). */
  readonly address: string;
  readonly byName: string;
  /** 0: until it is ended. */
  readonly untilMs: number;
  /** How many may come by it; 0: any number. */
  readonly max: number;
  readonly used: number;
  readonly asks: boolean;
  /** Days that a guest stays; 0: it admits no guests (GUEST-1). */
  readonly guestDays: number;
}

const linkFields = v.object({
  link: rowId,
  url: shownText,
  path: shownText,
  byName: shownText,
  until: count,
  max: count,
  used: count,
  asks: onField,
  guest_days: count,
});

export function decodeLink(data: unknown): Result<LinkFacts, DecodeError> {
  const parsed = read(linkFields, data, 'link');
  if (!parsed.ok) return parsed;
  const { link: id, url, path, until: untilMs, guest_days: guestDays, ...rest } = parsed.value;
  return ok({ id, address: path || url, untilMs, guestDays, ...rest });
}

const rowsOf = <T>(data: unknown, decode: (row: unknown) => Result<T, DecodeError>): readonly T[] =>
  (Array.isArray(data) ? data : []).flatMap((row: unknown) => {
    const decoded = decode(row);
    return decoded.ok ? [decoded.value] : [];
  });

export const decodeLinks = (data: unknown): readonly LinkFacts[] => rowsOf(data, decodeLink);

/** One of the answers of groupRequests. */
export interface RequestFacts {
  readonly user: UserId;
  readonly name: string;
  readonly account: string;
  readonly avatar: string;
  readonly text: string;
  readonly atMs: number;
}

const requestFields = v.object({
  user_id: person,
  text: shownText,
  time: count,
  userInfo: memberFields.entries.userInfo,
});

export const decodeRequests = (data: unknown): readonly RequestFacts[] =>
  rowsOf(data, (row) => {
    const parsed = read(requestFields, row, 'request');
    if (!parsed.ok) return parsed;
    const { user_id: user, text, time: atMs, userInfo } = parsed.value;
    const { displayName, realname, account, avatar } = userInfo;
    return ok({ user, name: displayName || realname, account, avatar, text, atMs });
  });
