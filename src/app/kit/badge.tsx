import { useTranslation } from '../i18n/use-translation.ts';
import styles from './badge.module.css';
import { cx } from './class-names.ts';

/** A count: red, or grey when muted; 99+ above 99; hidden at 0. One element, because most rows have one. */
export function Badge({
  count,
  muted = false,
  dot = false,
  label,
}: {
  readonly count: number;
  readonly muted?: boolean;
  readonly dot?: boolean;
  /** Spoken instead of "n unread". */
  readonly label?: string | undefined;
}) {
  const { t } = useTranslation();
  if (count <= 0) return null;
  return (
    <span
      className={cx(styles.badge, muted && styles.muted, dot && styles.dot)}
      role="img"
      aria-label={label ?? t('a11y.unread', { count })}
    >
      {!dot && (count > 99 ? t('badge.max') : count)}
    </span>
  );
}
