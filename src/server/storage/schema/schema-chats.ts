import type { ColumnType } from 'kysely';
import type { GroupId, MessageId, MsgId, StreamId, UserId } from '../../../domain/ids.ts';
import type { Flag } from './schema.ts';

interface GroupLinesTable {
  stream: StreamId;
  after_n: number;
  seq: number;
  at_ms: number;
  facts: string;
}

interface ScheduledTable {
  user_id: UserId;
  id: MessageId;
  body: string;
  due_ms: number;
  look_ms: number | null;
  failed: string;
}

interface RemindersTable {
  user_id: UserId;
  msg_id: MsgId;
  stream: StreamId;
  n: number;
  due_ms: number;
  look_ms: number | null;
}

interface LaterTables {
  scheduled: ScheduledTable;
  reminders: RemindersTable;
}

interface MessagePinsTable {
  msg_id: MsgId;
  stream: StreamId;
  n: number;
  seq: number;
  by_user: UserId;
  at_ms: number;
  after_n: number;
}

interface ReactionsTable {
  stream: StreamId;
  n: number;
  user_id: UserId;
  emoji: string;
  file_id: number | null;
  at_ms: number;
}

/** `counts`: JSON, pairs of an emoji and its count. */
interface ReactionTalliesTable {
  stream: StreamId;
  n: number;
  seq: number;
  counts: string;
}

interface ReactionTables {
  reactions: ReactionsTable;
  reaction_tallies: ReactionTalliesTable;
}

interface ThreadTalliesTable {
  stream: StreamId;
  root: number;
  seq: number;
  count: number;
}

interface ThreadFollowsTable {
  stream: StreamId;
  root: number;
  user_id: UserId;
  is_on: boolean;
}

interface ThreadTables {
  thread_tallies: ThreadTalliesTable;
  thread_follows: ThreadFollowsTable;
}

interface TimersTable {
  stream: StreamId;
  n: number;
  days: number;
  done_n: number;
  look_ms: number | null;
}

/** `choice`: one bit for each option, the lowest for the first. `ops`: JSON. */
interface PollVotesTable {
  stream: StreamId;
  n: number;
  user_id: UserId;
  choice: number;
  ops: string;
  at_ms: number;
}

/** `counts`: JSON, votes by option number. `closed`: 1 = closed manually. */
interface PollTalliesTable {
  stream: StreamId;
  n: number;
  seq: number;
  counts: string;
  voters: number;
  closed: number;
}

interface PollTables {
  poll_votes: PollVotesTable;
  poll_tallies: PollTalliesTable;
}

/** `user_id` 0 means all members (COUNT-3). */
interface MentionsTable {
  stream: StreamId;
  user_id: number;
  n: number;
}

/**
 * `user_id` 0 means all members. `seq` 0: notified; above it: the edit whose push still waits; -1: the
 * mention was removed before its push was sent.
 */
interface MentionNoticesTable {
  stream: StreamId;
  n: number;
  user_id: number;
  seq: number;
}

/** `unread` 1: added by an edit up to the mark; 0: read above it. */
interface MentionsApartTable {
  stream: StreamId;
  user_id: UserId;
  n: number;
  unread: 0 | 1;
}

interface GroupLinksTable {
  id: ColumnType<number, never, never>;
  group_id: GroupId;
  by_user: UserId;
  created_at_ms: number;
  until_ms: number | null;
  uses_max: number | null;
  used: number;
  asks: Flag;
  guest_days: number;
}

interface GroupRequestsTable {
  group_id: GroupId;
  user_id: UserId;
  text: string;
  link_id: number;
  at_ms: number;
  ends_ms: number;
}

interface LinkTables {
  group_links: GroupLinksTable;
  group_requests: GroupRequestsTable;
}

export interface ChatTables extends LaterTables, LinkTables, PollTables, ReactionTables, ThreadTables {
  message_pins: MessagePinsTable;
  group_lines: GroupLinesTable;
  timers: TimersTable;
  mentions: MentionsTable;
  mentions_apart: MentionsApartTable;
  mention_notices: MentionNoticesTable;
}

/** Messages that are still to be put into `word_blocks`. */
export interface UnwordedTable {
  stream: StreamId;
  n: number;
}

/** See `domain/word-blocks.ts`. */
export interface WordBlocksTable {
  stream: StreamId;
  from_n: number;
  words: string;
}

/** See `domain/word-grams.ts`; only on the embedded engine. */
export interface WordGroupsTable {
  stream: StreamId;
  from_n: number;
  to_n: number;
  /** JSON. */
  begins: string;
}

export interface WordBitsTable {
  stream: StreamId;
  part: number;
  from_n: number;
  bits: Uint8Array;
}

/** Conversations that were there before `word_blocks`: put in up to `done`, to be put in up to `up_to`. */
export interface WordBacklogTable {
  stream: StreamId;
  done: number;
  up_to: number;
}

interface MomentsTable {
  id: ColumnType<number, never, never>;
  author: UserId;
  content: string;
  /** JSON. */
  pictures: string;
  created_at_ms: number;
  /** 1: visible only to the users in `moment_viewers`. */
  limited: ColumnType<number, number | undefined, number>;
}

interface MomentFilesTable {
  file_id: number;
  moment: number;
}

interface MomentViewersTable {
  moment: number;
  user_id: UserId;
}

interface LikesTable {
  moment: number;
  user_id: UserId;
  created_at_ms: number;
}

interface CommentsTable {
  id: ColumnType<number, never, never>;
  moment: number;
  author: UserId;
  reply_to: UserId | null;
  content: string;
  created_at_ms: number;
}

export interface MomentTables {
  moments: MomentsTable;
  moment_files: MomentFilesTable;
  moment_viewers: MomentViewersTable;
  likes: LikesTable;
  comments: CommentsTable;
}
