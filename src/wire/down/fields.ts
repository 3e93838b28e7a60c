import * as v from 'valibot';
import type { GroupSetting } from '../../domain/contact.ts';
import { DEFAULT_GROUP_SETTING } from '../../domain/contact.ts';
import type { Place } from '../../domain/events.ts';
import type { ContactId, StreamId, UserId } from '../../domain/ids.ts';
import { clientId, contactId, contactOfStream, messageId, streamId, userId } from '../../domain/ids.ts';
import { flag, int, listOf, looseObject, maybe, moment, text, whole, withDefault } from '../scalars.ts';

/** Fields that many frames and rows share, read tolerantly (WIRE-3): digits as text, missing, empty. */
export const contact = v.pipe(
  text,
  v.nonEmpty(),
  v.maxLength(64),
  v.transform((id) => contactId(id)),
);
export const message = v.pipe(
  text,
  v.nonEmpty(),
  v.maxLength(64),
  v.transform((id) => messageId(id)),
);
export const person = v.pipe(
  whole,
  v.transform((id) => userId(id)),
);
export const socket = v.pipe(
  text,
  v.nonEmpty(),
  v.maxLength(64),
  v.transform((id) => clientId(id)),
);
export const streamField = v.pipe(
  v.string(),
  v.nonEmpty(),
  v.maxLength(64),
  v.transform((id) => streamId(id)),
);

/** Display-only text: a malformed value becomes empty instead of rejecting the whole row. */
export const shownText = v.fallback(withDefault(text, ''), '');
export const onField = v.fallback(withDefault(flag, false), false);
export const onUnless = v.fallback(withDefault(flag, true), true);
export const count = v.fallback(withDefault(whole, 0), 0);
export const ordinal = v.fallback(
  v.nullable(
    v.pipe(
      maybe(whole),
      v.transform((n) => n ?? null),
    ),
  ),
  null,
);
/** A moment in ms; anything else counts as no time and sorts last (LIST-2). */
export const timeField = v.fallback(withDefault(moment, 0), 0);
export const secondsField = v.fallback(withDefault(whole, 0), 0);
export const peopleField = v.fallback(listOf(int, 10_000), []);
export const object = v.fallback(looseObject, null);

const NOSPEAK = [0, 1, 2] as const;

/** Group settings: an object, JSON text, or an empty list for people (protocol 5.6). */
export const setting: v.GenericSchema<unknown, GroupSetting> = v.pipe(
  object,
  v.transform((given): GroupSetting => {
    const bit = (key: string, other: boolean) => {
      const parsed = v.safeParse(flag, given?.[key]);
      return parsed.success ? parsed.output : other;
    };
    const amount = (key: string) => {
      const parsed = v.safeParse(whole, given?.[key]);
      return parsed.success ? parsed.output : 0;
    };
    const words = (key: string) => (typeof given?.[key] === 'string' ? given[key] : '');
    const nospeak = v.safeParse(v.pipe(int, v.picklist(NOSPEAK)), given?.['nospeak']);
    return {
      manage: bit('manage', DEFAULT_GROUP_SETTING.manage),
      invite: bit('invite', DEFAULT_GROUP_SETTING.invite),
      profile: bit('profile', DEFAULT_GROUP_SETTING.profile),
      history: bit('history', DEFAULT_GROUP_SETTING.history),
      pin: bit('pin', DEFAULT_GROUP_SETTING.pin),
      nospeak: nospeak.success ? nospeak.output : 0,
      media: bit('media', DEFAULT_GROUP_SETTING.media),
      slowSec: amount('slowSec'),
      about: words('about'),
      rules: words('rules'),
    };
  }),
);

/** Context of a frame besides its data. */
export interface FrameContext {
  readonly type: string;
  readonly self: UserId | null;
  readonly place: Place;
}

/** The stream determines the conversation; `given` is the contract's field. */
export function conversationIn(
  at: { readonly self: UserId | null; readonly place: Place },
  given: ContactId,
): ContactId {
  return chatBehind(at) ?? given;
}

export function chatBehind({
  self,
  place,
}: {
  readonly self: UserId | null;
  readonly place: Place;
}): ContactId | null {
  return place && self !== null ? contactOfStream(self, place.stream) : null;
}

export const streamPlaceOf = (given: { stream?: StreamId | undefined; seq?: number | undefined }): Place =>
  given.stream !== undefined && given.seq !== undefined && given.seq > 0
    ? { stream: given.stream, seq: given.seq }
    : null;
