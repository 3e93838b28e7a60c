import type { UserId } from '../../../domain/ids.ts';
import type { Flag } from './schema.ts';

interface SecondStepsTable {
  user_id: UserId;
  secret: string;
  is_on: Flag;
  last_step: number;
}

interface RecoveryCodesTable {
  user_id: UserId;
  digest: string;
}

export interface SecondStepTables {
  second_steps: SecondStepsTable;
  recovery_codes: RecoveryCodesTable;
}
