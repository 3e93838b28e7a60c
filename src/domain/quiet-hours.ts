import { duration } from './duration.ts';
import { minuteIn } from './zone-clock-adapter.ts';

/** When nothing makes itself heard, every day (ALERT-5). */
export interface QuietHours {
  /** Minutes after midnight. `till` before `from`: over midnight. */
  readonly from: number;
  readonly till: number;
  /** Where they were chosen: its time zone by its IANA name, which alone follows daylight saving. */
  readonly zone?: string | undefined;
  /** Minutes east of UTC there on that day, for whoever knows no zones, or not this one. */
  readonly east: number;
  /** What mentions or answers me is heard nevertheless (ALERT-2). */
  readonly toMe: boolean;
  /** Somebody has ended them once: they do not hold before then. */
  readonly offUntilMs: number;
}

export const DAY_MIN = duration.DAY / duration.MINUTE;

/** Minutes after midnight by the clock where they were chosen. */
export function minuteThere({ zone, east }: QuietHours, atMs: number): number {
  const minute = zone === undefined ? null : minuteIn(zone, atMs);
  if (minute === null) return inDay(atMs / duration.MINUTE + east);
  return minute + (atMs % duration.MINUTE) / duration.MINUTE;
}

const inDay = (minutes: number): number => minutes - Math.floor(minutes / DAY_MIN) * DAY_MIN;

/** When those end that hold at a moment, in ms since 1970; null: none do. */
export function quietHoursEnd(hours: QuietHours | null | undefined, atMs: number): number | null {
  if (!hours || atMs < hours.offUntilMs) return null;
  const { from, till } = hours;
  const minute = minuteThere(hours, atMs);
  const holds = from < till ? minute >= from && minute < till : minute >= from || minute < till;
  if (!holds) return null;
  const endMs = Math.round(atMs + inDay(till - minute) * duration.MINUTE);
  // Where the clock is put on or back before then it is another moment, if that hour is not left out.
  const off = till - minuteThere(hours, endMs);
  const movedMs = endMs + (inDay(off + DAY_MIN / 2) - DAY_MIN / 2) * duration.MINUTE;
  return minuteThere(hours, movedMs) === till ? movedMs : endMs;
}
