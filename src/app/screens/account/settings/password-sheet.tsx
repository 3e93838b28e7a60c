import { type ReactNode, useState } from 'react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import type { FormProblem } from '../../../kit/form-problem.ts';
import { AccountField } from '../account-field.tsx';
import { FormSheet } from '../../../kit/form-sheet.tsx';
import { TextField } from '../../../kit/text-field.tsx';

/**
 * Asks for the password before the next step. `onPassword`: a problem, '' to stay open, null to close.
 */
export function PasswordSheet({
  title,
  confirm,
  label,
  danger = false,
  children,
  onPassword,
  onClose,
}: {
  readonly title: string;
  readonly confirm: string;
  readonly label: string;
  readonly danger?: boolean;
  /** Above the field. */
  readonly children?: ReactNode;
  readonly onPassword: (password: string) => Promise<FormProblem | null>;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation();
  const [password, setPassword] = useState('');
  const submit = async (): Promise<FormProblem | null> =>
    password === '' ? { field: 'password', text: t('rule.needPassword') } : onPassword(password);
  return (
    <FormSheet open title={title} confirm={confirm} danger={danger} onSubmit={submit} onClose={onClose}>
      {children}
      <AccountField />
      <TextField
        label={label}
        name="password"
        type="password"
        autoComplete="current-password"
        value={password}
        onValue={setPassword}
      />
    </FormSheet>
  );
}
