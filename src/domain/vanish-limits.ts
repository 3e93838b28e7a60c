import { MINUTE, SECOND } from './duration.ts';

/** Messages that disappear (VANISH-1, VANISH-4). */
export const vanishLimits = {
  /** Timer changes of one conversation that may still have messages. */
  timersMax: 50,
  /** Interval of checks for due messages, the conversations in one, and the messages deleted at once. */
  lookMs: 10 * SECOND,
  streamsAtOnce: 100,
  messagesAtOnce: 50,
  rate: { times: 60, windowMs: MINUTE },
} as const;
