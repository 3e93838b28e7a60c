import * as v from 'valibot';
import { flag, listOf, maybe, rowId, whole, withDefault } from '../scalars.ts';
import { call } from './call.ts';
import { opRef, pageLimit, userRef, words } from './fields.ts';

/** Ours: the moments of oneself and friends, newest first, below `last_id`; of one person with `user_id`. */
export const momentList = call(
  '/enterprise/moments/list',
  v.object({ user_id: maybe(userRef), last_id: withDefault(whole, 0), limit: pageLimit }),
);
export const momentAdd = call(
  '/enterprise/moments/add',
  v.object({ content: withDefault(v.pipe(words, v.trim()), ''), file_ids: listOf(rowId, 100), op: maybe(opRef) }),
);
export const momentDel = call('/enterprise/moments/del', v.object({ id: rowId }));
export const momentLike = call('/enterprise/moments/like', v.object({ id: rowId, on: withDefault(flag, true) }));
export const momentComment = call(
  '/enterprise/moments/comment',
  v.object({ id: rowId, content: withDefault(v.pipe(words, v.trim()), ''), reply_to: maybe(userRef), op: maybe(opRef) }),
);
export const momentUncomment = call('/enterprise/moments/delComment', v.object({ id: rowId }));
