import type { StreamId, UserId } from '../../domain/ids.ts';

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
