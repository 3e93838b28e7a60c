import * as v from 'valibot';
import type { ServerEvent } from '../../domain/events.ts';
import type { ContactId } from '../../domain/ids.ts';
import { contactId } from '../../domain/ids.ts';
import type { Result } from '../../domain/result.ts';
import { ok } from '../../domain/result.ts';
import { ifValid, listOf, text, whole } from '../scalars.ts';
import { decodeContactRow } from './contact.ts';
import { conversationIn, person, shownText, streamField } from './fields.ts';
import type { FrameContext } from './fields.ts';
import { read } from './read.ts';
import type { DecodeError } from './read.ts';

type Decoded = Result<ServerEvent, DecodeError>;

/** A group by its contact id; or a bare number where only groups are possible (WIRE-3). */
export const groupField = v.pipe(
  text,
  v.regex(/^(group-)?[1-9]\d{0,14}$/),
  v.transform((id): ContactId => contactId(id.startsWith('group-') ? id : `group-${id}`)),
);
/** A group, or a user whose friendship ended: a bare number is a user here (protocol 3.4). */
const goneRef = v.pipe(
  text,
  v.regex(/^(group-)?[1-9]\d{0,14}$/),
  v.transform((id) => contactId(id)),
);

const leaving = {
  of: ifValid(streamField),
  until: ifValid(whole),
  why: v.fallback(v.optional(v.picklist(['removed', 'left', 'dissolved', 'unfriended'])), undefined),
  /** The actor. */
  by: ifValid(person),
};

const decodeJoin =
  (via: 'group' | 'friend') =>
  (data: unknown): Decoded => {
    const decoded = decodeContactRow(data);
    return decoded.ok ? ok({ type: 'joined', contact: decoded.value, via }) : decoded;
  };

export const addGroup = decodeJoin('group');
export const appendContact = decodeJoin('friend');

const who = ifValid(person);
const amount = ifValid(whole);

export const removeUserFields = v.object({
  group_id: groupField,
  avatar: shownText,
  user_id: who,
  members: amount,
  ...leaving,
});

/** On the user's own stream it means that this user left (`until`); on the group's, that a member did. */
export function decodeRemovedUser(data: unknown, at: FrameContext): Decoded {
  const parsed = read(removeUserFields, data, at.type);
  if (!parsed.ok) return parsed;
  const { group_id, avatar, user_id, members, of, until, why, by } = parsed.value;
  if (until !== undefined)
    return ok({
      type: 'left',
      conversation: group_id,
      stream: of ?? null,
      until,
      why: why ?? 'removed',
      ...(by === undefined ? {} : { by }),
    });
  return ok({
    type: 'groupMemberRemoved',
    conversation: conversationIn(at, group_id),
    user: user_id ?? null,
    avatar,
    members: members ?? null,
  });
}

export const removeGroupFields = v.object({ group_id: goneRef, ...leaving });

export function decodeRemovedGroup(data: unknown, at: FrameContext): Decoded {
  const parsed = read(removeGroupFields, data, at.type);
  if (!parsed.ok) return parsed;
  const { group_id, of, until, why, by } = parsed.value;
  const other = group_id.startsWith('group-') ? 'dissolved' : 'unfriended';
  return ok({
    type: 'left',
    conversation: group_id,
    stream: of ?? null,
    until: until ?? null,
    why: why ?? other,
    ...(by === undefined ? {} : { by }),
  });
}

export const addGroupUserFields = v.object({
  group_id: groupField,
  avatar: shownText,
  user_id: who,
  user_ids: v.fallback(listOf(person, 10_000), []),
  members: amount,
});

export function decodeAddedUsers(data: unknown, at: FrameContext): Decoded {
  const parsed = read(addGroupUserFields, data, at.type);
  if (!parsed.ok) return parsed;
  const { group_id, avatar, user_id, user_ids, members } = parsed.value;
  const users = user_ids.length > 0 || user_id === undefined ? user_ids : [user_id];
  return ok({
    type: 'groupMembersAdded',
    conversation: conversationIn(at, group_id),
    avatar,
    users,
    members: members ?? null,
  });
}
