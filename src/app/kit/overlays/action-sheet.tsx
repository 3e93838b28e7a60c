import { Plus } from 'lucide-react';
import { Fragment } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { alongButtons } from '../move-focus.ts';
import { cx } from '../class-names.ts';
import type { MenuSpec } from '../menu.tsx';
import { startsGroup } from '../menu-groups.ts';
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
  const choose = (action: () => void) => () => {
    onClose();
    action();
  };
  return (
    <Sheet open={open} onClose={onClose} title={spec.title} bare>
      <p className={styles.head} aria-hidden="true">
        {spec.title}
      </p>
      {spec.quick && (
        <div className={styles.quick} role="toolbar" aria-label={spec.quick.label} onKeyDown={alongButtons}>
          {spec.quick.items.map(({ key, label, sign, isChecked, onSelect }) => (
            <button
              key={key}
              type="button"
              className={cx(styles.sign, isChecked && styles.chosen)}
              aria-label={label}
              aria-pressed={isChecked}
              onClick={choose(onSelect)}
            >
              {sign}
            </button>
          ))}
          {spec.quick.more && (
            <button
              type="button"
              className={styles.sign}
              aria-label={spec.quick.more.label}
              title={spec.quick.more.label}
              onClick={choose(spec.quick.more.onSelect)}
            >
              <Plus size={20} strokeWidth={1.75} aria-hidden="true" />
            </button>
          )}
        </div>
      )}
      <div className={styles.items}>
        {spec.items.map((item, at) => (
          <Fragment key={item.key}>
            {startsGroup(spec.items, at) && <hr className={styles.line} />}
            <button
              type="button"
              disabled={item.disabled}
              className={cx(styles.item, item.danger && styles.danger)}
              onClick={choose(item.onSelect)}
            >
              {item.icon !== undefined && <span className={styles.icon}>{item.icon}</span>}
              {item.label}
            </button>
          </Fragment>
        ))}
        <button type="button" className={cx(styles.item, styles.cancel)} onClick={onClose}>
          {t('common.cancel')}
        </button>
      </div>
    </Sheet>
  );
}
