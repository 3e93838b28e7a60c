import type { OwnDataFacts } from '../../wire/answers/accounts.ts';
import type { Answer } from './answer.ts';

export type OwnData = OwnDataFacts;

/** The user's own data (DATA-5). */
export interface OwnDataActions {
  ownData(): Answer<OwnData>;
  /** Returns the temporary address of an archive of the data (DATA-7). */
  exportData(password: string): Answer<{ readonly address: string }>;
  /** Permanent; also ends the login of this device. */
  eraseAccount(password: string): Answer;
}
