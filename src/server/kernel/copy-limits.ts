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
  /** The last ones, while nobody else can write. */
  heldPages: 250,
  /** With a target that is away the log grows to this; then a whole copy is made when it is back. */
  logBytesMax: 512 * MEGABYTE,
  momentsMax: 600,
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
  secretMin: 20,
  days: 7,
} as const;
