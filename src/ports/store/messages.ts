import type { MessageId, MsgId, StreamId, UserId } from '../../domain/ids.ts';
import type { EventNote, MessageType, ReactionCount } from '../../domain/message.ts';
import type { PollTally } from '../../domain/poll.ts';

export interface MessageRow {
  readonly msgId: MsgId;
  readonly id: MessageId;
  readonly stream: StreamId;
  readonly n: number;
  readonly from: UserId;
  readonly type: MessageType;
  readonly content: string;
  readonly at: readonly number[];
  readonly pid: MsgId | null;
  /** Ordinal of the first message of its thread; null: not an answer, or recalled (THREAD-1). */
  readonly root: number | null;
  readonly extra: Readonly<Record<string, unknown>> | null;
  readonly note: EventNote | null;
  readonly sentAtMs: number;
  readonly recalled: boolean;
  /** How often it was edited (EDIT-2). */
  readonly rev: number;
  /** The only reader: its author, whom the other user had blocked (BLOCK-2); null: all members. */
  readonly only: UserId | null;
}

/** A message before its first edit; the store assigns its number. */
export type NewMessage = Omit<MessageRow, 'msgId' | 'rev' | 'root' | 'only'> &
  Partial<Pick<MessageRow, 'root' | 'only'>>;

/** Place and mentions of a message, without its content. */
export type NamedRow = Pick<MessageRow, 'msgId' | 'id' | 'stream' | 'n' | 'from' | 'at'>;

/** Newest first. */
export interface MessagePage {
  readonly rows: readonly MessageRow[];
  readonly total: number;
  /** Ordinals of rows that only are lines, because their page of the database is damaged (OPS-20). */
  readonly unreadable?: readonly number[];
}

export interface MessageQuery {
  readonly stream: StreamId;
  /** The reader; absent: excludes messages that only their author sees (BLOCK-2). */
  readonly viewer?: UserId;
  /** Only messages with a higher ordinal are visible. */
  readonly fromN: number;
  readonly limit: number;
  /** Rows with a smaller msgId; wins over `page`. */
  readonly beforeMsgId?: number;
  /** The rows that follow this ordinal, instead of the newest ones; wins over `page`. */
  readonly afterN?: number;
  /** 1-based, newest first. */
  readonly page?: number;
  readonly types?: readonly MessageType[];
  readonly mentioning?: { readonly user: UserId; readonly afterN: number };
}

/** Answers of a thread, without its first message. */
export interface ThreadQuery {
  readonly stream: StreamId;
  /** The reader; absent: excludes messages that only their author sees. */
  readonly viewer?: UserId;
  readonly root: number;
  /** Only messages with a higher ordinal are visible. */
  readonly fromN: number;
  readonly limit: number;
  /** The rows before this ordinal, newest first; wins over `afterN`. */
  readonly beforeN?: number;
  /** The rows that follow this ordinal, oldest first; without either the newest ones, newest first. */
  readonly afterN?: number;
}

