import { useTranslation } from '../../../i18n/use-translation.ts';
import { dateWords, useZone } from '../../../shared/use-display-time.ts';
import { useStore } from '../../../shared/client-context.ts';
import { nowMs } from '../../../platform/time.ts';
import { dayOf } from '../../../kit/day.ts';
import styles from './lines.module.css';

/** The day in its shortest form: today, yesterday, a weekday with its date, or the whole date. */
export function DayPill({ ms }: { readonly ms: number }) {
  const words = useDayWords()(ms);
  return (
    <p className={styles.day}>
      <time dateTime={new Date(ms).toISOString()}>{words}</time>
    </p>
  );
}

/** Formats a day; renders again when a new day has begun, and in another time zone. */
export function useDayWords(): (ms: number) => string {
  const { t, language } = useTranslation();
  const today = useStore(() => dayOf(nowMs()));
  useZone();
  return (ms) => {
    const age = today - dayOf(ms);
    if (age === 0) return t('chat.today');
    if (age === 1) return t('chat.yesterday');
    const sameYear = new Date(nowMs()).getFullYear() === new Date(ms).getFullYear();
    return dateWords(language, sameYear ? 'day' : 'dayOfYear', ms);
  };
}

export function UnreadLine() {
  const { t } = useTranslation();
  return (
    <p className={styles.unread}>
      <span>{t('chat.newMessages')}</span>
    </p>
  );
}
