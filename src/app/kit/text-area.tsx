import { type ComponentProps, useId } from 'react';
import { cx } from './class-names.ts';
import styles from './text-field.module.css';
import { keepTypingGroups } from './typing-groups.ts';

/** Several lines of text with their label above, and an error or hint below. */
export function TextArea({
  label,
  error,
  hint,
  onValue,
  className,
  ...rest
}: Omit<ComponentProps<'textarea'>, 'onChange' | 'ref'> & {
  readonly label: string;
  readonly error?: string | null;
  readonly hint?: string;
  readonly onValue: (value: string) => void;
}) {
  const id = useId();
  const note = error ?? hint;
  return (
    <div className={cx(styles.field, error && styles.bad, className)}>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      <div className={styles.box}>
        <textarea
          dir="auto"
          {...rest}
          ref={keepTypingGroups}
          id={id}
          aria-invalid={error ? true : undefined}
          aria-describedby={note ? `${id}-note` : undefined}
          onChange={(event) => onValue(event.target.value)}
        />
      </div>
      {note && (
        <p
          id={`${id}-note`}
          className={error ? styles.error : styles.hint}
          role={error ? 'alert' : undefined}
        >
          {note}
        </p>
      )}
    </div>
  );
}
