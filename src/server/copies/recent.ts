/**
 * Returns true if a moment is less than `ms` ago. A moment in the future is not: the clock was set back since
 * (TIME-7).
 */
export const isRecent = (atMs: number, nowMs: number, ms: number): boolean =>
  atMs <= nowMs && nowMs - atMs < ms;
