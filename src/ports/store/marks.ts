import type { StreamId, UserId } from '../../domain/ids.ts';

export interface MentionsReading {
  /** Mentions of the user after the mark, not by the user (COUNT-3). */
  count(stream: StreamId, user: UserId, afterN: number): Promise<number>;
  /** After this ordinal: how many messages mention everybody, and whose own number may be another. */
  after(stream: StreamId, n: number): Promise<{ readonly ofAll: number; readonly apart: readonly UserId[] }>;
}

export interface MentionsWriting {
  /** Of a message that mentions these; everybody has one row, and so has each who is left out (BLOCK-11). */
  insert(stream: StreamId, n: number, at: readonly number[]): Promise<void>;
  delete(stream: StreamId, n: number): Promise<void>;
}

export interface SeenWriting {
  /** Has seen this line, wherever the mark stands (CALL-41); false when that was known. */
  insert(stream: StreamId, user: UserId, n: number): Promise<boolean>;
  /** The mark has passed them. */
  deleteUpTo(stream: StreamId, user: UserId, n: number): Promise<void>;
}

/** How far a person has read the announcements; null for somebody who never has. */
export interface NoticesReading {
  mark(user: UserId): Promise<number | null>;
}

export interface NoticesWriting {
  setMark(user: UserId, mark: number): Promise<void>;
}
