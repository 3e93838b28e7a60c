import { displayLimits } from './limits.ts';
import { type TimeZone, dayNumber, localDate } from './time-zone.ts';

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
