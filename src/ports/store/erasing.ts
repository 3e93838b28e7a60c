import type { MsgId, StreamId, UserId } from '../../domain/ids.ts';
import type { EventNote } from '../../domain/message.ts';
import type { FileRow } from './files.ts';
import type { FriendRow } from './friends.ts';

/** A message, or a line that tells of something, as far as names may stand in it. */
export interface NamingRow {
  readonly stream: StreamId;
  readonly msgId: MsgId;
  readonly extra: Readonly<Record<string, unknown>> | null;
  readonly note: EventNote | null;
}

/** Whether what was said to others stays, as said by nobody any more, or goes (DATA-3). */
export type SaidWords = 'stay' | 'go';

/** An account that is being erased. */
export interface ErasureRow {
  readonly user: UserId;
  readonly words: SaidWords;
  /** Who asked for it, as the audit says it. */
  readonly by: string;
  /** Bytes that nothing holds any more and that may be left; null while rows are. */
  readonly keys: readonly string[] | null;
}

/** What is asked for when an account goes for good, or is given what is its own (DATA-1, DATA-4). */
export interface ErasingReading {
  get(user: UserId): Promise<ErasureRow | null>;
  /** Whether a login ended because its account was erased (DATA-10). */
  wasErased(hash: string): Promise<boolean>;
  /** Those that were begun and are not over, by their numbers, from behind `after` on. */
  begun(after: UserId, limit: number): Promise<readonly UserId[]>;
  /** What they asked of others, or others of them, and nobody has answered. */
  waitingOf(user: UserId): Promise<readonly Pick<FriendRow, 'id' | 'creator' | 'friend'>[]>;
  /** Who calls them by a name of their own. */
  remarkedBy(user: UserId): Promise<readonly UserId[]>;
  /** Every conversation that somebody is or was in. */
  placesOf(user: UserId): Promise<readonly StreamId[]>;
  /** What somebody said in one after an ordinal, the oldest first; no lines that tell of events or calls. */
  saidIn(stream: StreamId, user: UserId, afterN: number, limit: number): Promise<readonly MsgId[]>;
  /** Every file they uploaded with an id above `after`, in order. */
  filesOf(user: UserId, after: number, limit: number): Promise<readonly FileRow[]>;
  /** All messages after one that hold more than words, with how far the look has come. */
  naming(
    after: MsgId,
    limit: number,
  ): Promise<{ readonly rows: readonly NamingRow[]; readonly next: MsgId | null }>;
}

export interface ErasingWriting {
  /** Kept until `end`, so that one that is cut off is brought to its end; of two the last one counts. */
  begin(erasure: Omit<ErasureRow, 'keys'>): Promise<void>;
  /** Their logins, before they end: their devices may be away (DATA-10). */
  noteLogins(user: UserId, nowMs: number): Promise<void>;
  /** For the rest of the command nobody else takes the last step; false: somebody has. */
  hold(user: UserId): Promise<boolean>;
  keepKeys(user: UserId, keys: readonly string[]): Promise<void>;
  end(user: UserId): Promise<void>;
  setNames(row: NamingRow): Promise<void>;
  /** Ends what reaches their devices; before their logins end. */
  dropPushes(user: UserId): Promise<void>;
  /** Rows that are theirs alone, in every table (DATA-2). */
  dropOwn(user: UserId, account: string): Promise<void>;
  /** Rows of files of theirs that nothing holds, with those of their faces; `held`: by what is not here. */
  dropFiles(user: UserId, held?: readonly number[]): Promise<readonly FileRow[]>;
}
