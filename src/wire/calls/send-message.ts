import * as v from 'valibot';
import { textLimits as limits } from '../../domain/limits.ts';
import { MESSAGE_TYPES, type MessageType } from '../../domain/message.ts';
import {
  flag,
  looseObject,
  maybe,
  oneOrMany,
  real,
  rowId,
  text,
  textUpTo,
  whole,
  withDefault,
} from '../scalars.ts';
import { contactRef, defineCall, mentionRefs, messageRef, opRef } from './call.ts';

/** Kinds that this call sends; voice messages are uploaded, the server writes the others. */
const SENDABLE: readonly MessageType[] = ['text', 'location', 'contact', 'image', 'emoji', 'video', 'file'];

/** Fields that a client may set; the server sets the sender, the time and all others (SEND-9). */
export const outgoing = v.object({
  id: messageRef,
  toContactId: contactRef,
  type: v.pipe(v.picklist(MESSAGE_TYPES), v.metadata({ accepted: SENDABLE })),
  content: v.pipe(text, v.maxLength(limits.markupMax)),
  at: mentionRefs,
  pid: maybe(whole),
  extends: looseObject,
  file_id: maybe(whole),
  /** Ours: a card of the first web address in a text is wanted (PREVIEW-1). */
  preview: maybe(flag),
  /** Ours: it was the draft of this chat, which ends with it; names the change (DRAFT-4). */
  ends_draft: maybe(opRef),
});
export type OutgoingBody = v.InferOutput<typeof outgoing>;

/** One message, or a JSON array of them in order (SEND-8); items of an array are validated one by one. */
export const sendMessage = defineCall('/enterprise/im/sendMessage', oneOrMany(outgoing));

/** `extends` of the kinds with specific fields (protocol 5.5); other fields are dropped. */
export const locationExtends = v.object({
  name: textUpTo(200),
  address: withDefault(textUpTo(400), ''),
  latitude: v.pipe(real, v.minValue(-90), v.maxValue(90)),
  longitude: v.pipe(real, v.minValue(-180), v.maxValue(180)),
});
export const contactExtends = v.object({ id: rowId });
