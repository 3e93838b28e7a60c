import type { StreamId, UserId } from '../../domain/ids.ts';
import type { PollTally } from '../../domain/poll.ts';

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
