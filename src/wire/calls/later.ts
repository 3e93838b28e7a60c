import * as v from 'valibot';
import { textLimits as limits } from '../../domain/limits.ts';
import { looseObject, maybe, moment, text, whole, withDefault } from '../scalars.ts';
import { contactRef, mentionRefs, messageRef, opRef, ours } from './call.ts';

const content = v.pipe(text, v.maxLength(limits.markupMax));

/** A text that the server sends at `sendTime`, with this id (LATER-1). */
export const scheduleMessage = ours(
  '/enterprise/im/scheduleMessage',
  v.object({
    id: messageRef,
    toContactId: contactRef,
    content,
    at: mentionRefs,
    pid: maybe(whole),
    extends: looseObject,
    sendTime: moment,
    /** It was the draft of this chat, which ends with it (DRAFT-4). */
    ends_draft: maybe(opRef),
  }),
);
/** New text, a new time, or both (LATER-3). */
export const changeScheduled = ours(
  '/enterprise/im/changeScheduled',
  v.object({
    id: messageRef,
    content: maybe(content),
    at: mentionRefs,
    extends: looseObject,
    sendTime: maybe(moment),
  }),
);
export const sendScheduled = ours('/enterprise/im/sendScheduled', v.object({ id: messageRef }));
export const discardScheduled = ours('/enterprise/im/discardScheduled', v.object({ id: messageRef }));
/** Sets a reminder of a message; without a time, removes it (LATER-9). */
export const setReminder = ours(
  '/enterprise/im/setReminder',
  v.object({ id: messageRef, remindTime: maybe(moment) }),
);
/** Scheduled messages, then the reminders, soonest first; `skip`: the number of earlier rows (LATER-5). */
export const getLater = ours('/enterprise/im/getLater', v.object({ skip: withDefault(whole, 0) }));
