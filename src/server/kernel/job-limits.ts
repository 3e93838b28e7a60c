import { DAY, HOUR, MINUTE, SECOND } from '../../domain/duration.ts';

/** A failed row of a job's list is tried again after this, then after twice as long each time (OPS-16). */
export const jobLimits = {
  rowAgainMs: 10 * SECOND,
  rowAgainMaxMs: HOUR,
  /** Rows of one job that a node remembers as failed; the oldest is forgotten, and tried again at once. */
  rowsFailedMax: 1_000,
  /** Stored messages that are compared with their digests at once (some ms), and until the next ones. */
  verifyStep: 500,
  verifyEveryMs: 10 * SECOND,
  /** More people than this, and than this share of all, are not disabled at once unasked (LDAP-10). */
  removalsMin: 3,
  removalsShare: 0.2,
} as const;

/** Mails about unread messages (DIGEST-2, DIGEST-6). */
export const mailDigestLimits = {
  awayMs: DAY,
  lookMs: MINUTE,
  /** Until the next look at a user who is away and gets nothing now. */
  lookAgainMs: HOUR,
  /** Users looked at, mails sent and mails failed in one round. */
  batchSize: 100,
  mailsOfRun: 20,
  failuresOfRun: 3,
  /** Mails of all nodes. */
  rate: { times: 200, windowMs: HOUR },
  /** A failed mail is tried again after these times, then given up. */
  againMs: [10 * MINUTE, HOUR, 6 * HOUR],
  /** Chats that a mail names. */
  chatsMax: 20,
} as const;
