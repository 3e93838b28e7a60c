import type { ReactionCount } from '../../domain/message.ts';
import type { StreamId, UserId } from '../../domain/ids.ts';

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
  chosen(stream: StreamId, n: number, users: readonly UserId[]): Promise<readonly ReactionRow[]>;
  /** One user's choices for these messages. */
  ofUser(
    stream: StreamId,
    user: UserId,
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
