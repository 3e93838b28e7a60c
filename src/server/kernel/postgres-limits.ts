import { MINUTE, SECOND } from '../../domain/duration.ts';

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
  /** Commands that wait for rows at one time: half of `store.writersMax`. */
  waitersMax: 8,
} as const;
