import type { StreamId, UserId } from '../../../domain/ids.ts';

interface ReactionsTable {
  stream: StreamId;
  n: number;
  user_id: UserId;
  emoji: string;
  file_id: number | null;
  at_ms: number;
}

/** `counts`: JSON, pairs of an emoji and its count. */
interface ReactionTalliesTable {
  stream: StreamId;
  n: number;
  seq: number;
  counts: string;
}

export interface ReactionTables {
  reactions: ReactionsTable;
  reaction_tallies: ReactionTalliesTable;
}
