import type { ContactId, MessageId } from '../../domain/ids.ts';
import type { Reminder, ScheduledMessage } from '../../domain/later.ts';
import type { Draft } from '../../domain/message.ts';
import type { Answer } from './answer.ts';

/** Everything scheduled, with its present text. */
export interface LaterList {
  readonly scheduled: readonly ScheduledMessage[];
  readonly reminders: readonly Reminder[];
}

export interface LaterActions {
  /**
   * The server stores a text until its time (ms since 1970); the draft is removed once it is stored
   * (LATER-8).
   */
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
