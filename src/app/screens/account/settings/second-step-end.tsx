import { useState } from 'react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { FormSheet } from '../../../kit/form-sheet.tsx';
import { TextField } from '../../../kit/text-field.tsx';
import { useToasts } from '../../../kit/toaster.tsx';
import { useClient } from '../../../shared/client-context.ts';
import { failureText } from '../../../shared/failure-text.ts';

/** Only with the password and a code (SECOND-5). */
export function EndSecondStep({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation();
  const { actions } = useClient();
  const toasts = useToasts();
  const [form, setForm] = useState({ password: '', otp: '' });
  const submit = async (): Promise<string | null> => {
    if (form.password === '') return t('rule.needPassword');
    if (form.otp.trim() === '') return t('second.needOtp');
    const answer = await actions.endSecondStep(form.password, form.otp.trim());
    if (!answer.ok) return failureText(t, answer.reason);
    toasts.show(t('second.ended'));
    return null;
  };
  return (
    <FormSheet
      open
      title={t('second.turnOff')}
      confirm={t('second.turnOff')}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        label={t('second.password')}
        type="password"
        autoComplete="current-password"
        value={form.password}
        onValue={(password) => setForm({ ...form, password })}
      />
      <TextField
        label={t('second.otpOr')}
        autoComplete="one-time-code"
        maxLength={32}
        value={form.otp}
        onValue={(otp) => setForm({ ...form, otp })}
      />
    </FormSheet>
  );
}
