import { DAY, MINUTE } from './duration.ts';

/** Users blocked by one user, and how often that changes (BLOCK-7). */
export const blockLimits = {
  peopleMax: 500,
  /** A user blocked by more members of a group cannot mention all members there (BLOCK-11). */
  leftOutMax: 500,
  rate: { times: 60, windowMs: 60_000 },
} as const;

/**
 * The directory (DIR-1, DIR-2): people of a page, and those that one request looks through for them. Without
 * it (DIR-4), those friends and groups, and groups of at most so many members.
 */
export const directoryLimits = {
  page: 20,
  step: 200,
  stepsMax: 10,
  friendsMax: 200,
  groupsMax: 50,
  membersMax: 1_000,
} as const;

/** Reports by users to the moderators of the server (REPORT-1 …). */
export const reportLimits = {
  /** Characters of the reporter's own text. */
  wordsMax: 500,
  /** Reports by one user in a day, and undecided reports by one user. */
  dayMax: 20,
  openMax: 100,
  windowMs: DAY,
  /** Reports are erased this long after the decision (REPORT-6). */
  retentionMs: 90 * DAY,
  /** Characters of a moderator's note on a decision, and of the moderator's name. */
  noteMax: 500,
  moderatorMax: 64,
  /** Recorded views of one report: the newest ones. */
  viewsMax: 100,
  rate: { times: 60, windowMs: MINUTE },
} as const;
