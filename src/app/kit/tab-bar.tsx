import type { ReactNode } from 'react';
import { Link } from './navigation.ts';
import { Badge } from './badge.tsx';
import styles from './tab-bar.module.css';

export interface BarItem {
  readonly to: string;
  readonly label: string;
  /** 24 px. */
  readonly icon: ReactNode;
  readonly count: number;
  /** Accessible text of the count, if it does not count messages. */
  readonly ariaLabel?: string;
  /** A mark beside the count, for news without a number. */
  readonly mark?: ReactNode;
  readonly current: boolean;
}

/** The two tab pages on narrow screens: 50 px, labels 10 px, selected green. */
export const TabBar = ({ items, label }: { readonly items: readonly BarItem[]; readonly label: string }) => (
  <nav className={styles.tabs} aria-label={label}>
    {items.map((item) => (
      <Link
        key={item.to}
        to={item.to}
        replace
        className={styles.tab}
        aria-current={item.current ? 'page' : undefined}
      >
        <span className={styles.icon}>
          {item.icon}
          <span className={styles.badge}>
            <Badge count={item.count} label={item.ariaLabel} />
          </span>
        </span>
        {item.label}
      </Link>
    ))}
  </nav>
);
