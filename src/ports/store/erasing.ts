import type { MsgId, StreamId, UserId } from '../../domain/ids.ts';
import type { EventNote } from '../../domain/message.ts';
import type { FileRow } from './files.ts';
import type { FriendRow } from './users.ts';

/** A message or a system line, with the fields that can contain names. */
export interface NamingRow {
  readonly stream: StreamId;
  readonly msgId: MsgId;
  readonly extra: Readonly<Record<string, unknown>> | null;
  readonly note: EventNote | null;
}

/** Choice for the messages to other users: they stay without an author, or are deleted (DATA-3). */
export type SaidWords = 'stay' | 'go';

/** An account that is being erased. */
export interface ErasureRow {
  readonly user: UserId;
  readonly words: SaidWords;
  /** The requester, as the audit names it. */
  readonly by: string;
  /** Stored bytes without a reference that may remain; null while rows remain. */
  readonly keys: readonly string[] | null;
}

/** Data for erasing an account, and for exporting the user's own data (DATA-1, DATA-4). */
export interface ErasingReading {
  get(user: UserId): Promise<ErasureRow | null>;
  /** Checks whether a login ended because its account was erased (DATA-10). */
  wasErased(hash: string): Promise<boolean>;
  /** Unfinished erasures with a number above `after`, in order. */
  unfinished(after: UserId, limit: number): Promise<readonly UserId[]>;
  /** Unanswered friend requests from and to the user. */
  waitingOf(user: UserId): Promise<readonly Pick<FriendRow, 'id' | 'creator' | 'friend'>[]>;
  /** Users who have a private nickname for this user. */
  remarkedBy(user: UserId): Promise<readonly UserId[]>;
  /** Every conversation that the user is or was in. */
  placesOf(user: UserId): Promise<readonly StreamId[]>;
  /**
   * Messages of a user in a conversation after an ordinal, the oldest first; without system lines and calls.
   */
  messagesIn(stream: StreamId, user: UserId, afterN: number, limit: number): Promise<readonly MsgId[]>;
  /** Every file they uploaded with an id above `after`, in order. */
  filesOf(user: UserId, after: number, limit: number): Promise<readonly FileRow[]>;
  /** All messages after one that contain more than text, and how far the search has got. */
  naming(
    after: MsgId,
    limit: number,
  ): Promise<{ readonly rows: readonly NamingRow[]; readonly next: MsgId | null }>;
}

export interface ErasingWriting {
  /** Stored until `end`, so that an interrupted erasure is completed; of two the last one wins. */
  begin(erasure: Omit<ErasureRow, 'keys'>): Promise<void>;
  /** Their logins, before they end: their devices may be away (DATA-10). */
  noteLogins(user: UserId, nowMs: number): Promise<void>;
  /** Locks the last step for the rest of the command; false: another caller has it. */
  hold(user: UserId): Promise<boolean>;
  keepKeys(user: UserId, keys: readonly string[]): Promise<void>;
  end(user: UserId): Promise<void>;
  setNames(row: NamingRow): Promise<void>;
  /** Ends what reaches their devices; before their logins end. */
  dropPushes(user: UserId): Promise<void>;
  /** Rows that are theirs alone, in every table (DATA-2). */
  dropOwn(user: UserId, account: string): Promise<void>;
  /** File rows of the user without a reference, also drawn avatars; `referencedIds`: referenced elsewhere. */
  dropFiles(user: UserId, referencedIds?: readonly number[]): Promise<readonly FileRow[]>;
}
