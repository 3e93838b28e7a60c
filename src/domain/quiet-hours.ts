import { duration } from './duration.ts';
import { minuteIn } from './zone-clock-adapter.ts';

/** Daily hours without notifications (ALERT-5). */
export interface QuietHours {
  /** Minutes after midnight. `till` before `from`: over midnight. */
  readonly from: number;
  readonly till: number;
  /** The time zone where they were chosen, by its IANA name; only the name follows daylight saving. */
  readonly zone?: string | undefined;
  /** Minutes east of UTC there on that day, for systems that lack this zone. */
  readonly east: number;
  /** Mentions of and answers to the user still notify (ALERT-2). */
  readonly toMe: boolean;
  /** The user ended them early: they do not apply before this time. */
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

/** The end of the current quiet hours, in ms since 1970; null: not in quiet hours. */
export function quietHoursEnd(hours: QuietHours | null | undefined, atMs: number): number | null {
  if (!hours || atMs < hours.offUntilMs) return null;
  const { from, till } = hours;
  const minute = minuteThere(hours, atMs);
  const isQuiet = from < till ? minute >= from && minute < till : minute >= from || minute < till;
  if (!isQuiet) return null;
  const endMs = Math.round(atMs + inDay(till - minute) * duration.MINUTE);
  // A clock change before the end moves it, unless the change skips that hour.
  const off = till - minuteThere(hours, endMs);
  const adjustedMs = endMs + (inDay(off + DAY_MIN / 2) - DAY_MIN / 2) * duration.MINUTE;
  return minuteThere(hours, adjustedMs) === till ? adjustedMs : endMs;
}

/** The range of time zones on earth. */
export const EAST_MAX = 14 * 60;

/** The same hours by the clock of another place, this many minutes east of UTC at this moment. */
export function atPlace(
  hours: QuietHours,
  east: number,
  atMs: number,
): readonly [from: number, till: number] {
  const apart = Math.round(atMs / duration.MINUTE + east - minuteThere(hours, atMs)) % DAY_MIN;
  const shifted = (minute: number): number => (minute + apart + DAY_MIN) % DAY_MIN;
  return [shifted(hours.from), shifted(hours.till)];
}
