import type { TFunction } from 'i18next';

/** Text of a timer's length. */
export const daysText = (t: TFunction, days: number): string =>
  days === 0 ? t('timer.off') : t('timer.days', { count: days });
