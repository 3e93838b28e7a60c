import { useState } from 'react';
import { useTranslation } from '../i18n/use-translation.ts';
import { Button } from './button.tsx';
import styles from './dialogs.module.css';
import { LazyFrame } from './sheet.tsx';
import { TextField } from './text-field.tsx';
import { useUnmounted } from './use-steady.ts';

export interface PromptWords {
  readonly title: string;
  readonly text?: string;
  readonly label: string;
  readonly initial?: string;
  readonly placeholder?: string;
  readonly maxLength?: number;
  /** Instead of `maxLength`: the field counts visible characters and cuts nothing. */
  readonly visibleMax?: number;
  readonly confirm: string;
}

/**
 * One field, with the present initial value until the user types. A text from `onSubmit` is shown at the
 * field and keeps the dialog open; null closes it.
 */
export function PromptDialog({
  open,
  onSubmit,
  onValue,
  onClose,
  ...words
}: PromptWords & {
  readonly onValue?: (value: string) => void;
  readonly open: boolean;
  readonly onSubmit: (value: string) => Promise<string | null>;
  readonly onClose: () => void;
}) {
  // Each opening starts with a fresh field; while it closes the old one stays to be seen.
  const [round, setRound] = useState({ open, n: 0 });
  if (round.open !== open) setRound({ open, n: open ? round.n + 1 : round.n });
  return (
    <LazyFrame open={open} onClose={onClose} title={words.title} shape="dialog" bare>
      <PromptForm key={round.n} words={words} onSubmit={onSubmit} onValue={onValue} onClose={onClose} />
    </LazyFrame>
  );
}

function PromptForm({
  words,
  onSubmit,
  onValue,
  onClose,
}: {
  readonly words: PromptWords;
  readonly onValue: ((value: string) => void) | undefined;
  readonly onSubmit: (value: string) => Promise<string | null>;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState<string | null>(null);
  const value = typed ?? words.initial ?? '';
  const [error, setError] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const isUnmounted = useUnmounted();
  const submit = async () => {
    setBusy(true);
    const problem = await onSubmit(value);
    if (isUnmounted.current) return;
    setBusy(false);
    if (problem === null) onClose();
    else setError(problem);
  };
  return (
    <form
      className={styles.box}
      onSubmit={(event) => {
        event.preventDefault();
        if (!busy) void submit();
      }}
    >
      <p className={styles.title} aria-hidden="true">
        {words.title}
      </p>
      {words.text !== undefined && <p className={styles.text}>{words.text}</p>}
      <TextField
        label={words.label}
        value={value}
        error={error}
        placeholder={words.placeholder}
        maxLength={words.maxLength}
        visibleMax={words.visibleMax}
        count
        autoComplete="off"
        onValue={(next) => {
          setTyped(next);
          onValue?.(next);
          setError(null);
        }}
      />
      <div className={styles.buttons}>
        <Button onClick={onClose}>{t('common.cancel')}</Button>
        <Button kind="primary" type="submit" busy={busy}>
          {words.confirm}
        </Button>
      </div>
    </form>
  );
}
