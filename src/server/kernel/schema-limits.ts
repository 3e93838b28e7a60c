import { MINUTE, SECOND } from '../../domain/duration.ts';

/** How long a change of the schema may hold others up (START-15). */
export const schemaLimits = {
  /** Filling: rows at a time, duration of a step, and the pause for other writers. */
  fillRows: 100,
  fillStepMs: 25,
  fillPauseMs: 25,
  /** Pause before the next check, while another node fills, or when nothing is left. */
  fillLaterMs: SECOND,
  fillLookMs: MINUTE,
  /** Time a change waits for its table, delaying all later users, and a step for a row. */
  lockMs: 100,
  /** Maximum attempts after a lock timeout. */
  triesMax: 120,
  /** A larger file is cleaned of deleted words by a command, not by a start: about a minute (DATA-13). */
  cleanBytesMax: 4_000_000_000,
  /** Its log is emptied so often (DATA-12), and so many pages of 4 KiB are cleaned then: some 25 ms. */
  cleanEveryMs: 10 * MINUTE,
  zeroPages: 4_096,
  againMs: SECOND / 2,
  /** Log frames checked together before the engine opens it: about a megabyte. */
  logFrames: 256,
} as const;
