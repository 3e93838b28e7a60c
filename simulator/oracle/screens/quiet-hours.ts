import { eastIn, ORACLE_ZONES } from '../zones.ts';

interface Hours {
  readonly from: number;
  readonly till: number;
  readonly zone?: string | undefined;
  readonly east: number;
  readonly offUntilMs: number;
}

const MINUTE_MS = 60_000;
const DAY_MIN = 1_440;

const eastThere = ({ zone, east }: Hours, atMs: number): number =>
  zone !== undefined && ORACLE_ZONES.includes(zone) ? eastIn(zone, atMs) : east;

/** Local date and time, expressed as if it were UTC. */
const shownThere = (hours: Hours, atMs: number): number => atMs + eastThere(hours, atMs) * MINUTE_MS;

/** Milliseconds after midnight there. */
export function clockThere(hours: Hours, atMs: number): number {
  const shown = new Date(shownThere(hours, atMs));
  const minutes = shown.getUTCHours() * 60 + shown.getUTCMinutes();
  return minutes * MINUTE_MS + shown.getUTCSeconds() * 1_000 + shown.getUTCMilliseconds();
}

/**
 * The end of the quiet hours active at a moment; null: none are active; 'left out': the clock skips it when
 * put forward.
 */
export function hoursEnd(hours: Hours, atMs: number): number | 'left out' | null {
  if (hours.offUntilMs > atMs) return null;
  const clock = clockThere(hours, atMs);
  const [from, till] = [hours.from * MINUTE_MS, hours.till * MINUTE_MS];
  const isOverMidnight = till < from;
  if (isOverMidnight ? clock >= till && clock < from : clock < from || clock >= till) return null;
  const day = shownThere(hours, atMs) - clock + (clock < till ? 0 : DAY_MIN * MINUTE_MS);
  // The first future moment at which the clock shows it.
  const shown = day + till;
  const moments = [eastThere(hours, atMs), eastThere(hours, atMs + 2 * DAY_MIN * MINUTE_MS)]
    .flatMap((east) => [east - 60, east, east + 60].map((one) => shown - one * MINUTE_MS))
    .filter((ms) => ms > atMs && shownThere(hours, ms) === shown);
  return moments.length === 0 ? 'left out' : Math.min(...moments);
}

/** Both of them by the clock of another place. */
export function hoursAt(hours: Hours, east: number, atMs: number): readonly number[] {
  const apart = east - eastThere(hours, atMs);
  return [hours.from, hours.till].map((minute) => {
    let there = minute + apart;
    while (there < 0) there += DAY_MIN;
    while (there >= DAY_MIN) there -= DAY_MIN;
    return there;
  });
}
