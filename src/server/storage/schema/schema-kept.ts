import type { UserId } from '../../../domain/ids.ts';

interface KeptTable {
  user_id: UserId;
  name: string;
  value: string;
  at_ms: number;
}

export interface KeptTables {
  kept: KeptTable;
}
