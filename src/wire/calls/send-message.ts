import * as v from 'valibot';
import { people, text as limits } from '../../domain/limits.ts';
import { MESSAGE_TYPES } from '../../domain/message.ts';
import { int, listOf, looseObject, maybe, text, whole } from '../scalars.ts';
import { call } from './call.ts';
import { contactRef, messageRef } from './fields.ts';

/** What a client may claim; sender, time and everything else are made by the server (SEND-9). */
export const outgoing = v.object({
  id: messageRef,
  toContactId: contactRef,
  type: v.picklist(MESSAGE_TYPES),
  content: v.pipe(text, v.maxLength(limits.markupMax)),
  at: listOf(int, people.mentionsMax),
  pid: maybe(whole),
  extends: looseObject,
  file_id: maybe(whole),
});
export type OutgoingBody = v.InferOutput<typeof outgoing>;

/** One message, or a JSON array of them in order (SEND-8); items of an array are read one by one. */
export const sendMessage = call('/enterprise/im/sendMessage', v.union([v.array(v.unknown()), outgoing]));
