import { type ComponentProps, type KeyboardEvent, type ReactNode, use, useId, useState } from 'react';
import { visibleLengthOf } from '../../domain/length.ts';
import { useTranslation } from '../i18n/use-translation.ts';
import { IconButton } from './button.tsx';
import { cx } from './class-names.ts';
import { FormProblemContext } from './form-problem.ts';
import styles from './text-field.module.css';
import hidden from './visually-hidden.module.css';

/**
 * One line of text with its label above and its error below; passwords can be shown, and Caps Lock is
 * reported (UI-75).
 */
export function TextField({
  label,
  error: ownError,
  hint,
  type = 'text',
  onValue,
  className,
  count = false,
  visibleMax,
  end,
  bare = false,
  ...rest
}: Omit<ComponentProps<'input'>, 'onChange' | 'type'> & {
  readonly label: string;
  readonly error?: string | null;
  readonly hint?: string;
  readonly type?: 'text' | 'password' | 'email' | 'tel' | 'search';
  readonly onValue: (value: string) => void;
  /** Shows how many characters of `maxLength` are used. */
  readonly count?: boolean;
  /** Shows how many visible characters are used, from half of this maximum on; nothing is cut (UI-155). */
  readonly visibleMax?: number | undefined;
  /** A button in the field. */
  readonly end?: ReactNode;
  /** One of several in a card: without a frame, its label in place of the text. */
  readonly bare?: boolean;
}) {
  const { t } = useTranslation();
  const id = useId();
  const [isVisible, setVisible] = useState(false);
  const [caps, setCaps] = useState(false);
  const ofForm = use(FormProblemContext);
  const error = ownError ?? (ofForm !== null && ofForm.field === rest.name ? ofForm.text : null);
  const secret = type === 'password';
  const note = error ?? (caps ? t('login.capsLock') : hint);
  // Pressed and let go: the key itself changes between the two.
  const watchCaps = secret
    ? (event: KeyboardEvent) => setCaps(event.getModifierState('CapsLock'))
    : undefined;
  return (
    <div className={cx(styles.field, bare && styles.bare, error && styles.bad, className)}>
      <label className={bare ? hidden.hidden : styles.label} htmlFor={id}>
        {label}
      </label>
      <div className={styles.box}>
        <input
          dir="auto"
          placeholder={bare ? label : undefined}
          {...rest}
          id={id}
          type={secret && isVisible ? 'text' : type}
          aria-invalid={error ? true : undefined}
          aria-describedby={note ? `${id}-note` : undefined}
          onKeyDown={watchCaps ?? rest.onKeyDown}
          onKeyUp={watchCaps ?? rest.onKeyUp}
          onBlur={secret ? () => setCaps(false) : rest.onBlur}
          onChange={(event) => onValue(event.target.value)}
        />
        <Count {...countOf(count, visibleMax, rest)} />
        {secret && (
          <IconButton
            label={t(isVisible ? 'login.hidePassword' : 'login.showPassword')}
            onClick={() => setVisible(!isVisible)}
          >
            <Eye open={!isVisible} />
          </IconButton>
        )}
        {end}
      </div>
      {note && (
        <p
          id={`${id}-note`}
          className={error ? styles.error : styles.hint}
          role={error ? 'alert' : caps ? 'status' : undefined}
        >
          {note}
        </p>
      )}
    </div>
  );
}

function countOf(
  count: boolean,
  visibleMax: number | undefined,
  { value, maxLength }: ComponentProps<'input'>,
) {
  const text = String(value ?? '');
  if (visibleMax === undefined) return count ? { length: text.length, max: maxLength } : {};
  const length = visibleLengthOf(text);
  return length * 2 < visibleMax ? {} : { length, max: visibleMax };
}

const Count = ({ length, max }: { readonly length?: number; readonly max?: number | undefined }) =>
  length !== undefined &&
  max !== undefined && (
    <span className={cx(styles.count, length > max && styles.over)}>
      {length}/{max}
    </span>
  );

/**
 * Shows or hides a password. Drawn here, like the mark: the login page has no other icon, so it loads no icon
 * set.
 */
const Eye = ({ open }: { readonly open: boolean }) => (
  <svg
    width={20}
    height={20}
    viewBox="0 0 24 24"
    fill="none"
    stroke="currentColor"
    strokeWidth={1.75}
    strokeLinecap="round"
    strokeLinejoin="round"
    aria-hidden="true"
  >
    <path d="M2.2 12S5.7 5.2 12 5.2 21.8 12 21.8 12 18.3 18.8 12 18.8 2.2 12 2.2 12Z" />
    <circle cx={12} cy={12} r={3} />
    {!open && <path d="m4 4 16 16" />}
  </svg>
);
