import * as v from 'valibot';
import { threadLimits as limits } from '../../domain/thread-limits.ts';
import { flag, maybe, whole, withDefault } from '../scalars.ts';
import { ours } from './call.ts';
import { contactRef } from './fields.ts';

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
        v.transform((n) => (n === 0 ? limits.page : Math.min(n, limits.pageMax))),
      ),
      limits.page,
    ),
  }),
);

/** Follows a thread: its new answers notify even if the group is muted (THREAD-6). */
export const followThread = ours(
  '/enterprise/im/followThread',
  v.object({ toContactId: contactRef, root, on: flag }),
);
