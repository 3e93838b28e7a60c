import * as v from 'valibot';
import type { ServerEvent } from '../../domain/events.ts';
import type { ContactId } from '../../domain/ids.ts';
import { ok } from '../../domain/result.ts';
import { decodeSetting } from '../group-fields.ts';
import { ifValid, int, text, whole } from '../scalars.ts';
import type { Decoder } from './control.ts';
import { conversationIn, object, person, shownText } from './fields.ts';
import { groupField } from './membership.ts';
import { read } from './read.ts';

/** An event of a conversation, without it. */
type Change<E = ServerEvent> = E extends { readonly conversation: ContactId }
  ? Omit<E, 'conversation'>
  : never;
type Fields = v.GenericSchema<unknown, { readonly group_id: ContactId } | { readonly id: ContactId }>;

/** Decodes a frame about one group: its fields, and the event that they make. */
const change =
  <S extends Fields>(fields: S, eventOf: (values: v.InferOutput<S>) => Change): Decoder =>
  (data, at) => {
    const parsed = read(fields, data, at.type);
    if (!parsed.ok) return parsed;
    const { value } = parsed;
    const conversation = conversationIn(at, 'id' in value ? value.id : value.group_id);
    return ok({ ...eventOf(value), conversation });
  };

/** `id` instead of `group_id` in the contract; ours carries both. */
export const renameFields = v.object({ id: groupField, displayName: v.pipe(text, v.nonEmpty()) });
export const decodeGroupName = change(renameFields, ({ displayName: name }) => ({
  type: 'groupRenamed',
  name,
}));

export const groupNoticeFields = v.object({ group_id: groupField, notice: shownText });
export const decodeGroupNotice = change(groupNoticeFields, ({ notice }) => ({
  type: 'groupNoticeSet',
  notice,
}));

export const settingFields = v.object({ group_id: groupField, setting: object });
/** Empty settings are rejected: they would open everything that the owner has closed. */
const presentSetting = v.object({
  ...settingFields.entries,
  setting: v.pipe(
    object,
    v.check((given) => given !== null),
  ),
});
export const decodeGroupSetting = change(presentSetting, ({ setting }) => ({
  type: 'groupSettingSet',
  setting: decodeSetting(setting),
}));

const who = ifValid(person);

/** Only the picture was generated again if `user_id` is absent; an empty picture changes nothing. */
export const managerFields = v.object({
  group_id: groupField,
  avatar: shownText,
  user_id: who,
  role: v.fallback(v.optional(v.pipe(int, v.picklist([1, 2, 3]))), undefined),
});
export const decodeManager = change(managerFields, ({ avatar, user_id, role }) => ({
  type: 'groupManagerSet',
  user: user_id ?? null,
  role: role ?? null,
  avatar,
}));

export const ownerFields = v.object({ group_id: groupField, user_id: person });
export const decodeOwnerChange = change(ownerFields, ({ user_id: user }) => ({
  type: 'groupOwnerChanged',
  user,
}));

export const muteFields = v.object({
  group_id: groupField,
  user_id: person,
  no_speak_time: ifValid(whole),
});
export const decodeMute = change(muteFields, ({ user_id: user, no_speak_time }) => ({
  type: 'memberMuted',
  user,
  untilSec: no_speak_time ?? null,
}));

export const clearFields = v.object({
  group_id: groupField,
  n: ifValid(whole),
  /** Ours: the number of remaining messages that mention all members. */
  mentions: ifValid(whole),
});
export const decodeCleared = change(clearFields, ({ n, mentions }) => ({
  type: 'historyCleared',
  n: n ?? null,
  mentions: mentions ?? 0,
}));

export const requestsFields = v.object({ group_id: groupField });

/** Ours: the list of join requests has changed (GROUP-29). */
export const decodeGroupRequests: Decoder = (data, at) => {
  const parsed = read(requestsFields, data, at.type);
  return parsed.ok ? ok({ type: 'groupRequestsMoved', conversation: parsed.value.group_id }) : parsed;
};
