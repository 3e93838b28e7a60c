import { SECOND, MINUTE, HOUR, DAY } from '../../domain/duration.ts';
import { MEGABYTE } from './limits.ts';

/** Limits of automatic copies (COPY-1). */
export const copyLimits = {
  turnMs: SECOND,
  everyMs: 10 * SECOND,
  wholeEveryMs: DAY,
  /** One piece of a copy, in memory and at the target. */
  partBytes: 8 * MEGABYTE,
  /** Pages in the log from which on they are written into the database, and it restarts. */
  emptyPages: 1_000,
  /** A smaller log restarts after this time, so that deleted text leaves it (DATA-12). */
  emptyEveryMs: HOUR,
  /** Maximum last pages, written while no other process can write. */
  heldPages: 250,
  /** Maximum log size while the target is down; beyond it a complete copy is made on return. */
  logBytesMax: 512 * MEGABYTE,
  momentsMax: 600,
  /** Files that are copied at once, that wait for it, and that could not be read. */
  filesAtOnce: 4,
  filesWaiting: 100,
  filesUnreadMax: 1_000,
  filesLateMs: 10 * MINUTE,
  /** Maximum time between the deletion of a row and the moment a copy reports it. */
  deletionMarginMs: HOUR,
  /** Bytes of files a drill reads in one night; the next one continues there. */
  drillFileBytes: 20_000 * MEGABYTE,
  /** Faults of files that one line names. */
  faultLinesMax: 3,
  /** Time for waiting files when the server stops. */
  endMs: 5 * SECOND,
  againMs: 10 * SECOND,
  againMaxMs: 5 * MINUTE,
  /** Time without a copy after which a warning is logged. */
  lateMs: MINUTE,
  /** A warning, where backups are made by hand or by a timer, each week at least. */
  backupLateMs: 8 * DAY,
  /** A drill runs at this hour of the machine, or this long after the last one; after a day it is missed. */
  drillHour: 3,
  drillNotBeforeMs: 12 * HOUR,
  drillEveryMs: 22 * HOUR,
  drillAgainMs: HOUR,
  drillLateMs: DAY,
  /** Limits of a storage as the target: one request with its retries, and names per page. */
  requestMs: 2 * MINUTE,
  requestRetries: 2,
  listPagesMax: 1_000,
  deletesAtOnce: 8,
  secretMin: 20,
  days: 7,
} as const;
