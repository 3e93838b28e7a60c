import type { TFunction } from 'i18next';
import { useCallback } from 'react';
import { listTime } from '../../domain/display-time.ts';
import { type Language, textsNow } from '../i18n/index.ts';
import { useTranslation } from '../i18n/use-translation.ts';
import { localMs } from '../../domain/time-zone.ts';
import { localZone, nowMs } from '../platform/time.ts';
import { readSetting } from '../platform/settings.ts';
import { useStore } from './client-context.ts';
import { dayOf } from '../kit/day.ts';

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
  return form === 'yesterday' ? t('time.yesterday') : dateWords(language, form, sentAtMs);
}

/** Dates and times in the reader's locale; formatters are created once. */
const FORMS = {
  weekday: { weekday: 'short' },
  date: { month: 'short', day: 'numeric' },
  dateOfYear: { dateStyle: 'short' },
  clock: { timeStyle: 'short' },
  full: { dateStyle: 'medium', timeStyle: 'short' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;
/**
 * The form of a language, with the digits of all other texts (TIME-8). English has the day before the month,
 * as in most of the world.
 */
export function localeOf(language: Language): string {
  const hours = readSetting(HOURS);
  const cycle = hours ? `-hc-h${hours === '12' ? 12 : 23}` : '';
  return `${language}${language === 'en' ? '-GB' : ''}-u-nu-latn${cycle}`;
}
/** Chosen for this device: 12 or 24 hours; null: by the language. */
export const HOURS = 'hours';
const makers = new Map<string, Intl.DateTimeFormat>();

export const dateWords = (language: Language, form: keyof typeof FORMS, ms: number): string =>
  wordsIn(language, FORMS[form], ms);

/** A moment in any form. */
export function wordsIn(language: Language, form: Intl.DateTimeFormatOptions, ms: number): string {
  const locale = localeOf(language);
  const key = locale + JSON.stringify(form);
  // A formatter keeps the time zone in which it was made; that of the device may change (TIME-5).
  const maker = makers.get(key) ?? new Intl.DateTimeFormat(locale, { ...form, timeZone: 'UTC' });
  makers.set(key, maker);
  return maker.format(localMs(ms, localZone));
}

/** Hours and minutes on the wall, for the corner of a bubble. */
export const clockTime = (ms: number): string => dateWords(textsNow().language, 'clock', ms);

/** Date and time in full, for tooltips. */
export const fullTime = (ms: number): string => dateWords(textsNow().language, 'full', ms);
