import type { UserId } from '../../../domain/ids.ts';

export interface NameTables {
  account_skeletons: { user_id: UserId; skeleton: string };
  shown_people: { user_id: UserId; other: UserId; at_ms: number };
}
