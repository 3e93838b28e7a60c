import type { ContactId, MessageId } from '../../domain/ids.ts';
import type { Reminder, ScheduledMessage } from '../../domain/later.ts';
import type { Draft } from '../../domain/message.ts';
import type { Answer } from './answer.ts';

/** All that one has put off, with its words as they are now. */
export interface LaterList {
  readonly scheduled: readonly ScheduledMessage[];
  readonly reminders: readonly Reminder[];
}

export interface LaterActions {
  /** The server keeps a text until its time (ms since 1970); the draft goes once it is there (LATER-8). */
  schedule(to: ContactId, draft: Draft, atMs: number): Answer;
  /** Other words, another time, or both (LATER-3). */
  changeScheduled(id: MessageId, change: { readonly draft?: Draft; readonly atMs?: number }): Answer;
  sendScheduled(id: MessageId): Answer;
  discardScheduled(id: MessageId): Answer;
  /** Sets a reminder for a message; null removes it (LATER-9). */
  remind(id: MessageId, atMs: number | null): Answer;
  /** Requests the list; the state then holds it without texts. */
  later(): Answer<LaterList>;
}
