import { duration } from './limits.ts';
import { dayNumber, momentAt } from './time-zone.ts';
import type { TimeZone } from './time-zone.ts';

/** Offered lengths of a mute (LIST-14); `always`: until the user unmutes. */
export const QUIET_LENGTHS = ['hour', 'hours', 'morning', 'day', 'always'] as const;
export type QuietLength = (typeof QUIET_LENGTHS)[number];

/** Length of `hours` in hours, and the start of the morning. */
export const QUIET_HOURS = 8;
const MORNING = 8;

/** End of the mute in ms since 1970; null: ended only by hand. The zone is that of the viewer. */
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
