/** The start of a day in the viewer's calendar, this many days away. */
export const dayAt = (day: Date, away: number): Date =>
  new Date(day.getFullYear(), day.getMonth(), day.getDate() + away);

/** Places before the first day of a month, in weeks that begin with this day (0: Sunday). */
const column = (day: Date, start: number): number => (day.getDay() - start + 7) % 7;

/** The number of a day in its month, by the calendar of a language: Persian has its own. */
export type DayNumber = (day: Date) => number;

export const firstOfMonth = (day: Date, numberOf: DayNumber): Date => dayAt(day, 1 - numberOf(day));

function daysOfMonth(day: Date, numberOf: DayNumber): readonly Date[] {
  const days = [firstOfMonth(day, numberOf)];
  for (;;) {
    const next = dayAt(day, days.length + 1 - numberOf(day));
    if (numberOf(next) === 1) return days;
    days.push(next);
  }
}

/** The days of a month in weeks; null before the first. */
export function monthOf(day: Date, start: number, numberOf: DayNumber): readonly (Date | null)[] {
  const days = daysOfMonth(day, numberOf);
  return [...Array.from({ length: column(firstOfMonth(day, numberOf), start) }, () => null), ...days];
}

/** The same day of the next or previous month, or its last one. */
export function monthAway(day: Date, by: number, numberOf: DayNumber): Date {
  const first = firstOfMonth(day, numberOf);
  const other = by < 0 ? dayAt(first, -1) : dayAt(first, daysOfMonth(day, numberOf).length);
  const days = daysOfMonth(other, numberOf);
  return days[Math.min(numberOf(day), days.length) - 1] ?? other;
}

/** Any week, for the names of its days. */
export const weekdays = (start: number): readonly Date[] =>
  Array.from({ length: 7 }, (_, i) => new Date(2023, 11, 31 + start + i));

/** The chosen first day of the week; null: by the language. */
export const WEEK_START = 'week-start';
/** Days that a form offers, as `Date` counts them. */
export const WEEK_STARTS = [1, 6, 0] as const;

/** Languages whose week begins with Sunday or Saturday, for runtimes without that data. */
const SUNDAY = /^(?:en-US|en-CA|es-MX|he|hi|id|ja|ko|pt-BR|zh-TW)\b/;
const SATURDAY = /^(?:ar|fa)\b/;

interface WeekInfo {
  readonly firstDay: number;
}

/** The first day of a week in a language: 0 is Sunday. */
export function weekStart(locale: string, chosen: string | null): number {
  if (WEEK_STARTS.some((day) => String(day) === chosen)) return Number(chosen);
  const place = new Intl.Locale(locale) as Intl.Locale & {
    readonly weekInfo?: WeekInfo;
    getWeekInfo?(): WeekInfo;
  };
  const known = place.getWeekInfo?.() ?? place.weekInfo;
  if (known !== undefined) return known.firstDay % 7;
  return SUNDAY.test(locale) ? 0 : SATURDAY.test(locale) ? 6 : 1;
}