export interface MessagesReading {
  byId(id: MessageId): Promise<MessageRow | null>;
  byMsgId(id: MsgId): Promise<MessageRow | null>;
  byMsgIds(ids: readonly MsgId[]): Promise<ReadonlyMap<MsgId, MessageRow>>;
  byN(stream: StreamId, n: number): Promise<MessageRow | null>;
  /** Time and number of the newest message below this number, in any conversation (SEARCH-14). */
  sentBelow(msgId: MsgId): Promise<{ readonly msgId: MsgId; readonly sentAtMs: number } | null>;
  /** Messages by either name, in no order. */
  byNames(ids: readonly MessageId[], msgIds: readonly MsgId[]): Promise<readonly NamedRow[]>;
  page(query: MessageQuery): Promise<MessagePage>;
  /** The oldest that remain after an ordinal, oldest first. */
  oldest(stream: StreamId, limit: number, afterN?: number): Promise<readonly MessageRow[]>;
  /** Newest message that remains, above `fromN`. */
  last(stream: StreamId, fromN: number): Promise<MessageRow | null>;
  /** The newest that remains up to this ordinal and that this person reads. */
  lastFor(stream: StreamId, viewer: UserId, upToN: number): Promise<MessageRow | null>;
  /** Numbers of answers in these threads that only their authors see. */
  answersOfOne(
    stream: StreamId,
    roots: readonly number[],
  ): Promise<readonly { readonly root: number; readonly only: UserId; readonly count: number }[]>;
  thread(query: ThreadQuery): Promise<readonly MessageRow[]>;
  /**
   * Number of answers of a thread that remain up to this ordinal, counted individually; without it all of
   * them.
   */
  answers(stream: StreamId, root: number, upToN?: number): Promise<number>;
  /** Remaining messages before `n`, newest first. */
  before(stream: StreamId, n: number, limit: number): Promise<readonly MessageRow[]>;
  /** The user's messages with n above the mark, and others' lines there that the user has seen, by index. */
  ownAfter(stream: StreamId, user: UserId, mark: number): Promise<number>;
}

export interface MessagesWriting {
  insert(row: NewMessage): Promise<MsgId>;
  /** Their numbers rise in the order given, in which they are answered. */
  insertAll(rows: readonly NewMessage[]): Promise<readonly MessageRow[]>;
  update(
    msgId: MsgId,
    patch: Partial<
      Pick<MessageRow, 'type' | 'content' | 'at' | 'recalled' | 'note' | 'extra' | 'rev' | 'root'>
    >,
  ): Promise<void>;
  delete(msgId: MsgId): Promise<void>;
  /**
   * Deletes the oldest messages up to this ordinal, at most this many, with mentions and words; the ordinals
   * stay taken. Resolves to whether others may be left.
   */
  clear(stream: StreamId, upToN: number, limit: number): Promise<boolean>;
}

/** A message that is pinned in its conversation (PINS-1). `seq` and `atMs` are those of the event. */
export interface MessagePinRow {
  readonly msgId: MsgId;
  readonly stream: StreamId;
  readonly n: number;
  readonly seq: number;
  readonly by: UserId;
  readonly atMs: number;
  /** The newest message then. */
  readonly afterN: number;
}

export interface MessagePinsReading {
  /** Newest first. */
  list(stream: StreamId): Promise<readonly MessagePinRow[]>;
  has(msgId: MsgId): Promise<boolean>;
  count(stream: StreamId): Promise<number>;
}

/** Deleting or clearing a message also removes its pin. */
export interface MessagePinsWriting {
  insert(row: MessagePinRow): Promise<void>;
  delete(msgId: MsgId): Promise<void>;
}

/** The tally of a poll, and the place in the stream where it was written. */
export interface PollTallyRow extends Pick<PollTally, 'counts' | 'voters' | 'closed'> {
  readonly seq: number;
}

export interface VoterRow {
  readonly user: UserId;
  readonly atMs: number;
}

/** One user's choice; empty after the vote was taken back. */
export interface VoteRow {
  readonly choice: readonly number[];
  /** Ids of the newest operations, oldest first: they identify repeated requests (POLL-3). */
  readonly ops: readonly string[];
}

export interface PollsReading {
  /** Tallies of the polls of a conversation that have votes or are closed, by ordinal. */
  tallies(stream: StreamId, ns: readonly number[]): Promise<ReadonlyMap<number, PollTallyRow>>;
  vote(stream: StreamId, n: number, user: UserId): Promise<VoteRow | null>;
  /** The choices of these users; users without a vote are absent. */
  choices(
    stream: StreamId,
    n: number,
    users: readonly UserId[],
  ): Promise<ReadonlyMap<UserId, readonly number[]>>;
  /** One user's choices in these polls. */
  choicesOf(
    stream: StreamId,
    user: UserId,
    ns: readonly number[],
  ): Promise<ReadonlyMap<number, readonly number[]>>;
  /** Users who chose an option, newest first. */
  voters(
    stream: StreamId,
    n: number,
    option: number,
    skip: number,
    limit: number,
  ): Promise<readonly VoterRow[]>;
}

