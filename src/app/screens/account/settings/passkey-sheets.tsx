import { useState } from 'react';
import type { Passkey } from '../../../../client/interface/logins.ts';
import { passkeyLimits } from '../../../../domain/account-limits.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { Button } from '../../../kit/button.tsx';
import { FormSheet } from '../../../kit/form-sheet.tsx';
import { TextField } from '../../../kit/text-field.tsx';
import { useToasts } from '../../../kit/toaster.tsx';
import { makePasskey } from '../../../platform/passkeys.ts';
import { useClient } from '../../../shared/client-context.ts';
import { failureText } from '../../../shared/failure-text.ts';
import { PasswordSheet } from './password-sheet.tsx';
import styles from './second-step.module.css';

/** Asks for the password, then for the device's confirmation; then the passkey is registered (PASSKEY-1). */
export function AddPasskey({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation();
  const { actions } = useClient();
  const toasts = useToasts();
  const add = async (password: string): Promise<string | null> => {
    const question = await actions.beginPasskey(password);
    if (!question.ok) return failureText(t, question.reason);
    const made = await makePasskey(question.value);
    if (!made.ok) return t(`passkey.why.${made.why}`);
    const answer = await actions.addPasskey(made.answer, '');
    if (!answer.ok) return failureText(t, answer.reason);
    toasts.show(t('passkey.added'));
    return null;
  };
  return (
    <PasswordSheet
      title={t('passkey.add')}
      confirm={t('passkey.next')}
      label={t('passkey.password')}
      onPassword={add}
      onClose={onClose}
    >
      <p className={styles.words}>{t('passkey.addText')}</p>
    </PasswordSheet>
  );
}

export function EditPasskey({
  passkey,
  name: shown,
  onRemove,
  onClose,
}: {
  readonly passkey: Passkey;
  readonly name: string;
  readonly onRemove: () => void;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation();
  const { actions } = useClient();
  const [name, setName] = useState(shown);
  const submit = async (): Promise<string | null> => {
    const answer = await actions.renamePasskey(passkey.id, name.trim());
    return answer.ok ? null : failureText(t, answer.reason);
  };
  return (
    <FormSheet open title={t('passkey.edit')} confirm={t('passkey.save')} onSubmit={submit} onClose={onClose}>
      <TextField label={t('passkey.name')} maxLength={passkeyLimits.nameMax} value={name} onValue={setName} />
      <Button kind="quietDanger" aria-label={t('passkey.removeOf', { name: shown })} onClick={onRemove}>
        {t('passkey.remove')}
      </Button>
    </FormSheet>
  );
}
