import { useState } from 'react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { Row, RowList } from '../../../kit/row.tsx';
import { useClient } from '../../../shared/client-context.ts';
import { useLoad } from '../../../shared/use-load.ts';
import { LoadedPage } from './loaded-page.tsx';
import { FormSheet } from '../../../kit/form-sheet.tsx';
import { TextField } from '../../../kit/text-field.tsx';
import { useToasts } from '../../../kit/toaster.tsx';
import { failureText } from '../../../shared/failure-text.ts';
import { SetUpSecondStep } from './second-step-set-up.tsx';
import styles from './second-step.module.css';

/** `?view=second` The second login step: on, off, and the remaining recovery codes (SECOND-5). */
export default function SecondStepPage() {
  const { t } = useTranslation();
  const { actions } = useClient();
  const loaded = useLoad('second', () => actions.secondStep());
  const [open, setOpen] = useState(false);
  const close = () => {
    setOpen(false);
    loaded.reload();
  };
  return (
    <LoadedPage
      title={t('second.title')}
      found={loaded}
      render={(value) => (
        <>
          <RowList>
            <Row
              title={t('second.title')}
              detail={value.on ? t('second.left', { count: value.recovery }) : undefined}
              value={t(value.on ? 'second.on' : 'second.off')}
            />
          </RowList>
          <p className={styles.note}>{t('second.what')}</p>
          <RowList>
            <Row
              centre
              danger={value.on}
              title={t(value.on ? 'second.turnOff' : 'second.turnOn')}
              onPress={() => setOpen(true)}
            />
          </RowList>
          {open && (value.on ? <EndSecondStep onClose={close} /> : <SetUpSecondStep onClose={close} />)}
        </>
      )}
    />
  );
}

/** Only with the password and a code (SECOND-5). */
function EndSecondStep({ onClose }: { readonly onClose: () => void }) {
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
