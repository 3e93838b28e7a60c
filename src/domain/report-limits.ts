import { DAY, MINUTE } from './duration.ts';

/** Reports by users to the moderators of the server (REPORT-1 …). */
export const reportLimits = {
  /** Characters of the reporter's own text. */
  wordsMax: 500,
  /** Reports by one user in a day, and undecided reports by one user. */
  dayMax: 20,
  openMax: 100,
  windowMs: DAY,
  /** Reports are erased this long after the decision (REPORT-6). */
  keptMs: 90 * DAY,
  /** Characters of a moderator's note on a decision, and of the moderator's name. */
  noteMax: 500,
  moderatorMax: 64,
  /** Recorded views of one report: the newest ones. */
  looksMax: 100,
  rate: { times: 60, windowMs: MINUTE },
} as const;
