import { duration } from './duration.ts';

/**
 * A time zone: minutes east of UTC at a moment. Where clocks are changed twice a year no single number is
 * right for two moments, so rules about days and hours take a zone and never an offset.
 */
export type TimeZone = (atMs: number) => number;

/** The local clock time, as if it were UTC. */
export const localMs = (ms: number, zone: TimeZone): number => ms + zone(ms) * duration.MINUTE;

/** Number of the local day of a moment. */
export const dayNumber = (ms: number, zone: TimeZone): number => Math.floor(localMs(ms, zone) / duration.DAY);

export interface LocalDate {
  readonly year: number;
  readonly month: number;
  readonly day: number;
}

export function localDate(ms: number, zone: TimeZone): LocalDate {
  const local = new Date(localMs(ms, zone));
  return { year: local.getUTCFullYear(), month: local.getUTCMonth() + 1, day: local.getUTCDate() };
}

/** The moment at which the clock there shows a time of a day; the second pass corrects a change in between. */
export function momentAt(day: number, timeMs: number, zone: TimeZone): number {
  const target = day * duration.DAY + timeMs;
  const near = target - zone(target) * duration.MINUTE;
  return target - zone(near) * duration.MINUTE;
}
