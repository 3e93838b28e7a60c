import type { ColumnType } from 'kysely';
import type { GroupId, UserId } from '../../../domain/ids.ts';
import type { Flag } from './schema.ts';

interface GroupLinksTable {
  id: ColumnType<number, never, never>;
  group_id: GroupId;
  by_user: UserId;
  created_at_ms: number;
  until_ms: number | null;
  uses_max: number | null;
  used: number;
  asks: Flag;
}

interface GroupRequestsTable {
  group_id: GroupId;
  user_id: UserId;
  text: string;
  link_id: number;
  at_ms: number;
  ends_ms: number;
}

export interface LinkTables {
  group_links: GroupLinksTable;
  group_requests: GroupRequestsTable;
}
