import type { Language } from '../../i18n/index.ts';
import { weekdays } from './month.ts';
import { wordsIn } from '../use-display-time.ts';

/** Dates that the first page does not show. */
const FORMS = {
  day: { weekday: 'long', month: 'long', day: 'numeric' },
  dayOfYear: { year: 'numeric', month: 'long', day: 'numeric' },
  month: { year: 'numeric', month: 'long' },
  weekdayName: { weekday: 'long' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;

/** The number of a day in its month, by the calendar of the language. */
export const dayOfMonth =
  (language: Language) =>
  (day: Date): number =>
    Number.parseInt(wordsIn(language, { day: 'numeric' }, day.getTime()), 10);

/** Longest short name of a day that a column of a month has room for, in characters. */
const NAME_MAX = 6;

/** The days of a week above the columns of a month; letters where the short names are whole words (Arabic). */
export function weekdayNames(language: Language, start: number): readonly string[] {
  const names = (weekday: 'short' | 'narrow') =>
    weekdays(start).map((day) => wordsIn(language, { weekday }, day.getTime()));
  const short = names('short');
  return short.every((name) => name.length <= NAME_MAX) ? short : names('narrow');
}

export const longDate = (language: Language, form: keyof typeof FORMS, ms: number): string =>
  wordsIn(language, FORMS[form], ms);
