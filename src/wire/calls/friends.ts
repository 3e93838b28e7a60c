import * as v from 'valibot';
import { reportLimits } from '../../domain/people-limits.ts';
import { REPORT_KINDS, REPORT_REASONS } from '../../domain/report.ts';
import { flag, int, maybe, rowId, textUpTo, whole, withDefault } from '../scalars.ts';
import {
  defineCall,
  formBase,
  messageRef,
  opRef,
  ours,
  page,
  pageLimit,
  shown,
  userRef,
  words,
} from './call.ts';

export const searchUser = defineCall(
  '/enterprise/im/searchUser',
  v.object({ keywords: withDefault(v.pipe(words, v.trim()), '') }),
);
/** People by their names, where the server has a directory; `after` is `next` of the page before (DIR-1). */
export const directory = ours(
  '/enterprise/im/directory',
  v.object({
    keywords: withDefault(v.pipe(words, v.trim()), ''),
    after: withDefault(whole, 0),
    limit: pageLimit,
  }),
);
export const friendAdd = defineCall(
  '/enterprise/friend/add',
  v.object({ user_id: userRef, remark: withDefault(words, ''), op: maybe(opRef) }),
);
export const friendIndex = defineCall(
  '/enterprise/friend/index',
  v.object({ is_mine: withDefault(flag, false), page, limit: pageLimit }),
);
export const friendUpdate = defineCall(
  '/enterprise/friend/update',
  v.object({ friend_id: rowId, status: v.pipe(int, v.picklist([0, 1])) }),
);
export const friendWithdraw = ours('/enterprise/friend/withdraw', v.object({ friend_id: rowId }));
export const friendSetNickname = defineCall(
  '/enterprise/friend/setNickname',
  v.object({
    friend_id: rowId,
    nickname: withDefault(words, ''),
    base: formBase(v.object({ nickname: shown })),
  }),
);
export const friendDel = defineCall('/enterprise/friend/del', v.object({ id: userRef }));

/** One-sided: the other user is not notified (BLOCK-1). */
export const blockPerson = ours('/enterprise/im/blockPerson', v.object({ id: userRef, on: flag }));
/** Users blocked by this user, the newest first (BLOCK-7). */
export const blockedPeople = ours('/enterprise/im/blockedPeople', v.object({ page, limit: pageLimit }));

/** Reports a message, a user or a group to the moderators (REPORT-1). */
export const report = ours(
  '/enterprise/im/report',
  v.object({
    kind: v.picklist(REPORT_KINDS),
    id: messageRef,
    reason: v.picklist(REPORT_REASONS),
    words: withDefault(textUpTo(reportLimits.wordsMax), ''),
  }),
);
