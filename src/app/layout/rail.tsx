import { memo } from 'react';
import { Link } from '../kit/navigation.ts';
import { useTranslation } from '../i18n/use-translation.ts';
import { Avatar } from '../kit/avatar.tsx';
import { Badge } from '../kit/badge.tsx';
import { useStore } from '../shared/client-context.ts';
import { ProductMark } from '../kit/mark.tsx';
import type { BarItem } from '../kit/tab-bar.tsx';
import { VisuallyHidden } from '../kit/visually-hidden.tsx';
import { viewPath } from '../paths/paths.ts';
import styles from './rail.module.css';

/**
 * Navigation at the left of wide windows, each entry with its name (UI-102): the user's account on top, then
 * the pages.
 */
export const Rail = memo(function Rail({
  items,
  me,
}: {
  readonly items: readonly BarItem[];
  readonly me: boolean;
}) {
  const { t } = useTranslation();
  const self = useStore((state) => state.self);
  return (
    <nav className={styles.rail} aria-label={t('a11y.mainNav')}>
      <Link
        to={viewPath('me')}
        className={styles.me}
        title={t('nav.me')}
        aria-current={me ? 'page' : undefined}
      >
        <VisuallyHidden>{t('home.me')}</VisuallyHidden>
        <Avatar id={self?.id ?? 0} name={self?.realname ?? ''} src={self?.avatar ?? ''} size={36} />
        <span className={styles.name} aria-hidden="true">
          {t('nav.me')}
        </span>
      </Link>
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
      <span className={styles.foot}>
        <ProductMark size={22} />
      </span>
    </nav>
  );
});
