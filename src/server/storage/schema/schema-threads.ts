import type { StreamId, UserId } from '../../../domain/ids.ts';

interface ThreadTalliesTable {
  stream: StreamId;
  root: number;
  seq: number;
  count: number;
}

interface ThreadFollowsTable {
  stream: StreamId;
  root: number;
  user_id: UserId;
  is_on: boolean;
}

export interface ThreadTables {
  thread_tallies: ThreadTalliesTable;
  thread_follows: ThreadFollowsTable;
}
