import type { StreamId, UserId } from '../../domain/ids.ts';
import type { PollTally } from '../../domain/poll.ts';

/** How a poll stands, and the place in the stream where that was written. */
export interface PollTallyRow extends Pick<PollTally, 'counts' | 'voters' | 'closed'> {
  readonly seq: number;
}

export interface VoterRow {
  readonly user: UserId;
  readonly atMs: number;
}

/** What one person has chosen; nothing, where the vote was taken back. */
export interface VoteRow {
  readonly choice: readonly number[];
  /** Names of their newest presses, oldest first: a request that comes again is known by them (POLL-3). */
  readonly ops: readonly string[];
}

export interface PollsReading {
  /** Of those polls of a conversation that anybody voted in or ended, by their ordinals. */
  tallies(stream: StreamId, ns: readonly number[]): Promise<ReadonlyMap<number, PollTallyRow>>;
  vote(stream: StreamId, n: number, user: UserId): Promise<VoteRow | null>;
  /** What these people have chosen; nothing of whoever has not voted. */
  choices(
    stream: StreamId,
    n: number,
    users: readonly UserId[],
  ): Promise<ReadonlyMap<UserId, readonly number[]>>;
  /** What one person has chosen in these polls. */
  choicesOf(
    stream: StreamId,
    user: UserId,
    ns: readonly number[],
  ): Promise<ReadonlyMap<number, readonly number[]>>;
  /** Who has chosen an option, newest first. */
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
  /** Takes the place of what that person had chosen. */
  setVote(vote: NewVote): Promise<void>;
  setTally(stream: StreamId, n: number, tally: PollTallyRow): Promise<void>;
}
