import { useTranslation } from '../../../i18n/use-translation.ts';
import { useStore } from '../../../kit/client-context.ts';
import { nowMs } from '../../../platform/time.ts';
import { dayOf } from '../day.ts';
import styles from './message.module.css';

/** The day, said as near as it is: today, yesterday, a weekday with its date, or the whole date. */
export function DayPill({ ms }: { readonly ms: number }) {
  const { t } = useTranslation();
  useStore((state) => state.minute);
  const [at, now] = [new Date(ms), nowMs()];
  const age = dayOf(now) - dayOf(ms);
  const parts = { year: at.getFullYear(), month: at.getMonth() + 1, day: at.getDate() };
  const sameYear = new Date(now).getFullYear() === parts.year;
  return (
    <p className={styles.day}>
      <time dateTime={at.toISOString()}>
        {age === 0 && t('chat.today')}
        {age === 1 && t('chat.yesterday')}
        {(age < 0 || age > 1) && sameYear && t('chat.day', { ...parts, weekday: t(`week.${at.getDay() as Weekday}`) })}
        {(age < 0 || age > 1) && !sameYear && t('chat.dayOfYear', parts)}
      </time>
    </p>
  );
}

type Weekday = 0 | 1 | 2 | 3 | 4 | 5 | 6;

export function UnreadLine() {
  const { t } = useTranslation();
  return (
    <p className={styles.unread}>
      <span>{t('chat.newMessages')}</span>
    </p>
  );
}
