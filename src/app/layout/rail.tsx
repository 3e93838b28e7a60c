import { memo } from 'react';
import { Link } from '../kit/navigation.ts';
import { useTranslation } from '../i18n/use-translation.ts';
import { Avatar } from '../kit/avatar.tsx';
import { Badge } from '../kit/badge.tsx';
import { useStore } from '../shared/client-context.ts';
import type { BarItem } from '../kit/tab-bar.tsx';
import styles from './rail.module.css';

/**
 * Navigation at the left of wide windows, each entry with its name (UI-102): the user's account on top, then
 * the pages.
 */
export const Rail = memo(function Rail({
  items,
  me,
  onMe,
}: {
  readonly items: readonly BarItem[];
  /** A page of the user's menu is open. */
  readonly me: boolean;
  readonly onMe: (open: true) => void;
}) {
  const { t } = useTranslation();
  const self = useStore((state) => state.self);
  return (
    <nav className={styles.rail} aria-label={t('a11y.mainNav')}>
      <button
        className={styles.me}
        aria-haspopup="dialog"
        aria-current={me ? 'page' : undefined}
        onClick={() => onMe(true)}
      >
        <Avatar id={self?.id ?? 0} name={self?.realname ?? ''} src={self?.avatar ?? ''} size={36} />
        <span className={styles.name}>{t('nav.me')}</span>
      </button>
      {items.map((item) => (
        <Link
          key={item.to}
          to={item.to}
          className={styles.item}
          aria-current={item.current ? 'page' : undefined}
        >
          {item.icon}
          <span className={styles.name}>{item.label}</span>
          <span className={styles.badge}>
            <Badge count={item.count} label={item.ariaLabel} />
            {item.mark}
          </span>
        </Link>
      ))}
    </nav>
  );
});
