import type { OwnDataFacts } from '../../wire/answers/own-data.ts';
import type { Answer } from './answer.ts';

export type OwnData = OwnDataFacts;

/** What belongs to oneself (DATA-5). */
export interface OwnDataActions {
  ownData(): Answer<OwnData>;
  /** Where an archive of it can be fetched, for a while (DATA-7). */
  exportData(password: string): Answer<{ readonly address: string }>;
  /** For good; the login of this device has ended as well then. */
  eraseAccount(password: string): Answer;
}
