import type { MessageId, MsgId, StreamId, UserId } from '../../domain/ids.ts';

/** A message that waits for its time, or that failed then (LATER-2, LATER-4). */
export interface ScheduledRow {
  readonly user: UserId;
  readonly id: MessageId;
  /** The request's fields as JSON, including content; deleted with the row. */
  readonly body: string;
  readonly dueMs: number;
  /** Time of the next attempt; null: sent by hand only. */
  readonly lookMs: number | null;
  /** Reason of the refusal that it met at its time; empty: none. */
  readonly failed: string;
}

/** A user's reminder of a message (LATER-9). */
export interface ReminderRow {
  readonly user: UserId;
  readonly msgId: MsgId;
  readonly stream: StreamId;
  readonly n: number;
  readonly dueMs: number;
  /** Null: they were reminded. */
  readonly lookMs: number | null;
}

export interface LaterReading {
  scheduled(user: UserId, id: MessageId): Promise<ScheduledRow | null>;
  /** Soonest first. */
  scheduledOf(user: UserId): Promise<readonly ScheduledRow[]>;
  /** Due messages, the longest due first. */
  scheduledDue(nowMs: number, limit: number): Promise<readonly Pick<ScheduledRow, 'user' | 'id'>[]>;
  reminder(user: UserId, msgId: MsgId): Promise<ReminderRow | null>;
  /** Soonest first. */
  remindersOf(user: UserId): Promise<readonly ReminderRow[]>;
  remindersDue(nowMs: number, limit: number): Promise<readonly Pick<ReminderRow, 'user' | 'msgId'>[]>;
}

export interface LaterWriting {
  /** @throws StoreConflictError this person has one of this id */
  insertScheduled(row: ScheduledRow): Promise<void>;
  /** False: it no longer exists. */
  updateScheduled(
    user: UserId,
    id: MessageId,
    row: Partial<Omit<ScheduledRow, 'user' | 'id'>>,
  ): Promise<boolean>;
  /** False: it was deleted already. Only one caller gets true. */
  deleteScheduled(user: UserId, id: MessageId): Promise<boolean>;
  /** Replaces a reminder of the same message. */
  saveReminder(row: ReminderRow): Promise<void>;
  deleteReminder(user: UserId, msgId: MsgId): Promise<boolean>;
}
