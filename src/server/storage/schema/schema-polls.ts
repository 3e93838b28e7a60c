import type { StreamId, UserId } from '../../../domain/ids.ts';

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

export interface PollTables {
  poll_votes: PollVotesTable;
  poll_tallies: PollTalliesTable;
}
