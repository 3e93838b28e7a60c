import type { ComponentProps, ReactNode } from 'react';
import styles from './button.module.css';
import { cx } from './class-names.ts';
import { Spinner } from './spinner.tsx';

export function Button({
  kind = 'plain',
  small = false,
  block = false,
  busy = false,
  icon,
  children,
  className,
  disabled,
  ...rest
}: ComponentProps<'button'> & {
  readonly kind?: 'plain' | 'primary' | 'danger' | 'quiet' | 'quietDanger';
  readonly small?: boolean;
  readonly block?: boolean;
  /** Waiting for an answer: a spinner, and no second press. */
  readonly busy?: boolean;
  readonly icon?: ReactNode;
}) {
  return (
    <button
      type="button"
      {...rest}
      disabled={disabled === true || busy}
      aria-busy={busy || undefined}
      className={cx(
        styles.button,
        kind !== 'plain' && styles[kind],
        small && styles.small,
        block && styles.block,
        className,
      )}
    >
      {busy ? <Spinner size={16} /> : icon}
      {children}
    </button>
  );
}

/** A button that is only a picture: `label` is its name and its tooltip. */
export function IconButton({
  label,
  small = false,
  children,
  className,
  ...rest
}: Omit<ComponentProps<'button'>, 'aria-label'> & { readonly label: string; readonly small?: boolean }) {
  return (
    <button
      type="button"
      title={label}
      {...rest}
      aria-label={label}
      className={cx(styles.icon, small && styles.iconSmall, className)}
    >
      {children}
    </button>
  );
}
