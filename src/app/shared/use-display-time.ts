import type { TFunction } from 'i18next';
import { useCallback } from 'react';
import { listTime } from '../../domain/display-time.ts';
import type { Language } from '../i18n/index.ts';
import { useTranslation } from '../i18n/use-translation.ts';
import { localMs } from '../../domain/time-zone.ts';
import { localZone, nowMs } from '../platform/time.ts';
import { useStore } from './client-context.ts';
import { dayOf } from '../kit/day.ts';

export const two = (n: number): string => String(n).padStart(2, '0');

/**
 * Formats a time for a list (TIME-4). The function changes only with the day, the time zone or the language,
 * because rows of a list memoise by it.
 */
export function useListTime(): (sentAtMs: number) => string {
  const { t, language } = useTranslation();
  const today = useStore(() => dayOf(nowMs()));
  const zone = useZone();
  return useCallback((sentAtMs) => listText(t, language, sentAtMs, today, zone), [t, language, today, zone]);
}

/** The offset of the device in minutes; its users render again when the time zone changes (TIME-5). */
export const useZone = (): number => useStore(() => localZone(nowMs()));

function listText(t: TFunction, language: Language, sentAtMs: number, ..._now: readonly number[]): string {
  if (!(sentAtMs > 0)) return '';
  const form = listTime(sentAtMs, nowMs(), localZone);
  if (form === 'clock') return clockTime(sentAtMs);
  return form === 'yesterday' ? t('time.yesterday') : dateWords(language, form, sentAtMs);
}

/** Dates in the reader's locale; formatters are created once. */
const FORMS = {
  weekday: { weekday: 'short' },
  date: { month: 'short', day: 'numeric' },
  dateOfYear: { year: 'numeric', month: 'numeric', day: 'numeric' },
  day: { weekday: 'long', month: 'long', day: 'numeric' },
  dayOfYear: { year: 'numeric', month: 'long', day: 'numeric' },
  month: { year: 'numeric', month: 'long' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;
/** English dates as most of the world writes them: the day before the month. */
export const LOCALES = { 'zh-CN': 'zh-CN', en: 'en-GB' } as const satisfies Record<Language, string>;
const makers = new Map<string, Intl.DateTimeFormat>();

export function dateWords(language: Language, form: keyof typeof FORMS, ms: number): string {
  const key = `${language} ${form}`;
  // A formatter keeps the time zone in which it was made; that of the device may change (TIME-5).
  const maker =
    makers.get(key) ?? new Intl.DateTimeFormat(LOCALES[language], { ...FORMS[form], timeZone: 'UTC' });
  makers.set(key, maker);
  return maker.format(localMs(ms, localZone));
}

/** Hours and minutes on the wall, for the corner of a bubble. */
export function clockTime(ms: number): string {
  const at = new Date(ms);
  return `${two(at.getHours())}:${two(at.getMinutes())}`;
}

/** Date and time in full, for tooltips. */
export function fullTime(ms: number): string {
  const at = new Date(ms);
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())} ${clockTime(ms)}`;
}
