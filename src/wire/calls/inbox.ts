import * as v from 'valibot';
import { INBOX_REASONS } from '../../domain/inbox.ts';
import { inboxLimits } from '../../domain/message-limits.ts';
import { flag, listOf, rowId, whole, withDefault } from '../scalars.ts';
import { ours } from './call.ts';

/** What concerns the user in all conversations, newest first (INBOX-1). */
export const getInbox = ours('/enterprise/im/getInbox', v.object({}));

/** Marks entries as done, as they were shown, or opens them again (INBOX-4). */
export const inboxDone = ours(
  '/enterprise/im/inboxDone',
  v.object({
    list: listOf(
      v.object({
        msg_id: rowId,
        why: listOf(v.picklist(INBOX_REASONS), INBOX_REASONS.length),
        at_ms: whole,
      }),
      inboxLimits.shownMax,
    ),
    on: withDefault(flag, true),
  }),
);
