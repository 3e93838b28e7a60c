import type { MsgId, StreamId, UserId } from '../../domain/ids.ts';

/**
 * Which messages may concern a user: above this number, the newest ones of some conversations (INBOX-1). The
 * names of the conversations are those of `chats` behind `after` up to `last`.
 */
export interface InboxQuery {
  readonly user: UserId;
  readonly sinceMsgId: MsgId;
  readonly after: StreamId | '';
  readonly last: StreamId;
  /** Messages of one conversation, the newest ones, that are examined. */
  readonly ofChat: number;
  readonly limit: number;
}

/** Reactions of other users to a message of this user, without those of users whom they have blocked. */
export interface ReactedRow {
  readonly msgId: MsgId;
  readonly people: number;
  /** Time of the newest. */
  readonly atMs: number;
}

/**
 * Messages that may concern a user, in their current conversations; the caller checks what they may read.
 */
export interface InboxReading {
  /** The user's current conversations, in the order of the store. */
  chats(user: UserId): Promise<readonly StreamId[]>;
  /** Messages of others that mention the user or all members. */
  mentioning(query: InboxQuery): Promise<readonly MsgId[]>;
  /** Answers in group threads that the user began, joined or follows, their own ones as well. */
  inThreads(query: InboxQuery): Promise<readonly { readonly msgId: MsgId; readonly isFollowed: boolean }[]>;
  /** Answers of others in one-to-one conversations. */
  answers(query: InboxQuery): Promise<readonly MsgId[]>;
  /** The user's messages with reactions, those with the newest reactions first. */
  reacted(query: InboxQuery): Promise<readonly ReactedRow[]>;
}
