import * as v from 'valibot';
import { textLimits as limits } from '../../domain/limits.ts';
import { SEARCH_KINDS } from '../../domain/search-filter.ts';
import { flag, int, listOf, maybe, rowId, textUpTo, whole, withDefault } from '../scalars.ts';
import { contactRef, defineCall, ours, page, pageLimit, userRef } from './call.ts';

/**
 * Uploads are forms with one file; these read the other parts of the form (protocol 2.5). `caption` is ours:
 * text of the message.
 */
export const uploadFile = defineCall(
  '/common/upload/uploadFile',
  v.object({
    message: maybe(v.pipe(v.string(), v.maxLength(65_536))),
    ext: withDefault(textUpTo(16), ''),
    caption: withDefault(textUpTo(limits.markupMax), ''),
  }),
);
export const uploadAvatar = defineCall('/common/upload/uploadAvatar', v.object({}));
export const uploadEmoji = defineCall('/common/upload/uploadEmoji', v.object({}));

/** Ours: a fresh address for one that has expired, after asking whether its conversation may be read. */
export const renewLink = ours(
  '/common/upload/renew',
  v.object({ src: v.pipe(textUpTo(500), v.minLength(1)) }),
);

/**
 * `role` 0 any, 1 sent, 2 received; `cate` 0 all, 1 documents, 2 pictures, 3 audio, 4 videos, 9 (or 5) other.
 */
export const filesIndex = defineCall(
  '/enterprise/files/index',
  v.object({
    page,
    limit: pageLimit,
    keywords: withDefault(v.pipe(textUpTo(limits.keywordsMax), v.trim()), ''),
    cate: withDefault(v.pipe(int, v.picklist([0, 1, 2, 3, 4, 5, 9])), 0),
    role: withDefault(v.pipe(int, v.picklist([0, 1, 2])), 0),
    is_all: withDefault(flag, false),
  }),
);

export const emojiIndex = defineCall('/enterprise/emoji/index', v.object({}));
export const emojiAdd = defineCall('/enterprise/emoji/add', v.object({ file_id: rowId }));
const chosen = v.object({ ids: v.pipe(listOf(rowId, 500), v.minLength(1)) });
export const emojiDel = defineCall('/enterprise/emoji/del', chosen);
export const emojiMove = defineCall('/enterprise/emoji/move', chosen);

/** Ours: the caller's use of the daily quotas. */
export const quotaCall = ours('/enterprise/files/quota', v.object({}));

/**
 * Ours: messages that contain these words, newest first; without `toContactId` in all readable conversations.
 * Filtered by author, content and time (`since` and `until` in seconds); with filters, words are optional
 * (SEARCH-14).
 */
export const search = ours(
  '/enterprise/im/search',
  v.object({
    keywords: withDefault(v.pipe(textUpTo(limits.keywordsMax), v.trim()), ''),
    toContactId: maybe(contactRef),
    from_user: maybe(userRef),
    has: maybe(v.picklist(SEARCH_KINDS)),
    since: maybe(whole),
    until: maybe(whole),
    page,
    limit: pageLimit,
    last_id: maybe(rowId),
  }),
);
