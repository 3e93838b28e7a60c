const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;

const timeOfDay = (ms: number, east: number): number => {
  const left = (ms + east * MINUTE_MS) % DAY_MS;
  return left < 0 ? left + DAY_MS : left;
};

/** When the day began there in which this moment lies. */
const midnight = (ms: number, east: number): number => ms - timeOfDay(ms, east);

/** Days since the first of 1970, by the clock there. */
export const daysSince1970 = (ms: number, east: number): number =>
  (midnight(ms, east) + east * MINUTE_MS) / DAY_MS;

interface CalendarDay {
  readonly year: number;
  readonly month: number;
  readonly day: number;
}

const isLeap = (year: number): boolean => (year % 100 === 0 ? year % 400 === 0 : year % 4 === 0);
const MONTHS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** Counted through the years and months since 1970. */
export function calendarDay(ms: number, east: number): CalendarDay {
  let [left, year, month] = [daysSince1970(ms, east), 1970, 1];
  const yearLength = (): number => (isLeap(year) ? 366 : 365);
  for (; left >= yearLength(); year += 1) left -= yearLength();
  const monthLength = (): number => (month === 2 && isLeap(year) ? 29 : (MONTHS[month - 1] ?? 31));
  for (; left >= monthLength(); month += 1) left -= monthLength();
  return { year, month, day: left + 1 };
}

/** In lists: by the midnights between which it lies. */
export function toldInLists(sentMs: number, nowMs: number, east: number): string {
  const today = midnight(nowMs, east);
  if (sentMs >= today) return 'clock';
  if (sentMs >= today - DAY_MS) return 'yesterday';
  if (sentMs >= today - 6 * DAY_MS) return 'weekday';
  return calendarDay(sentMs, east).year === calendarDay(nowMs, east).year ? 'date' : 'dateOfYear';
}

/** How often a length fits. */
function fits(length: number, into: number): number {
  let [times, left] = [0, into];
  while (left >= length) [times, left] = [times + 1, left - length];
  return times;
}

/** Beside messages: how long ago, as long as that says more than a date. */
export function toldAgo(sentMs: number, nowMs: number, east: number): Readonly<Record<string, unknown>> {
  const age = nowMs - sentMs;
  if (age < MINUTE_MS) return { kind: 'now' };
  if (age < HOUR_MS) return { kind: 'minutes', n: fits(MINUTE_MS, age) };
  const today = midnight(nowMs, east);
  if (sentMs >= today) return { kind: 'hours', n: fits(HOUR_MS, age) };
  if (sentMs >= today - DAY_MS) return { kind: 'yesterday' };
  for (let days = 2; days < 30; days += 1)
    if (sentMs >= today - days * DAY_MS) return { kind: 'days', n: days };
  return { kind: 'date', ...calendarDay(sentMs, east) };
}

/** When a chat that is quiet from now on is heard again; a morning begins at eight. */
export function heardAgainMs(length: string, nowMs: number, east: number): number | null {
  if (length === 'always') return null;
  if (length === 'morning') {
    const eight = midnight(nowMs, east) + 8 * HOUR_MS;
    return nowMs < eight ? eight : eight + DAY_MS;
  }
  return nowMs + HOUR_MS * (length === 'hour' ? 1 : length === 'hours' ? 8 : 24);
}
