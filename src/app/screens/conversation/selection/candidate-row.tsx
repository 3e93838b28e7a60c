import { Check } from 'lucide-react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { Avatar } from '../../../kit/avatar.tsx';
import { cx } from '../../../kit/class-names.ts';
import { Username } from '../../../shared/username.tsx';
import type { Candidate } from './modes.ts';
import styles from './selection.module.css';

export function CandidateRow({
  one,
  username,
  checked,
  onToggle,
}: {
  readonly one: Candidate;
  /** Shown if another candidate has the same name. */
  readonly username?: string | undefined;
  readonly checked: boolean;
  readonly onToggle: (one: Candidate) => void;
}) {
  const { t } = useTranslation();
  const barred = one.barred !== null;
  return (
    <button
      type="button"
      role="checkbox"
      aria-checked={checked || barred}
      aria-disabled={barred || undefined}
      data-row=""
      className={cx(styles.row, barred && styles.barred)}
      onClick={() => !barred && onToggle(one)}
    >
      <span className={cx(styles.check, (checked || barred) && styles.checked)}>
        <Check size={14} strokeWidth={3} aria-hidden="true" />
      </span>
      <Avatar id={one.id} name={one.name} src={one.avatar} size={40} />
      <span className={styles.name} title={one.name}>
        <bdi>{one.name}</bdi>
        <Username of={username} />
        {one.group && <span className={styles.suffix}>{t('group.suffix')}</span>}
      </span>
      {barred && <span className={styles.note}>{t('sel.present')}</span>}
    </button>
  );
}
