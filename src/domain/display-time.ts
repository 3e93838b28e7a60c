import { displayLimits } from './limits.ts';
import { type LocalDate, type TimeZone, dayNumber, localDate } from './time-zone.ts';

/** Time formats in the list of chats (TIME-4): short, so that names have room. */
export type ListTime = 'clock' | 'yesterday' | 'weekday' | 'date' | 'dateOfYear';

/**
 * The clock today, then yesterday, the weekday within a week, and dates; a moment in the future counts as
 * now.
 */
export function listTime(sentAtMs: number, nowMs: number, zone: TimeZone): ListTime {
  const days = dayNumber(nowMs, zone) - dayNumber(Math.min(sentAtMs, nowMs), zone);
  if (days === 0) return 'clock';
  if (days === 1) return 'yesterday';
  if (days < displayLimits.weekDays) return 'weekday';
  return localDate(sentAtMs, zone).year === localDate(nowMs, zone).year ? 'date' : 'dateOfYear';
}

/** A relative time in parts (TIME-1); the screen chooses the text. */
export type DisplayTime =
  | { readonly kind: 'now' }
  | { readonly kind: 'minutes'; readonly n: number }
  | { readonly kind: 'hours'; readonly n: number }
  | { readonly kind: 'yesterday' }
  | { readonly kind: 'days'; readonly n: number }
  | ({ readonly kind: 'date' } & LocalDate);

/**
 * Under 60 s: now; then minutes; then hours while it is still today; then yesterday; days while
 * under 30; otherwise a date. The zone is that of the viewer. A moment in the future counts as now.
 */
export function displayTime(sentAtMs: number, nowMs: number, zone: TimeZone): DisplayTime {
  const age = nowMs - sentAtMs;
  if (age < displayLimits.minuteMs) return { kind: 'now' };
  if (age < displayLimits.hourMs) return { kind: 'minutes', n: Math.floor(age / displayLimits.minuteMs) };
  const days = dayNumber(nowMs, zone) - dayNumber(sentAtMs, zone);
  if (days === 0) return { kind: 'hours', n: Math.floor(age / displayLimits.hourMs) };
  if (days === 1) return { kind: 'yesterday' };
  if (days < displayLimits.daysMax) return { kind: 'days', n: days };
  return { kind: 'date', ...localDate(sentAtMs, zone) };
}
