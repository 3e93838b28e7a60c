import { DAY, MINUTE } from './duration.ts';

/** What people report to those who look after the server (REPORT-1 …). */
export const reportLimits = {
  /** In the words of whoever reports. */
  wordsMax: 500,
  /** Of one person in a day, and of one person that wait for a decision. */
  dayMax: 20,
  openMax: 100,
  windowMs: DAY,
  /** So long after the decision all of it is erased (REPORT-6). */
  keptMs: 90 * DAY,
  /** What a moderator writes down with a decision, and who they are. */
  noteMax: 500,
  moderatorMax: 64,
  /** Looks at one report that are written down: the newest so many. */
  looksMax: 100,
  rate: { times: 60, windowMs: MINUTE },
} as const;
