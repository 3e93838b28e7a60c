import type { TFunction } from 'i18next';

const MINUTE_SEC = 60;
const HOUR_SEC = 3_600;

/** "30 s", "5 min", "1 h": the wait of members in slow mode (GROUP-26). */
export function slowText(t: TFunction, sec: number): string {
  if (sec % HOUR_SEC === 0) return t('slow.hours', { n: sec / HOUR_SEC });
  return sec % MINUTE_SEC === 0 ? t('slow.minutes', { n: sec / MINUTE_SEC }) : t('slow.seconds', { n: sec });
}
