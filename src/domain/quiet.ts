import { duration } from './limits.ts';

/**
 * For how long a chat is to be quiet (LIST-14); `always`: until somebody says otherwise.
 */
export const QUIET_LENGTHS = ['hour', 'hours', 'morning', 'day', 'always'] as const;
export type QuietLength = (typeof QUIET_LENGTHS)[number];

/** Hours of `hours`, and the hour at which a morning begins. */
export const QUIET_HOURS = 8;
const MORNING = 8;

/** When it ends, in ms since 1970; null: by hand only. `offsetMin` is minutes east of UTC at the viewer. */
export function quietEnd(length: QuietLength, nowMs: number, offsetMin: number): number | null {
  switch (length) {
    case 'hour':
      return nowMs + duration.HOUR;
    case 'hours':
      return nowMs + QUIET_HOURS * duration.HOUR;
    case 'day':
      return nowMs + duration.DAY;
    case 'morning': {
      const shift = offsetMin * duration.MINUTE;
      const today =
        Math.floor((nowMs + shift) / duration.DAY) * duration.DAY + MORNING * duration.HOUR - shift;
      return today > nowMs ? today : today + duration.DAY;
    }
    case 'always':
      return null;
  }
}
