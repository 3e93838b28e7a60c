import { Timer } from 'lucide-react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { VisuallyHidden } from '../../kit/visually-hidden.tsx';
import styles from './chat.module.css';
import { daysText } from './timer-text.ts';

/** Shown beside the name of a chat with disappearing messages (VANISH-8). */
export function TimerMark({ days }: { readonly days: number }) {
  const { t } = useTranslation();
  if (days === 0) return null;
  const words = t('timer.mark', { count: days });
  return (
    <span className={styles.timer} title={words}>
      <Timer size={13} strokeWidth={1.75} aria-hidden="true" />
      <span aria-hidden="true">{daysText(t, days)}</span>
      <VisuallyHidden>{words}</VisuallyHidden>
    </span>
  );
}
