import { ChevronDown } from 'lucide-react';
import type { ComponentProps } from 'react';
import { cx } from './class-names.ts';
import styles from './select.module.css';

/** The browser's own list, which supports all keys, fingers and screen readers, in a frame of ours. */
export const Select = ({
  small = false,
  className,
  ...rest
}: ComponentProps<'select'> & { readonly small?: boolean }) => (
  <span className={cx(styles.frame, small && styles.small, className)}>
    <select {...rest} className={styles.select} />
    <ChevronDown className={styles.arrow} size={small ? 16 : 18} strokeWidth={1.75} aria-hidden="true" />
  </span>
);
