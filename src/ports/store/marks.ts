import type { StreamId, UserId } from '../../domain/ids.ts';

/** `user` 0 is all members. */
export interface MentionNotice {
  readonly user: number;
  /** 0: notified; above it: the edit whose push still waits; -1: removed before its push was sent. */
  readonly seq: number;
}

export interface MentionsReading {
  /**
   * Unread mentions of the user, whose mark is `afterN`, by others (COUNT-3): those after it that were not
   * read individually, and those up to it that an edit added (COUNT-14, COUNT-15).
   */
  count(stream: StreamId, user: UserId, afterN: number): Promise<number>;
  /** The ordinal of the first unread mention after the mark; null: none. */
  first(stream: StreamId, user: UserId, afterN: number): Promise<number | null>;
  /** Checks whether the message mentions this user and is unread for the given mark. */
  isUnread(stream: StreamId, user: UserId, n: number, mark: number): Promise<boolean>;
  /** Users that edits of the message have added or removed so far (EDIT-4). */
  notices(stream: StreamId, n: number): Promise<readonly MentionNotice[]>;
  /** Users whose marks do not cover this message. */
  apartAt(stream: StreamId, n: number): Promise<readonly UserId[]>;
  /** Messages after this ordinal that mention all members, and users whose own count may differ. */
  after(stream: StreamId, n: number): Promise<{ readonly ofAll: number; readonly apart: readonly UserId[] }>;
}

export interface MentionsWriting {
  /** Adds the mentions of a message; "all members" has one row, and so has each excluded user (BLOCK-11). */
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
  /** Deletes the rows of a removed message. */
  deleteApart(stream: StreamId, n: number): Promise<void>;
  setNotice(stream: StreamId, n: number, notice: MentionNotice): Promise<void>;
  /** The push of the edit at this place went out. */
  endNotices(stream: StreamId, n: number, seq: number): Promise<void>;
  deleteNotices(stream: StreamId, n: number): Promise<void>;
}

export interface SeenWriting {
  /** The user has seen this line, independent of the mark (CALL-41); false if that was known. */
  insert(stream: StreamId, user: UserId, n: number): Promise<boolean>;
  /**
   * Removes a line from the counts: it counts as an own one for every other member who had neither read that
   * far nor seen it (COUNT-17). `isKept`: its row stays, so this must be remembered. Returns for how many
   * members it was unread.
   */
  uncount(
    stream: StreamId,
    line: { readonly n: number; readonly from: UserId },
    isKept: boolean,
  ): Promise<number>;
  /** The mark has passed them. */
  deleteUpTo(stream: StreamId, user: UserId, n: number): Promise<void>;
}

/** The user's read mark of the announcements; null if the user never read any. */
export interface NoticesReading {
  mark(user: UserId): Promise<number | null>;
}

export interface NoticesWriting {
  setMark(user: UserId, mark: number): Promise<void>;
}
