import { duration } from './duration.ts';

/** When nothing makes itself heard, every day (ALERT-5). */
export interface QuietHours {
  /** Minutes after midnight. `till` before `from`: over midnight. */
  readonly from: number;
  readonly till: number;
  /** Minutes east of UTC, where they were chosen. */
  readonly east: number;
  /** What mentions or answers me is heard nevertheless (ALERT-2). */
  readonly toMe: boolean;
  /** Somebody has ended them once: they do not hold before then. */
  readonly offUntilMs: number;
}

export const DAY_MIN = duration.DAY / duration.MINUTE;
/** Of places on earth. */
export const EAST_MAX = 14 * 60;

/** When those end that hold at a moment, in ms since 1970; null: none do. */
export function quietHoursEnd(hours: QuietHours | null | undefined, atMs: number): number | null {
  if (!hours || atMs < hours.offUntilMs) return null;
  const { from, till, east } = hours;
  const minutes = atMs / duration.MINUTE + east;
  const minute = minutes - Math.floor(minutes / DAY_MIN) * DAY_MIN;
  const holds = from < till ? minute >= from && minute < till : minute >= from || minute < till;
  if (!holds) return null;
  const left = till > minute ? till - minute : till + DAY_MIN - minute;
  return Math.round(atMs + left * duration.MINUTE);
}

/** The same hours by the clock of another place. */
export function atPlace(
  { from, till, east }: QuietHours,
  there: number,
): readonly [from: number, till: number] {
  const shifted = (minute: number): number => (minute + there - east + 2 * DAY_MIN) % DAY_MIN;
  return [shifted(from), shifted(till)];
}
