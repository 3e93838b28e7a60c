import { duration } from './duration.ts';
import { dayNumber, momentAt } from './time-zone.ts';
import type { TimeZone } from './time-zone.ts';

/** Offered ends; `week`: up to its Sunday. */
export const STATUS_ENDS = ['half', 'hour', 'hours', 'today', 'week', 'never'] as const;
export type StatusEnd = (typeof STATUS_ENDS)[number];

const WEEK_DAYS = 7;
/** Days from a Monday to the first day since 1970, which was a Thursday. */
const FIRST_DAY = 3;

/** The moment at which a status ends, by the clock of the user's place; rounded up to a full minute. */
export function statusEnd(end: StatusEnd, nowMs: number, zone: TimeZone): number | null {
  switch (end) {
    case 'half':
      return fullMinute(nowMs + duration.HOUR / 2);
    case 'hour':
      return fullMinute(nowMs + duration.HOUR);
    case 'hours':
      return fullMinute(nowMs + 4 * duration.HOUR);
    case 'today':
      return momentAt(dayNumber(nowMs, zone) + 1, 0, zone);
    case 'week': {
      const day = dayNumber(nowMs, zone);
      return momentAt(day + WEEK_DAYS - ((day + FIRST_DAY) % WEEK_DAYS), 0, zone);
    }
    case 'never':
      return null;
  }
}

const fullMinute = (ms: number): number => Math.ceil(ms / duration.MINUTE) * duration.MINUTE;
