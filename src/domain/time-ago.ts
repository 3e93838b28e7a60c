import { dayNumber } from './display-time.ts';
import { displayLimits } from './limits.ts';

/** How a moment is told (TIME-1); the screen chooses the words. */
export type DisplayTime =
  | { readonly kind: 'now' }
  | { readonly kind: 'minutes'; readonly n: number }
  | { readonly kind: 'hours'; readonly n: number }
  | { readonly kind: 'yesterday' }
  | { readonly kind: 'days'; readonly n: number }
  | { readonly kind: 'date'; readonly year: number; readonly month: number; readonly day: number };

/**
 * Under 60 s: now; then minutes; then hours while it is still today; then yesterday; days while
 * under 30; otherwise a date. `offsetMin` is minutes east of UTC at the viewer, so the rule is pure.
 * A moment in the future counts as now.
 */
export function displayTime(sentAtMs: number, nowMs: number, offsetMin: number): DisplayTime {
  const age = nowMs - sentAtMs;
  if (age < displayLimits.minuteMs) return { kind: 'now' };
  if (age < displayLimits.hourMs) return { kind: 'minutes', n: Math.floor(age / displayLimits.minuteMs) };
  const days = dayNumber(nowMs, offsetMin) - dayNumber(sentAtMs, offsetMin);
  if (days === 0) return { kind: 'hours', n: Math.floor(age / displayLimits.hourMs) };
  if (days === 1) return { kind: 'yesterday' };
  if (days < displayLimits.daysMax) return { kind: 'days', n: days };
  const local = new Date(sentAtMs + offsetMin * 60_000);
  return {
    kind: 'date',
    year: local.getUTCFullYear(),
    month: local.getUTCMonth() + 1,
    day: local.getUTCDate(),
  };
}
