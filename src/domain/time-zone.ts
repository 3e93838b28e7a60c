import { duration } from './duration.ts';

/**
 * A time zone: minutes east of UTC at a moment. Where clocks are changed twice a year no single number is
 * right for two moments, so rules about days and hours take a zone and never an offset.
 */
export type TimeZone = (atMs: number) => number;

/** The local clock time, as if it were UTC. */
const shownMs = (ms: number, zone: TimeZone): number => ms + zone(ms) * duration.MINUTE;

/** Number of the local day of a moment. */
export const dayNumber = (ms: number, zone: TimeZone): number => Math.floor(shownMs(ms, zone) / duration.DAY);

export interface LocalDate {
  readonly year: number;
  readonly month: number;
  readonly day: number;
}

export function localDate(ms: number, zone: TimeZone): LocalDate {
  const shown = new Date(shownMs(ms, zone));
  return { year: shown.getUTCFullYear(), month: shown.getUTCMonth() + 1, day: shown.getUTCDate() };
}

/** The moment at which the clock there shows a time of a day; the second pass corrects a change in between. */
export function momentAt(day: number, timeMs: number, zone: TimeZone): number {
  const wanted = day * duration.DAY + timeMs;
  const near = wanted - zone(wanted) * duration.MINUTE;
  return wanted - zone(near) * duration.MINUTE;
}
