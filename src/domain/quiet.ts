import { duration } from './limits.ts';
import { dayNumber, momentAt } from './time-zone.ts';
import type { TimeZone } from './time-zone.ts';

/**
 * For how long a chat is to be quiet (LIST-14); `always`: until somebody says otherwise.
 */
export const QUIET_LENGTHS = ['hour', 'hours', 'morning', 'day', 'always'] as const;
export type QuietLength = (typeof QUIET_LENGTHS)[number];

/** Hours of `hours`, and the hour at which a morning begins. */
export const QUIET_HOURS = 8;
const MORNING = 8;

/** When it ends, in ms since 1970; null: by hand only. The zone is that of the viewer. */
export function quietEnd(length: QuietLength, nowMs: number, zone: TimeZone): number | null {
  switch (length) {
    case 'hour':
      return nowMs + duration.HOUR;
    case 'hours':
      return nowMs + QUIET_HOURS * duration.HOUR;
    case 'day':
      return nowMs + duration.DAY;
    case 'morning': {
      const day = dayNumber(nowMs, zone);
      const today = momentAt(day, MORNING * duration.HOUR, zone);
      return today > nowMs ? today : momentAt(day + 1, MORNING * duration.HOUR, zone);
    }
    case 'always':
      return null;
  }
}
