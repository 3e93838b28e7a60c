import type { MessageId, MsgId, StreamId, UserId } from '../../domain/ids.ts';
import type { EventNote, MessageType } from '../../domain/message.ts';

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
  named(ids: readonly MessageId[], msgIds: readonly MsgId[]): Promise<readonly NamedRow[]>;
  page(query: MessageQuery): Promise<{ readonly rows: readonly MessageRow[]; readonly total: number }>;
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
