import { displayLimits } from './list-limits.ts';

/** How the list of chats tells a moment (TIME-4): short and steady, so that names have the room. */
export type ListTime = 'clock' | 'yesterday' | 'weekday' | 'date' | 'dateOfYear';

export const dayNumber = (ms: number, offsetMin: number): number =>
  Math.floor((ms + offsetMin * 60_000) / 86_400_000);
const yearOf = (ms: number, offsetMin: number): number => new Date(ms + offsetMin * 60_000).getUTCFullYear();

/**
 * The clock today, then yesterday, the weekday within a week, and dates; a moment in the future counts as
 * now.
 */
export function listTime(sentAtMs: number, nowMs: number, offsetMin: number): ListTime {
  const days = dayNumber(nowMs, offsetMin) - dayNumber(Math.min(sentAtMs, nowMs), offsetMin);
  if (days === 0) return 'clock';
  if (days === 1) return 'yesterday';
  if (days < displayLimits.weekDays) return 'weekday';
  return yearOf(sentAtMs, offsetMin) === yearOf(nowMs, offsetMin) ? 'date' : 'dateOfYear';
}
