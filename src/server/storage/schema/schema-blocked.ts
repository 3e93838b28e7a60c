import type { UserId } from '../../../domain/ids.ts';

export interface BlockedTable {
  user_id: UserId;
  other: UserId;
  at_ms: number;
}
