import { SECOND, MINUTE, HOUR, DAY } from '../../domain/duration.ts';
import { MEGABYTE } from './limits.ts';

/** Copies that the server makes by itself (COPY-1). */
export const copyLimits = {
  turnMs: SECOND,
  everyMs: 10 * SECOND,
  wholeEveryMs: DAY,
  /** One piece of a copy, in memory and at the target. */
  partBytes: 8 * MEGABYTE,
  /** From so many pages in the log on they are written into the database, and it begins anew. */
  emptyPages: 1_000,
  /** With fewer it begins anew after this, so that deleted words leave it (DATA-12). */
  emptyEveryMs: HOUR,
  /** The last ones, while nobody else can write. */
  heldPages: 250,
  /** With a target that is away the log grows to this; then a whole copy is made when it is back. */
  logBytesMax: 512 * MEGABYTE,
  momentsMax: 600,
  /** Files that are copied at once, that wait for it, and that could not be read. */
  filesAtOnce: 4,
  filesWaiting: 100,
  filesUnreadMax: 1_000,
  filesLateMs: 10 * MINUTE,
  /** Between a row that goes and the moment that a copy tells of it, at most. */
  goneMarginMs: HOUR,
  /** What a drill reads of files in one night; the next one goes on there. */
  drillFileBytes: 20_000 * MEGABYTE,
  /** Faults of files that one line names. */
  faultsTold: 3,
  /** For files that wait when the server ends. */
  endMs: 5 * SECOND,
  againMs: 10 * SECOND,
  againMaxMs: 5 * MINUTE,
  /** Longer than this without a copy is told as a warning. */
  lateMs: MINUTE,
  /** A drill comes at this hour of the machine, or so long after the last one; after a day it is missed. */
  drillHour: 3,
  drillNotBeforeMs: 12 * HOUR,
  drillEveryMs: 22 * HOUR,
  drillAgainMs: HOUR,
  drillLateMs: DAY,
  /** Of a storage that is the target: one request with its further tries, and names by the thousand. */
  requestMs: 2 * MINUTE,
  requestRetries: 2,
  listPagesMax: 1_000,
  deletesAtOnce: 8,
  secretMin: 20,
  days: 7,
} as const;
