import type { Answer } from './answer.ts';

/** The second step of the user's logins, after the password (SECOND-1). */
export interface SecondStepActions {
  secondStep(): Answer<{ readonly on: boolean; readonly recovery: number }>;
  /** Starts enrolling a code app; the step turns on once a code of that app has proved it. */
  beginSecondStep(password: string): Answer<{ readonly secret: string; readonly uri: string }>;
  /** Returns the recovery codes, which are shown only once. */
  confirmSecondStep(otp: string): Answer<readonly string[]>;
  endSecondStep(password: string, otp: string): Answer;
}
