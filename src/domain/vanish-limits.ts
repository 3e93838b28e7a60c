import { MINUTE, SECOND } from './duration.ts';

/** Messages that disappear (VANISH-1, VANISH-4). */
export const vanishLimits = {
  /** Timer changes of one conversation that may still have messages. */
  timersMax: 50,
  /** How often a node looks for what is due, in how many conversations, and at how many messages at once. */
  lookMs: 10 * SECOND,
  streamsAtOnce: 100,
  messagesAtOnce: 50,
  rate: { times: 60, windowMs: MINUTE },
} as const;
