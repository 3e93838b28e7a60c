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

/** How long transactions of one node may hold up those of the others (NODE-17). */
export const postgresLimits = {
  /** A command waits so long for a row with any connection, then it is repeated as a waiting one. */
  firstLockMs: 100,
  /** A waiting command gives its connection back after this. */
  lockMs: SECOND,
  /** The database ends a transaction whose node is idle this long, longer than `lockMs`. */
  idleMs: 2 * SECOND,
  /**
   * A waiting command is refused after this. A frozen node holds rows for at most `lockMs` and `idleMs`; then
   * the waiting ones run one after another.
   */
  rowsMs: 10 * SECOND,
  /** Places that cannot be read, of which a node reports so many. */
  damagedMax: 20,
  /** A vacuum of one table ends after this; the next one continues. It pauses so long after some pages. */
  cleanMs: MINUTE,
  cleanDelayMs: 2,
  /** `clean` asks so often again, with such a pause, whether the connections of a stopped server ended. */
  nodePauses: 20,
  nodePauseMs: 100,
  /** Commands that wait for rows at one time: half of `store.writersMax`. */
  waitersMax: 8,
} as const;

export const startLimits = {
  /** A start that found the disk full is tried again so often (OPS-19). */
  roomAgainMs: 2 * SECOND,
} as const;
