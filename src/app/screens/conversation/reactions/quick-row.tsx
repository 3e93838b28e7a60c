import { Plus } from 'lucide-react';
import { QUICK_REACTIONS } from '../../../../domain/reactions.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { alongButtons } from '../../../kit/move-focus.ts';
import { cx } from '../../../kit/class-names.ts';
import styles from './reactions.module.css';

/** Six emoji for a quick choice, and a button for all others; arrows move along it. */
export function QuickRow({
  mine,
  onSign,
  onMore,
  focus = false,
}: {
  readonly mine: readonly string[];
  readonly onSign: (emoji: string) => void;
  readonly onMore: () => void;
  /** The first one takes the keyboard. */
  readonly focus?: boolean;
}) {
  const { t } = useTranslation();
  return (
    <div className={styles.quick} role="toolbar" aria-label={t('react.choose')} onKeyDown={alongButtons}>
      {QUICK_REACTIONS.map((emoji, at) => (
        <button
          key={emoji}
          type="button"
          className={cx(styles.choice, mine.includes(emoji) && styles.chosen)}
          aria-label={emoji}
          aria-pressed={mine.includes(emoji)}
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- it has been asked for by a press
          autoFocus={focus && at === 0}
          onClick={() => onSign(emoji)}
        >
          {emoji}
        </button>
      ))}
      <button
        type="button"
        className={styles.choice}
        aria-label={t('react.more')}
        title={t('react.more')}
        onClick={onMore}
      >
        <Plus size={20} strokeWidth={1.75} aria-hidden="true" />
      </button>
    </div>
  );
}
