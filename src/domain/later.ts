import type { ContactId, MessageId } from './ids.ts';
import type { Message } from './message.ts';

/** Facts about a scheduled message without its text. */
export interface ScheduledFact {
  readonly id: MessageId;
  readonly to: ContactId;
  readonly dueMs: number;
  /** It could not be sent at its time (LATER-4). */
  readonly failed: boolean;
}

/** A message that its author's server sends at a time (LATER-2). */
export interface ScheduledMessage extends Omit<ScheduledFact, 'failed'> {
  /** Markup. */
  readonly content: string;
  readonly at: readonly number[];
  readonly extra: Message['extra'];
  readonly isReply: boolean;
  /** The reason why it could not be sent, in the requested language; null: no failure. */
  readonly why: string | null;
}

export interface ReminderFact {
  readonly id: MessageId;
  readonly to: ContactId;
  readonly n: number;
  readonly dueMs: number;
  /** Its time has come. */
  readonly told: boolean;
  /** Count of its edits (EDIT-2). */
  readonly rev: number;
}

/** The current message of a reminder (LATER-10). */
export interface Reminder extends ReminderFact {
  readonly message: Message;
}
