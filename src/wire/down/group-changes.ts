import * as v from 'valibot';
import type { ServerEvent } from '../../domain/events.ts';
import type { Result } from '../../domain/result.ts';
import { fail, ok } from '../../domain/result.ts';
import { ifValid, int, text, whole } from '../scalars.ts';
import { conversationIn, object, person, setting, shownText } from './fields.ts';
import type { FrameContext } from './fields.ts';
import { groupField } from './membership.ts';
import { read } from './read.ts';
import type { DecodeError } from './read.ts';

type Decoded = Result<ServerEvent, DecodeError>;

/** `id` instead of `group_id` in the contract; ours carries both. */
export const renameFields = v.object({ id: groupField, displayName: v.pipe(text, v.nonEmpty()) });

export function decodeGroupName(data: unknown, at: FrameContext): Decoded {
  const parsed = read(renameFields, data, at.type);
  if (!parsed.ok) return parsed;
  return ok({
    type: 'groupRenamed',
    conversation: conversationIn(at, parsed.value.id),
    name: parsed.value.displayName,
  });
}

export const groupNoticeFields = v.object({ group_id: groupField, notice: shownText });

export function decodeGroupNotice(data: unknown, at: FrameContext): Decoded {
  const parsed = read(groupNoticeFields, data, at.type);
  if (!parsed.ok) return parsed;
  return ok({
    type: 'groupNoticeSet',
    conversation: conversationIn(at, parsed.value.group_id),
    notice: parsed.value.notice,
  });
}

export const settingFields = v.object({ group_id: groupField, setting: object });

export function decodeGroupSetting(data: unknown, at: FrameContext): Decoded {
  const parsed = read(settingFields, data, at.type);
  if (!parsed.ok) return parsed;
  // Empty settings are rejected: they would open everything that the owner has closed.
  if (parsed.value.setting === null) return fail({ reason: 'badFields', type: at.type, field: 'setting' });
  const facts = read(setting, parsed.value.setting, at.type);
  if (!facts.ok) return facts;
  return ok({
    type: 'groupSettingSet',
    conversation: conversationIn(at, parsed.value.group_id),
    setting: facts.value,
  });
}

const who = ifValid(person);

/** Only the picture was generated again if `user_id` is absent; an empty picture changes nothing. */
export const managerFields = v.object({
  group_id: groupField,
  avatar: shownText,
  user_id: who,
  role: v.fallback(v.optional(v.pipe(int, v.picklist([1, 2, 3]))), undefined),
});

export function decodeManager(data: unknown, at: FrameContext): Decoded {
  const parsed = read(managerFields, data, at.type);
  if (!parsed.ok) return parsed;
  const { group_id, avatar, user_id, role } = parsed.value;
  return ok({
    type: 'groupManagerSet',
    conversation: conversationIn(at, group_id),
    user: user_id ?? null,
    role: role ?? null,
    avatar,
  });
}

export const ownerFields = v.object({ group_id: groupField, user_id: person });

export function decodeOwnerChange(data: unknown, at: FrameContext): Decoded {
  const parsed = read(ownerFields, data, at.type);
  if (!parsed.ok) return parsed;
  return ok({
    type: 'groupOwnerChanged',
    conversation: conversationIn(at, parsed.value.group_id),
    user: parsed.value.user_id,
  });
}

export const muteFields = v.object({
  group_id: groupField,
  user_id: person,
  no_speak_time: ifValid(whole),
});

export function decodeMute(data: unknown, at: FrameContext): Decoded {
  const parsed = read(muteFields, data, at.type);
  if (!parsed.ok) return parsed;
  const { group_id, user_id, no_speak_time } = parsed.value;
  return ok({
    type: 'memberMuted',
    conversation: conversationIn(at, group_id),
    user: user_id,
    untilSec: no_speak_time ?? null,
  });
}

export const clearFields = v.object({
  group_id: groupField,
  n: ifValid(whole),
  /** Ours: the number of remaining messages that mention all members. */
  mentions: ifValid(whole),
});

export function decodeCleared(data: unknown, at: FrameContext): Decoded {
  const parsed = read(clearFields, data, at.type);
  if (!parsed.ok) return parsed;
  return ok({
    type: 'historyCleared',
    conversation: conversationIn(at, parsed.value.group_id),
    n: parsed.value.n ?? null,
    mentions: parsed.value.mentions ?? 0,
  });
}

export const requestsFields = v.object({ group_id: groupField });

/** Ours: the list of join requests has changed (GROUP-29). */
export function decodeGroupRequests(data: unknown, at: FrameContext): Decoded {
  const parsed = read(requestsFields, data, at.type);
  return parsed.ok ? ok({ type: 'groupRequestsMoved', conversation: parsed.value.group_id }) : parsed;
}
