import { useTranslation } from '../i18n/use-translation.ts';
import styles from './badge.module.css';
import { cx } from './class-names.ts';
import { VisuallyHidden } from './visually-hidden.tsx';

/** A count: red, or grey when muted; 99+ above 99; nothing at 0. */
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
    <span className={cx(styles.badge, muted && styles.muted, dot && styles.dot)}>
      {!dot && <span aria-hidden="true">{count > 99 ? t('badge.max') : count}</span>}
      <VisuallyHidden>{label ?? t('a11y.unread', { count })}</VisuallyHidden>
    </span>
  );
}
