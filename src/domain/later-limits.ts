import { DAY, MINUTE, SECOND } from './duration.ts';

/** Messages that are sent at a time of one's choosing, and reminders (LATER-1, LATER-9). */
export const laterLimits = {
  /** Of one person, waiting or not sent. */
  scheduledMax: 100,
  remindersMax: 100,
  /** The nearest and the furthest time: an offered minute is still there when the request comes. */
  aheadMinMs: 30 * SECOND,
  aheadMaxMs: 366 * DAY,
  /** How often a node looks for what is due, and how much of it at once. */
  lookMs: 5 * SECOND,
  dueAtOnce: 100,
  /** What a limit or a setting keeps from being sent now is tried again after this, then ever later. */
  againMs: 10 * SECOND,
  againMaxMs: 10 * MINUTE,
  rate: { times: 240, windowMs: MINUTE },
} as const;
