import * as v from 'valibot';
import { momentLimits as limits } from '../../domain/limits.ts';
import { MOMENT_AUDIENCES } from '../../domain/privacy.ts';
import { flag, listOf, maybe, rowId, whole, withDefault } from '../scalars.ts';
import { opRef, ours, pageLimit, userRef, words } from './call.ts';

/** Ours: moments of the user and friends, newest first, below `last_id`; of one user with `user_id`. */
export const momentList = ours(
  '/enterprise/moments/list',
  v.object({ user_id: maybe(userRef), last_id: withDefault(whole, 0), limit: pageLimit }),
);
/** The time of the newest news for this user (MOMENT-7). */
export const momentNews = ours('/enterprise/moments/news', v.object({}));
export const momentAdd = ours(
  '/enterprise/moments/add',
  v.object({
    content: withDefault(v.pipe(words, v.trim()), ''),
    file_ids: listOf(rowId, 100),
    /** Apart from the list: forms cannot hold an empty one, and none must never mean all friends. */
    audience: withDefault(v.picklist(MOMENT_AUDIENCES), 'friends'),
    audience_ids: listOf(userRef, limits.audienceMax),
    op: maybe(opRef),
  }),
);
export const momentDel = ours('/enterprise/moments/del', v.object({ id: rowId }));
export const momentLike = ours(
  '/enterprise/moments/like',
  v.object({ id: rowId, on: withDefault(flag, true) }),
);
export const momentComment = ours(
  '/enterprise/moments/comment',
  v.object({
    id: rowId,
    content: withDefault(v.pipe(words, v.trim()), ''),
    reply_to: maybe(userRef),
    op: maybe(opRef),
  }),
);
export const momentUncomment = ours('/enterprise/moments/delComment', v.object({ id: rowId }));
