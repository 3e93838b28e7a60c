import { DAY, MINUTE, SECOND } from './duration.ts';

/** Scheduled messages and reminders (LATER-1, LATER-9). */
export const laterLimits = {
  /** Per user, waiting or failed. */
  scheduledMax: 100,
  remindersMax: 100,
  /** The nearest and the furthest time: an offered minute must still be valid when the request arrives. */
  aheadMinMs: 30 * SECOND,
  aheadMaxMs: 366 * DAY,
  /** Interval of checks for due messages, and how many of them at once. */
  lookMs: 5 * SECOND,
  dueAtOnce: 100,
  /** A message that a limit or a setting stops now is tried again after this, then at growing intervals. */
  againMs: 10 * SECOND,
  againMaxMs: 10 * MINUTE,
  rate: { times: 240, windowMs: MINUTE },
} as const;
