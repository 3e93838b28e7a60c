import { isolatedIn } from '../../domain/isolates.ts';
import type { Translate } from './context.ts';

/** Every text has the digits 0 to 9 (TIME-8). */
const DIGITS = { numberingSystem: 'latn' } as const;
const KIBI = 1_024;
const UNITS = ['B', 'KiB', 'MiB', 'GiB', 'TiB'] as const;

export function bytesText(bytes: number, language: string): string {
  const step = bytes < 1 ? 0 : Math.min(UNITS.length - 1, Math.floor(Math.log(bytes) / Math.log(KIBI)));
  const value = bytes / KIBI ** step;
  return isolatedIn(
    language,
    `${decimal(value, step === 0 || value >= 100 ? 0 : 1, language)} ${UNITS[step]}`,
  );
}

const decimal = (value: number, digits: number, language: string): string =>
  new Intl.NumberFormat(language, {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
    useGrouping: false,
    ...DIGITS,
  }).format(value);

export const percentText = (part: number, language: string): string =>
  isolatedIn(language, `${decimal(part * 100, 1, language)} %`);

/** The reader's own form of the language: 28/11/2026 in Britain, 11/28/26 in America. */
const localeOf = (language: string): string =>
  navigator.languages.find((one) => one.startsWith(language.slice(0, 2))) ?? language;

export const timeText = (ms: number, language: string, t: Translate): string =>
  ms === 0
    ? t('never')
    : new Intl.DateTimeFormat(localeOf(language), {
        dateStyle: 'short',
        timeStyle: 'short',
        ...DIGITS,
      }).format(ms);

const LONGER: readonly (readonly [name: 'day' | 'hour' | 'minute' | 'second', seconds: number])[] = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
];

/** Age in its largest whole unit; null: unknown. */
export function ageText(seconds: number | null, language: string, t: Translate): string {
  if (seconds === null) return t('notKnown');
  const [unit, length] = LONGER.find((one) => seconds >= one[1]) ?? (['second', 1] as const);
  const style = { style: 'unit', unit, unitDisplay: 'long', ...DIGITS } as const;
  return new Intl.NumberFormat(language, style).format(Math.floor(seconds / length));
}

/** The used part of a limit; a limit of 0 means unlimited. */
export const usageText = (
  count: number,
  max: number,
  t: Translate,
  show: (value: number) => string = String,
) => (max === 0 ? t('noMost', { used: show(count) }) : t('ofMost', { used: show(count), max: show(max) }));
