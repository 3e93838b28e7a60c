import * as v from 'valibot';
import { pollLimits as limits } from '../../domain/poll-limits.ts';
import { listOf, maybe, whole, withDefault } from '../scalars.ts';
import { ours } from './call.ts';
import { messageRef, opRef, page } from './fields.ts';

/** The user's choice in a poll, by option numbers from 0; none takes the vote back (POLL-3). */
export const vote = ours(
  '/enterprise/im/vote',
  v.object({ id: messageRef, options: listOf(whole, limits.optionsMax), op: maybe(opRef) }),
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
        v.transform((n) => (n === 0 ? limits.votersPage : Math.min(n, limits.votersPage))),
      ),
      limits.votersPage,
    ),
  }),
);
