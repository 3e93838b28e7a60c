import * as v from 'valibot';
import { textLimits as limits } from '../../domain/limits.ts';
import { pollLimits, reactionLimits, threadLimits } from '../../domain/message-limits.ts';
import { MESSAGE_TYPES } from '../../domain/message.ts';
import {
  flag,
  listOf,
  looseObject,
  maybe,
  parsed,
  rowId,
  text,
  textUpTo,
  whole,
  withDefault,
} from '../scalars.ts';
import {
  contactRef,
  defineCall,
  groupRef,
  mentionRefs,
  messageRef,
  opRef,
  pendingFields,
  ours,
  page,
  pageLimit,
} from './call.ts';

/**
 * `type` switches to the history browser, `is_at` to my mentions; `peek` leaves the read mark alone
 * (COUNT-2).
 */
export const getMessageList = defineCall(
  '/enterprise/im/getMessageList',
  v.object({
    toContactId: contactRef,
    page,
    limit: pageLimit,
    last_id: maybe(whole),
    /** Ours: the page after this ordinal, towards the newest. */
    after_n: maybe(whole),
    type: maybe(v.picklist([...MESSAGE_TYPES, 'all'])),
    keywords: withDefault(v.pipe(textUpTo(limits.keywordsMax), v.trim()), ''),
    is_at: withDefault(flag, false),
    peek: withDefault(flag, false),
  }),
);

/** Ours: `n` names the ordinal itself. */
const seenFields = v.object({ id: maybe(messageRef), msg_id: maybe(whole), n: maybe(whole) });

/** `messages` is one message or many; only the newest one named matters. */
export const setMsgIsRead = defineCall(
  '/enterprise/im/setMsgIsRead',
  v.object({
    toContactId: contactRef,
    messages: v.optional(v.pipe(v.unknown(), v.transform(oneOrMany), listOf(seenFields, 1_000)), ''),
  }),
);

/** `n`, ours: the single mention that was read, instead of all of them (COUNT-14). */
export const readAtMsg = defineCall(
  '/enterprise/im/readAtMsg',
  v.object({ toContactId: groupRef, n: maybe(whole) }),
);
/**
 * `discard`, ours: a message that has not arrived will be rejected later, and the answer is not a refusal
 * (SEND-13).
 */
export const undoMessage = defineCall(
  '/enterprise/im/undoMessage',
  v.object({ id: messageRef, discard: maybe(flag) }),
);
/**
 * Ours: new text of the user's own message, or a caption for its file, even if it had none (EDIT-1).
 * `extends.format` marks formatting characters as formatting (RICH-1).
 */
export const editMessage = defineCall(
  '/enterprise/im/editMessage',
  v.object({
    id: messageRef,
    content: v.pipe(text, v.maxLength(limits.markupMax)),
    at: mentionRefs,
    extends: looseObject,
    /** A card of another first web address is wanted (PREVIEW-8). */
    preview: maybe(flag),
    op: maybe(opRef),
    /** How often the message was edited when the user edited it (EDIT-12). */
    rev: maybe(whole),
    ...pendingFields,
  }),
);
/** Ours: pins a message at the top of its conversation for all members, or unpins it (PINS-1). */
export const pinMessage = defineCall(
  '/enterprise/im/pinMessage',
  v.object({ id: messageRef, on: flag, op: maybe(opRef) }),
);
/** Ours: pinned messages, newest first; `before`: only those pinned before that place of the stream. */
export const getMessagePins = defineCall(
  '/enterprise/im/getMessagePins',
  v.object({ toContactId: contactRef, before: maybe(whole) }),
);
export const delMessage = defineCall('/enterprise/im/delMessage', v.object({ id: messageRef }));

/** A single message is a list of one. */
function oneOrMany(given: unknown): unknown {
  const item = typeof given === 'string' && given !== '' ? parsed(given) : given;
  return typeof item === 'object' && item !== null && ('id' in item || 'msg_id' in item || 'n' in item)
    ? [item]
    : item;
}

export const forwardMessage = defineCall(
  '/enterprise/im/forwardMessage',
  v.object({ user_ids: listOf(contactRef, 1_000), msg_id: rowId, op: maybe(opRef) }),
);

/** Finds the conversation of a message from a shared link, for users who may read it (LINK-1). */
export const locateMessage = ours(
  '/enterprise/im/locateMessage',
  v.object({ msg_id: v.pipe(whole, v.minValue(1)) }),
);

/** Users who have read an own message in a group (READBY-1). */
export const readBy = ours('/enterprise/im/readBy', v.object({ id: messageRef }));

/** Removes the link preview of the user's own message, for all members (PREVIEW-8). */
export const removePreview = ours('/enterprise/im/removePreview', v.object({ id: messageRef }));

/** The user's reaction to a message: an emoji, or the address of an own picture (REACT-1). */
export const react = ours(
  '/enterprise/im/react',
  v.object({
    id: messageRef,
    emoji: v.pipe(textUpTo(reactionLimits.emojiLengthMax), v.minLength(1)),
    on: flag,
  }),
);

/** Users who reacted to a message (REACT-8). */
export const reactions = ours(
  '/enterprise/im/reactions',
  v.object({
    id: messageRef,
    page,
    limit: withDefault(
      v.pipe(
        whole,
        v.transform((n) => (n === 0 ? reactionLimits.peoplePage : Math.min(n, reactionLimits.peoplePage))),
      ),
      reactionLimits.peoplePage,
    ),
  }),
);

/** The user's choice in a poll, by option numbers from 0; none takes the vote back (POLL-3). */
export const vote = ours(
  '/enterprise/im/vote',
  v.object({ id: messageRef, options: listOf(whole, pollLimits.optionsMax), op: maybe(opRef) }),
);

/** Closes a poll by hand (POLL-7). */
export const closePoll = ours('/enterprise/im/closePoll', v.object({ id: messageRef }));

/** Users who chose an option of a poll that is not anonymous (POLL-6). */
export const voters = ours(
  '/enterprise/im/voters',
  v.object({
    id: messageRef,
    option: whole,
    page,
    limit: withDefault(
      v.pipe(
        whole,
        v.transform((n) => (n === 0 ? pollLimits.votersPage : Math.min(n, pollLimits.votersPage))),
      ),
      pollLimits.votersPage,
    ),
  }),
);

const root = v.pipe(whole, v.minValue(1));

/**
 * A thread by the ordinal of its first message, or of any answer: that message and a page of answers; the
 * newest ones, those before an ordinal, or those after one (THREAD-4).
 */
export const getThread = ours(
  '/enterprise/im/getThread',
  v.object({
    toContactId: contactRef,
    root,
    before_n: maybe(whole),
    after_n: maybe(whole),
    limit: withDefault(
      v.pipe(
        whole,
        v.transform((n) => (n === 0 ? threadLimits.page : Math.min(n, threadLimits.pageMax))),
      ),
      threadLimits.page,
    ),
  }),
);

/** Follows a thread: its new answers notify even if the group is muted (THREAD-6). */
export const followThread = ours(
  '/enterprise/im/followThread',
  v.object({ toContactId: contactRef, root, on: flag }),
);
