import type { Role } from '../../domain/contact.ts';
import type { StreamId, UserId } from '../../domain/ids.ts';

/** A person's place in a conversation, one-to-one or group. One current interval per person (STREAM-10). */
export interface MemberRow {
  readonly stream: StreamId;
  readonly user: UserId;
  readonly role: Role;
  readonly isTop: boolean;
  readonly isNotice: boolean;
  /** Events above this `seq` are the member's. */
  readonly fromSeq: number;
  /** null while a member. */
  readonly untilSeq: number | null;
  /** Ordinal of the last message before joining; older pages need `setting.history`. 0 in one-to-one. */
  readonly fromN: number;
  readonly mark: number;
  /** In a chat of two: the read position that was sent to the partner (READBY-3). */
  readonly told: number;
  readonly own: number;
  readonly mentionMark: number;
  readonly hiddenTo: number;
  /** Put away until the conversation holds more messages than these; null: in the list (ARCHIVED-1). */
  readonly archivedTo: number | null;
  /** Marked as unread by hand (UNREAD-1). */
  readonly isMarked: boolean;
  /** The first message that is marked; null: the whole chat, or unmarked (UNREAD-3). */
  readonly markedFrom: number | null;
  /** Mentions and answers notify although not every message does (ALERT-2). */
  readonly atOnly: boolean;
  /** End of the mute; null: ended only by hand (ALERT-3). */
  readonly quietUntilMs: number | null;
  readonly mutedUntilSec: number;
  readonly inviter: UserId | null;
  readonly joinedAtMs: number;
}

export interface MembersReading {
  /** The current membership, or null (also for former members). */
  get(stream: StreamId, user: UserId): Promise<MemberRow | null>;
  /** Also former members. */
  getAny(stream: StreamId, user: UserId): Promise<MemberRow | null>;
  /** Current members by role, then by joining. */
  of(
    stream: StreamId,
    page?: { readonly page: number; readonly limit: number },
  ): Promise<readonly MemberRow[]>;
  idsOf(stream: StreamId): Promise<readonly UserId[]>;
  /** Which of these are current members. */
  among(stream: StreamId, users: readonly UserId[]): Promise<ReadonlySet<UserId>>;
  /** Current members with a device that receives pushes (PUSH-3). */
  withPush(stream: StreamId): Promise<readonly MemberRow[]>;
  /** Which of these are current members who joined after the message with this ordinal. */
  cameAfter(stream: StreamId, n: number, users: readonly UserId[]): Promise<ReadonlySet<UserId>>;
  /** Current members who have read no further than this ordinal and have own lines after it. */
  unreadWithOwn(stream: StreamId, n: number): Promise<readonly MemberRow[]>;
  /** In a group of any size, this is one row (GROUP-31). */
  count(stream: StreamId): Promise<number>;
  /** Memberships of groups that were there before the person, for `visible`. */
  lateMemberships(user: UserId): Promise<readonly MemberRow[]>;
  /** Members whose mute has ended, the longest ago first (ALERT-3). */
  quietOver(nowMs: number, limit: number): Promise<readonly Pick<MemberRow, 'stream' | 'user'>[]>;
  /** Streams the user is a current member of. */
  streamsOf(user: UserId): Promise<readonly StreamId[]>;
}

export interface MembersWriting {
  /** Inserts, or starts a new interval for a returning member; rows of one conversation. */
  save(...rows: readonly MemberRow[]): Promise<void>;
  update(stream: StreamId, user: UserId, patch: Partial<Omit<MemberRow, 'stream' | 'user'>>): Promise<void>;
  /**
   * Marks everything up to this ordinal as read for all members, in one row. The mark of each member with an
   * earlier one moves there, with no own messages after it. That is wrong for the members of `unreadWithOwn`,
   * so their rows are written afterwards (COUNT-10).
   */
  readAll(stream: StreamId, n: number): Promise<void>;
  /** Current memberships of one conversation have ended with this event: at most `dismissedOfTurn`. */
  endOf(stream: StreamId, users: readonly UserId[], seq: number): Promise<void>;
}
