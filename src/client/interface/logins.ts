import type { LoginFacts } from '../../wire/answers/logins.ts';
import type { Answer } from './answer.ts';

export type OwnLogin = LoginFacts;

/** The user's logins (LOGINS-1). */
export interface LoginActions {
  /** The newest first. */
  logins(): Answer<readonly OwnLogin[]>;
  /** One of them, or `others`: all but the own one (LOGINS-2). */
  endLogin(id: OwnLogin['id']): Answer;
}
