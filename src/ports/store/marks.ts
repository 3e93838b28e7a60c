import type { StreamId, UserId } from '../../domain/ids.ts';

/** `user` 0 stands for everyone. */
export interface MentionNotice {
  readonly user: number;
  /** 0: notified; above it: the edit whose push still waits; -1: removed before its push went out. */
  readonly seq: number;
}

export interface MentionsReading {
  /**
   * Unread mentions of the user, whose mark is `afterN`, not by the user (COUNT-3): those after it that were
   * not read alone, and those up to it that an edit added (COUNT-14, COUNT-15).
   */
  count(stream: StreamId, user: UserId, afterN: number): Promise<number>;
  /** The ordinal of the first unread one after the mark; null: there is none. */
  first(stream: StreamId, user: UserId, afterN: number): Promise<number | null>;
  /** Whether the message mentions this user, whose mark is given, and the mention is unread. */
  isUnread(stream: StreamId, user: UserId, n: number, mark: number): Promise<boolean>;
  /** Whom edits of the message have added or removed so far (EDIT-4). */
  notices(stream: StreamId, n: number): Promise<readonly MentionNotice[]>;
  /** Users whose marks do not speak for this message. */
  apartAt(stream: StreamId, n: number): Promise<readonly UserId[]>;
  /** After this ordinal: how many messages mention everybody, and whose own number may be another. */
  after(stream: StreamId, n: number): Promise<{ readonly ofAll: number; readonly apart: readonly UserId[] }>;
}

export interface MentionsWriting {
  /** Of a message that mentions these; everybody has one row, and so has each who is left out (BLOCK-11). */
  insert(stream: StreamId, n: number, at: readonly number[]): Promise<void>;
  delete(stream: StreamId, n: number): Promise<void>;
  /** One mention above the mark was read (COUNT-14). */
  readOne(stream: StreamId, user: UserId, n: number): Promise<void>;
  /** One that an edit added was read; false: it was none. */
  endLate(stream: StreamId, user: UserId, n: number): Promise<boolean>;
  /** An edit mentions these, or all, but some; unread where the mark is at or after it (COUNT-15). */
  addLate(
    stream: StreamId,
    n: number,
    users: readonly UserId[] | 'all',
    but: readonly UserId[],
  ): Promise<void>;
  /** All up to this ordinal are read; whether an added one was among them. */
  endApart(stream: StreamId, user: UserId, upTo: number): Promise<boolean>;
  /** The mark has passed them. */
  forgetRead(stream: StreamId, user: UserId, upTo: number): Promise<void>;
  /** The message is gone. */
  deleteApart(stream: StreamId, n: number): Promise<void>;
  setNotice(stream: StreamId, n: number, notice: MentionNotice): Promise<void>;
  /** The push of the edit at this place went out. */
  endNotices(stream: StreamId, n: number, seq: number): Promise<void>;
  deleteNotices(stream: StreamId, n: number): Promise<void>;
}

export interface SeenWriting {
  /** Has seen this line, wherever the mark stands (CALL-41); false when that was known. */
  insert(stream: StreamId, user: UserId, n: number): Promise<boolean>;
  /**
   * A line is gone: it counts as an own one for every other member who had neither read so far nor seen it
   * (COUNT-17). `isKept`: its row stays, so this has to be remembered. Returns for how many it was unread.
   */
  uncount(
    stream: StreamId,
    line: { readonly n: number; readonly from: UserId },
    isKept: boolean,
  ): Promise<number>;
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
