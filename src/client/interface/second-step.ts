import type { Answer } from './answer.ts';

/** What the own logins ask for after the password (SECOND-1). */
export interface SecondStepActions {
  secondStep(): Answer<{ readonly on: boolean; readonly recovery: number }>;
  /** For an app that makes codes; it is on once a code of that app has proved it. */
  beginSecondStep(password: string): Answer<{ readonly secret: string; readonly uri: string }>;
  /** Answers the recovery codes, which nobody is told again. */
  confirmSecondStep(otp: string): Answer<readonly string[]>;
  endSecondStep(password: string, otp: string): Answer;
}
