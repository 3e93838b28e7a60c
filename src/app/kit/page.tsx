import type { ReactNode } from 'react';
import { cx } from './class-names.ts';
import styles from './page.module.css';

/** A page: its bar, then what scrolls. `cards` gives a padded column of a readable width. */
export const Page = ({
  bar,
  children,
  cards = false,
  columns = false,
  wide = false,
  surface = false,
  foot,
}: {
  readonly bar: ReactNode;
  readonly children: ReactNode;
  readonly cards?: boolean;
  /** Cards in two columns where the window has room for them. */
  readonly columns?: boolean;
  /** The page is as wide as two columns. */
  readonly wide?: boolean;
  readonly surface?: boolean;
  readonly foot?: ReactNode;
}) => (
  <div className={cx(styles.page, surface && styles.surface)}>
    {bar}
    <div className={styles.body}>
      {cards ? (
        <div className={cx(styles.inner, columns && styles.columns, wide && styles.wide)}>{children}</div>
      ) : (
        children
      )}
    </div>
    {foot}
  </div>
);
