import type { ReactNode } from 'react';
import { cx } from './class-names.ts';
import styles from './tag.module.css';

export type TagType = 'primary' | 'info' | 'success' | 'warning' | 'danger';

export const Tag = ({
  size = 'mini',
  type = 'primary',
  children,
}: {
  readonly size?: 'mini' | 'small' | 'medium';
  readonly type?: TagType;
  readonly children: ReactNode;
}) => <span className={cx(styles.tag, styles[size], styles[type])}>{children}</span>;
