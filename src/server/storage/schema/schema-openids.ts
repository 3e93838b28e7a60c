import type { UserId } from '../../../domain/ids.ts';

interface OpenIdsTable {
  issuer: string;
  subject: string;
  user_id: UserId;
  provider: string;
  email: string;
  created_at_ms: number;
  used_at_ms: number;
}

export interface OpenIdTables {
  openids: OpenIdsTable;
}
