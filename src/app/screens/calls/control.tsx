import type { ReactNode } from 'react';
import { cx } from '../../kit/class-names.ts';
import styles from './call.module.css';

/** A round button under a call; its label names the effect of pressing it. */
export function Control({
  label,
  short,
  keys,
  icon: sign,
  tone,
  off = false,
  on = false,
  disabled = false,
  onPress,
}: {
  readonly label: string;
  /** Shown under the button if the label is too long; always part of it. */
  readonly short?: string;
  readonly keys?: string;
  readonly icon: ReactNode;
  readonly tone?: 'red' | 'green';
  /** Its device is off now. */
  readonly off?: boolean;
  readonly on?: boolean;
  readonly disabled?: boolean;
  readonly onPress: () => void;
}) {
  return (
    <button
      type="button"
      className={styles.control}
      aria-label={label}
      aria-keyshortcuts={keys}
      title={keys === undefined ? label : `${label} (${keys})`}
      disabled={disabled}
      onClick={onPress}
    >
      <span
        className={cx(
          styles.disc,
          tone === 'red' && styles.red,
          tone === 'green' && styles.green,
          off && styles.off,
          on && styles.on,
        )}
      >
        {sign}
      </span>
      <span className={styles.caption}>{short ?? label}</span>
    </button>
  );
}
