import { type ReactNode, useState } from 'react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { FormSheet } from '../../../kit/form-sheet.tsx';
import { TextField } from '../../../kit/text-field.tsx';

/**
 * Asks for the password before the next step. `onPassword`: an error text, '' to stay open, null to close.
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
  readonly onPassword: (password: string) => Promise<string | null>;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation();
  const [password, setPassword] = useState('');
  const submit = () => (password === '' ? Promise.resolve(t('rule.needPassword')) : onPassword(password));
  return (
    <FormSheet open title={title} confirm={confirm} danger={danger} onSubmit={submit} onClose={onClose}>
      {children}
      <TextField
        label={label}
        type="password"
        autoComplete="current-password"
        value={password}
        onValue={setPassword}
      />
    </FormSheet>
  );
}
