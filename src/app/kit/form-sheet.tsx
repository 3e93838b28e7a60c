import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from '../i18n/use-translation.ts';
import { Button } from './button.tsx';
import styles from './form-sheet.module.css';
import { type FormProblem, FormProblemContext } from './form-problem.ts';
import { Sheet } from './sheet.tsx';
import { useUnmounted } from './use-steady.ts';

/**
 * A form over the page: at the bottom in narrow windows, in the middle in wide ones. A text from `onSubmit`
 * is shown above the buttons and keeps it open; a problem of a field is shown at the field of that name
 * (UI-166); null closes it.
 */
export function FormSheet({
  open,
  title,
  confirm,
  danger = false,
  problem = null,
  children,
  onSubmit,
  onClose,
}: {
  readonly open: boolean;
  readonly title: string;
  readonly confirm: string;
  readonly danger?: boolean;
  /** Why an earlier form with the same text was refused. */
  readonly problem?: string | null;
  readonly children: ReactNode;
  readonly onSubmit: () => Promise<FormProblem | null>;
  readonly onClose: () => void;
}) {
  return (
    <Sheet open={open} onClose={onClose} title={title}>
      <Form confirm={confirm} danger={danger} problem={problem} onSubmit={onSubmit} onClose={onClose}>
        {children}
      </Form>
    </Sheet>
  );
}

function Form({
  confirm,
  danger,
  problem: firstProblem = null,
  children,
  onSubmit,
  onClose,
}: Omit<Parameters<typeof FormSheet>[0], 'open' | 'title'>) {
  const { t } = useTranslation();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<FormProblem | null>(firstProblem);
  const form = useRef<HTMLFormElement>(null);
  const isUnmounted = useUnmounted();
  const submit = async () => {
    setBusy(true);
    setProblem(null);
    const newProblem = await onSubmit();
    if (isUnmounted.current) return;
    setBusy(false);
    if (newProblem === null) onClose();
    else setProblem(newProblem);
  };
  const atField = typeof problem === 'string' ? null : problem;
  useEffect(() => {
    if (atField !== null) form.current?.querySelector<HTMLInputElement>(`[name=${atField.field}]`)?.focus();
  }, [atField]);
  return (
    <form
      ref={form}
      noValidate
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (!busy) void submit();
      }}
    >
      <FormProblemContext value={atField}>{children}</FormProblemContext>
      <div className={styles.buttons}>
        {typeof problem === 'string' && problem !== '' && (
          <p className={styles.problem} role="alert">
            {problem}
          </p>
        )}
        <Button onClick={onClose}>{t('common.cancel')}</Button>
        <Button kind={danger ? 'danger' : 'primary'} type="submit" busy={busy}>
          {confirm}
        </Button>
      </div>
    </form>
  );
}
