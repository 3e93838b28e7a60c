import { SECOND } from './duration.ts';

/** Limits of notifications (ALERT-1 …). */
export const alertLimits = {
  /** Interval of checks for ended mutes, and how many end at once. */
  lookMs: 2 * SECOND,
  overAtOnce: 100,
  /** The user's additional words that count as mentions. */
  wordsMax: 20,
  wordMax: 32,
} as const;
