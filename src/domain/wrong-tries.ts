import { wrongTryLimits as limits } from './account-limits.ts';

/**
 * How long wrong passwords or codes count together: the usual time at first. After twenty it doubles with
 * each five more, up to an hour (ACC-22).
 * @param wrong how many were wrong within a day
 */
export function wrongTryWindowMs(wrong: number, usualMs: number): number {
  if (wrong < limits.many) return usualMs;
  const doublings = 1 + Math.floor((wrong - limits.many) / limits.doublesEach);
  return Math.max(usualMs, Math.min(limits.windowMaxMs, usualMs * 2 ** doublings));
}
