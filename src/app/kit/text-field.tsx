import { Eye, EyeOff } from 'lucide-react';
import { type ComponentProps, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from './button.tsx';
import { cx } from './class-names.ts';
import styles from './text-field.module.css';

/** One line of text with its name above and what is wrong with it below; passwords can be shown. */
export function TextField({
  label,
  error,
  hint,
  type = 'text',
  onValue,
  className,
  ...rest
}: Omit<ComponentProps<'input'>, 'onChange' | 'type'> & {
  readonly label: string;
  readonly error?: string | null;
  readonly hint?: string;
  readonly type?: 'text' | 'password' | 'email' | 'tel' | 'search';
  readonly onValue: (value: string) => void;
}) {
  const { t } = useTranslation();
  const id = useId();
  const [shown, setShown] = useState(false);
  const note = error ?? hint;
  return (
    <div className={cx(styles.field, error && styles.bad, className)}>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      <div className={styles.box}>
        <input
          {...rest}
          id={id}
          type={type === 'password' && shown ? 'text' : type}
          aria-invalid={error ? true : undefined}
          aria-describedby={note ? `${id}-note` : undefined}
          onChange={(event) => onValue(event.target.value)}
        />
        {type === 'password' && (
          <IconButton label={t(shown ? 'login.hidePassword' : 'login.showPassword')} onClick={() => setShown(!shown)}>
            {shown ? <EyeOff size={20} strokeWidth={1.75} /> : <Eye size={20} strokeWidth={1.75} />}
          </IconButton>
        )}
      </div>
      {note && (
        <p id={`${id}-note`} className={error ? styles.error : styles.hint} role={error ? 'alert' : undefined}>
          {note}
        </p>
      )}
    </div>
  );
}
