import { useTranslation } from '../../i18n/use-translation.ts';
import { cx } from '../class-names.ts';
import type { MenuSpec } from '../menu.tsx';
import { Sheet } from '../sheet.tsx';
import styles from './action-sheet.module.css';

/** The menu of narrow windows: from below, under the thumb. */
export default function ActionSheet({
  spec,
  open,
  onClose,
}: {
  readonly spec: MenuSpec;
  readonly open: boolean;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation();
  return (
    <Sheet open={open} onClose={onClose} title={spec.title} bare>
      <p className={styles.head} aria-hidden="true">
        {spec.title}
      </p>
      {spec.head?.(onClose)}
      <div className={styles.items}>
        {spec.items.map((item) => (
          <button
            key={item.key}
            type="button"
            disabled={item.disabled}
            className={cx(styles.item, item.danger && styles.danger)}
            onClick={() => {
              onClose();
              item.run();
            }}
          >
            {item.icon !== undefined && <span className={styles.icon}>{item.icon}</span>}
            {item.label}
          </button>
        ))}
        <button type="button" className={cx(styles.item, styles.cancel)} onClick={onClose}>
          {t('common.cancel')}
        </button>
      </div>
    </Sheet>
  );
}
