const MINUTE_MS = 60_000;
const QUARTER_MS = 900_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;

/** How far east of UTC a place is at a moment, in minutes. */
type East = (ms: number) => number;

function timeOfDay(ms: number, east: East): number {
  const left = (ms + east(ms) * MINUTE_MS) % DAY_MS;
  return left < 0 ? left + DAY_MS : left;
}

/** Days since the first of 1970, by the clock there. */
export const daysSince1970 = (ms: number, east: East): number =>
  (ms + east(ms) * MINUTE_MS - timeOfDay(ms, east)) / DAY_MS;

interface CalendarDay {
  readonly year: number;
  readonly month: number;
  readonly day: number;
}

const isLeap = (year: number): boolean => (year % 100 === 0 ? year % 400 === 0 : year % 4 === 0);
const MONTHS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** Counted through the years and months since 1970. */
export function calendarDay(ms: number, east: East): CalendarDay {
  let [left, year, month] = [daysSince1970(ms, east), 1970, 1];
  const yearLength = (): number => (isLeap(year) ? 366 : 365);
  for (; left >= yearLength(); year += 1) left -= yearLength();
  const monthLength = (): number => (month === 2 && isLeap(year) ? 29 : (MONTHS[month - 1] ?? 31));
  for (; left >= monthLength(); month += 1) left -= monthLength();
  return { year, month, day: left + 1 };
}

/** Time in lists: chosen by the midnights around it. */
export function toldInLists(sentMs: number, nowMs: number, east: East): string {
  const today = daysSince1970(nowMs, east);
  const that = daysSince1970(sentMs, east);
  if (that >= today) return 'clock';
  if (that >= today - 1) return 'yesterday';
  if (that >= today - 6) return 'weekday';
  return calendarDay(sentMs, east).year === calendarDay(nowMs, east).year ? 'date' : 'dateOfYear';
}

/** How often a length fits. */
function fits(length: number, into: number): number {
  let [times, left] = [0, into];
  while (left >= length) [times, left] = [times + 1, left - length];
  return times;
}

/** Time beside messages: the age, as long as it is more useful than a date. */
export function toldAgo(sentMs: number, nowMs: number, east: East): Readonly<Record<string, unknown>> {
  const age = nowMs - sentMs;
  if (age < MINUTE_MS) return { kind: 'now' };
  if (age < HOUR_MS) return { kind: 'minutes', n: fits(MINUTE_MS, age) };
  const today = daysSince1970(nowMs, east);
  const that = daysSince1970(sentMs, east);
  if (that >= today) return { kind: 'hours', n: fits(HOUR_MS, age) };
  if (that >= today - 1) return { kind: 'yesterday' };
  for (let days = 2; days < 30; days += 1) if (that >= today - days) return { kind: 'days', n: days };
  return { kind: 'date', ...calendarDay(sentMs, east) };
}

/** The end of a mute that starts now; a morning begins at eight. */
export function heardAgainMs(length: string, nowMs: number, east: East): number | null {
  if (length === 'always') return null;
  if (length === 'morning') {
    // Clocks are a multiple of a quarter of an hour apart: the next one at which it is eight there.
    let quarter = nowMs - (nowMs % QUARTER_MS) + QUARTER_MS;
    while (timeOfDay(quarter, east) !== 8 * HOUR_MS) quarter += QUARTER_MS;
    return quarter;
  }
  return nowMs + HOUR_MS * (length === 'hour' ? 1 : length === 'hours' ? 8 : 24);
}
