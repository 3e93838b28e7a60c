import type { Language, Translate } from './context.ts';

const KIBI = 1_024;
const UNITS = ['B', 'KiB', 'MiB', 'GiB', 'TiB'] as const;

export function bytesText(bytes: number): string {
  const step = bytes < 1 ? 0 : Math.min(UNITS.length - 1, Math.floor(Math.log(bytes) / Math.log(KIBI)));
  const value = bytes / KIBI ** step;
  return `${step === 0 || value >= 100 ? Math.round(value) : value.toFixed(1)} ${UNITS[step]}`;
}

/** The reader's own form of the language: 28/11/2026 in Britain, 11/28/26 in America. */
const localeOf = (language: Language): string =>
  navigator.languages.find((one) => one.startsWith(language.slice(0, 2))) ?? language;

export const timeText = (ms: number, language: Language, t: Translate): string =>
  ms === 0
    ? t('never')
    : new Intl.DateTimeFormat(localeOf(language), { dateStyle: 'short', timeStyle: 'short' }).format(ms);

const LONGER: readonly (readonly [name: 'day' | 'hour' | 'minute' | 'second', seconds: number])[] = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
];

/** Age in its largest whole unit; null: unknown. */
export function ageText(seconds: number | null, language: Language, t: Translate): string {
  if (seconds === null) return t('notKnown');
  const [unit, length] = LONGER.find((one) => seconds >= one[1]) ?? (['second', 1] as const);
  const style = { style: 'unit', unit, unitDisplay: 'long' } as const;
  return new Intl.NumberFormat(language, style).format(Math.floor(seconds / length));
}

/** The used part of a limit; a limit of 0 means unlimited. */
export const usageText = (
  count: number,
  max: number,
  t: Translate,
  show: (value: number) => string = String,
) => (max === 0 ? t('noMost', { used: show(count) }) : t('ofMost', { used: show(count), max: show(max) }));
