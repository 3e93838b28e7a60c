import { HOUR, SECOND } from '../../domain/duration.ts';

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
