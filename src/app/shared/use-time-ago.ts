import type { TFunction } from 'i18next';
import { useCallback } from 'react';
import { displayTime } from '../../domain/display-time.ts';
import type { Language } from '../i18n/index.ts';
import { useTranslation } from '../i18n/use-translation.ts';
import { localZone, nowMs } from '../platform/time.ts';
import { useStore } from './client-context.ts';
import { dateWords } from './use-display-time.ts';

/**
 * Formats a time relative to now (TIME-1); its users render again each minute (TIME-2), with another
 * function.
 */
export function useDisplayTime(): (sentAtMs: number) => string {
  const { t, language } = useTranslation();
  const minute = useStore((state) => state.minute);
  return useCallback((sentAtMs) => timeText(t, language, sentAtMs, minute), [t, language, minute]);
}

function timeText(t: TFunction, language: Language, sentAtMs: number, _minute: number): string {
  if (!(sentAtMs > 0)) return '';
  const now = nowMs();
  const display = displayTime(sentAtMs, now, localZone);
  switch (display.kind) {
    case 'now':
      return t('time.now');
    case 'minutes':
      return t('time.minutes', { count: display.n });
    case 'hours':
      return t('time.hours', { count: display.n });
    case 'yesterday':
      return t('time.yesterday');
    case 'days':
      return t('time.days', { count: display.n });
    case 'date':
      return dateWords(
        language,
        display.year === new Date(now).getFullYear() ? 'date' : 'dateOfYear',
        sentAtMs,
      );
  }
}
