import type { UserId } from '../../../domain/ids.ts';

interface PasskeysTable {
  id: string;
  user_id: UserId;
  public_key: string;
  counter: number;
  name: string;
  created_at_ms: number;
  used_at_ms: number;
}

interface SpentChallengesTable {
  challenge: string;
  ends_ms: number;
}

export interface PasskeyTables {
  passkeys: PasskeysTable;
  spent_challenges: SpentChallengesTable;
}
