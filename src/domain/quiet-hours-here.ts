import { duration } from './duration.ts';
import { DAY_MIN, minuteThere, type QuietHours } from './quiet-hours.ts';

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
