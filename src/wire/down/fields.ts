import * as v from 'valibot';
import type { GroupSetting } from '../../domain/group-fields.ts';
import type { Place } from '../../domain/events.ts';
import type { ContactId, StreamId, UserId } from '../../domain/ids.ts';
import { clientId, contactId, contactOfStream, messageId, streamId, userId } from '../../domain/ids.ts';
import { decodeSetting } from '../group-fields.ts';
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

/** Group settings: an object, JSON text, or an empty list for people (protocol 5.6). */
export const setting: v.GenericSchema<unknown, GroupSetting> = v.pipe(object, v.transform(decodeSetting));

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
