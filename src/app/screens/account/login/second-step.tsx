import '../../../kit/page-tokens.css';
import { useEffect, useState } from 'react';
import { MemoryRouter, useInRouterContext } from 'react-router-dom';
import type { Actions } from '../../../../client/interface/client.ts';
import { pageTexts, startTexts } from '../../../i18n/index.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { FormSheet } from '../../../kit/form-sheet.tsx';
import { TextField } from '../../../kit/text-field.tsx';
import { useClient } from '../../../shared/client-context.ts';
import { failureText } from '../../../shared/failure-text.ts';

interface SecondStepProps {
  /** What was right so far. */
  readonly form: Parameters<Actions['login']>[0];
  readonly onClose: () => void;
}

/** Asks for the code after the password, of whoever wants to be asked (SECOND-2). */
export default function SecondStep(props: SecondStepProps) {
  // The login page stands there before there is a router, which a sheet asks where it is, and before texts
  // were started, which know the language then.
  const isRouted = useInRouterContext();
  const [isReady, setReady] = useState(false);
  useEffect(() => {
    const load = async () => {
      if (!isRouted) await startTexts();
      await pageTexts();
      setReady(true);
    };
    void load();
  }, [isRouted]);
  if (!isReady) return null;
  return isRouted ? (
    <Asking {...props} />
  ) : (
    <MemoryRouter>
      <Asking {...props} />
    </MemoryRouter>
  );
}

function Asking({ form, onClose }: SecondStepProps) {
  const { t } = useTranslation();
  const { actions } = useClient();
  const [otp, setOtp] = useState('');
  const submit = async (): Promise<string | null> => {
    if (otp.trim() === '') return t('second.needOtp');
    const answer = await actions.login({ ...form, otp: otp.trim() });
    return answer.ok ? null : failureText(t, answer.reason);
  };
  return (
    <FormSheet open title={t('second.title')} confirm={t('second.login')} onSubmit={submit} onClose={onClose}>
      <TextField
        label={t('second.otpOr')}
        name="otp"
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
        autoFocus
        maxLength={32}
        value={otp}
        onValue={setOtp}
      />
    </FormSheet>
  );
}