export interface NewVote extends VoteRow {
  readonly stream: StreamId;
  readonly n: number;
  readonly user: UserId;
  readonly atMs: number;
}

export interface PollsWriting {
  /** Replaces the user's choice. */
  setVote(vote: NewVote): Promise<void>;
  setTally(stream: StreamId, n: number, tally: PollTallyRow): Promise<void>;
}

/** Counts of each emoji under a message, and the place in the stream where they were written. */
export interface ReactionTally {
  readonly seq: number;
  readonly counts: readonly ReactionCount[];
}

export interface ReactionRow {
  readonly user: UserId;
  readonly emoji: string;
  readonly atMs: number;
}

export interface ReactionsReading {
  /** Tallies of the messages of a conversation that have reactions, by ordinal. */
  tallies(stream: StreamId, ns: readonly number[]): Promise<ReadonlyMap<number, ReactionTally>>;
  /** Choices of these users for a message, oldest first. */
  ofUsers(stream: StreamId, n: number, users: readonly UserId[]): Promise<readonly ReactionRow[]>;
  /** One user's choices for these messages. */
  ofUser(
    stream: StreamId,
    user: UserId,
    ns: readonly number[],
  ): Promise<ReadonlyMap<number, readonly string[]>>;
  /** Reactions to a message by users whom others have blocked, by those others. */
  blocked(stream: StreamId, n: number): Promise<ReadonlyMap<UserId, readonly string[]>>;
  /** Reactions to these messages by users whom this user has blocked. */
  blockedBy(
    user: UserId,
    stream: StreamId,
    ns: readonly number[],
  ): Promise<ReadonlyMap<number, readonly string[]>>;
  /** The file of a picture reaction. */
  fileOf(stream: StreamId, n: number, emoji: string): Promise<number | null>;
  /** Newest first. */
  people(stream: StreamId, n: number, skip: number, limit: number): Promise<readonly ReactionRow[]>;
}

export interface NewReaction {
  readonly stream: StreamId;
  readonly n: number;
  readonly user: UserId;
  readonly emoji: string;
  /** The picture that it is. */
  readonly fileId: number | null;
  readonly atMs: number;
}

export interface ReactionsWriting {
  /** Inserts a new reaction; it must not exist yet. */
  insert(row: NewReaction): Promise<void>;
  delete(stream: StreamId, n: number, user: UserId, emoji: string): Promise<void>;
  setTally(stream: StreamId, n: number, tally: ReactionTally): Promise<void>;
}

/** How many answers of a thread remain, and the place in the stream where that was written. */
export interface ThreadTally {
  readonly seq: number;
  readonly count: number;
}

/**
 * Threads are identified by the ordinal of their first message, `root`, which remains when that message is
 * removed.
 */
export interface ThreadsReading {
  /** Tallies of the answered messages of a conversation, by ordinal. */
  tallies(stream: StreamId, roots: readonly number[]): Promise<ReadonlyMap<number, ThreadTally>>;
  /** Checks whether a user follows the thread; null: they never answered there, nor chose (THREAD-6). */
  follows(stream: StreamId, root: number, user: UserId): Promise<boolean | null>;
  followers(stream: StreamId, root: number): Promise<readonly UserId[]>;
}

export interface ThreadsWriting {
  setTally(stream: StreamId, root: number, tally: ThreadTally): Promise<void>;
  setFollow(stream: StreamId, root: number, user: UserId, on: boolean): Promise<void>;
  /** Follows the thread, unless the user has chosen not to. */
  followAtFirst(stream: StreamId, root: number, user: UserId): Promise<void>;
}
