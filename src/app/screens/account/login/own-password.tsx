import { useRef, useState } from 'react';
import type { Actions } from '../../../../client/interface/client.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { FormSheet } from '../../../kit/form-sheet.tsx';
import { TextField } from '../../../kit/text-field.tsx';
import { useClient } from '../../../shared/client-context.ts';
import { failureText } from '../../../shared/failure-text.ts';

type Form = Partial<Parameters<Actions['login']>[0]>;

interface OwnPasswordProps {
  readonly form: Form;
  /** The accepted fields if a code is also required; null: no further step. */
  readonly onForm: (form: Form | null) => void;
}

const SECOND_STEP = 412;

/** Asks once for the password of the account here, before the organisation's opens it (LDAP-4). */
export function OwnPassword({ form, onForm }: OwnPasswordProps) {
  const { t } = useTranslation();
  const { actions } = useClient();
  const [own, setOwn] = useState('');
  // A sheet closes after its form was accepted; the next one then replaces it.
  const goesOn = useRef(false);
  const submit = async (): Promise<string | null> => {
    if (own === '') return t('rule.needPassword');
    const filled = { account: '', password: '', remember: true, ...form, ownPassword: own };
    const answer = await actions.login(filled);
    if (answer.ok) return null;
    const { reason } = answer;
    if (reason.kind !== 'server' || reason.code !== SECOND_STEP) return failureText(t, reason);
    goesOn.current = true;
    onForm(filled);
    return null;
  };
  return (
    <FormSheet
      open
      title={t('second.ownTitle')}
      confirm={t('second.login')}
      onSubmit={submit}
      onClose={() => !goesOn.current && onForm(null)}
    >
      <TextField
        label={t('second.ownPassword')}
        hint={t('second.ownHint')}
        name="ownPassword"
        type="password"
        autoComplete="current-password"
        value={own}
        onValue={setOwn}
      />
    </FormSheet>
  );
}
