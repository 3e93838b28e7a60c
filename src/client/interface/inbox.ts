import type { InboxEntry, InboxMark } from '../../domain/inbox.ts';
import type { Answer } from './answer.ts';

export interface InboxActions {
  /** What concerns the user in all chats and is not done, newest first (INBOX-1). Needs the network. */
  inbox(): Answer<readonly InboxEntry[]>;
  /** Marks entries as done on all devices, as they were shown; `isDone` false opens them again (INBOX-4). */
  markInbox(entries: readonly InboxMark[], isDone: boolean): Answer;
}
