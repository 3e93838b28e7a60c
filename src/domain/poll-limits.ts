import { DAY, MINUTE } from './duration.ts';

/** Polls (POLL-1, POLL-2). */
export const pollLimits = {
  optionsMin: 2,
  optionsMax: 12,
  /** Characters of an option. */
  optionMax: 100,
  /** Characters of the question. */
  questionMax: 300,
  /** How long a poll that ends by time may last. */
  lastsMinSec: MINUTE / 1_000,
  lastsMaxSec: (366 * DAY) / 1_000,
  /** Remembered operation ids per voter, so that repeated requests are recognised. */
  opsKept: 4,
  /** Voters in one answer. */
  votersPage: 100,
  rate: { times: 240, windowMs: MINUTE },
} as const;
