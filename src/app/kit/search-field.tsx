import { Search, X } from 'lucide-react';
import { type ComponentProps, useRef } from 'react';
import { useTranslation } from '../i18n/use-translation.ts';
import { IconButton } from './button.tsx';
import styles from './search-field.module.css';

export function SearchField({
  label,
  value,
  onValue,
  onSubmit,
  ...rest
}: Omit<ComponentProps<'input'>, 'onChange' | 'value' | 'onSubmit' | 'type'> & {
  /** Name and placeholder. */
  readonly label: string;
  readonly value: string;
  readonly onValue: (value: string) => void;
  /** Enter. */
  readonly onSubmit?: () => void;
}) {
  const { t } = useTranslation();
  const input = useRef<HTMLInputElement>(null);
  return (
    <form
      role="search"
      className={styles.search}
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit?.();
      }}
    >
      <Search size={18} strokeWidth={1.75} aria-hidden="true" />
      <input
        dir="auto"
        autoComplete="off"
        spellCheck={false}
        enterKeyHint="search"
        placeholder={label}
        {...rest}
        ref={input}
        type="search"
        aria-label={label}
        value={value}
        onChange={(event) => onValue(event.target.value)}
      />
      {value !== '' && (
        <IconButton
          small
          label={t('common.clear')}
          onClick={() => {
            onValue('');
            input.current?.focus();
          }}
        >
          <X size={16} strokeWidth={1.75} />
        </IconButton>
      )}
    </form>
  );
}
