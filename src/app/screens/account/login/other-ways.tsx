import '../../../kit/page-tokens.css';
import { useEffect, useRef, useState } from 'react';
import { MemoryRouter, useInRouterContext } from 'react-router-dom';
import type { Actions } from '../../../../client/interface/client.ts';
import { pageTexts, startTexts } from '../../../i18n/index.ts';
import { OpenIdWays } from './openid-ways.tsx';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { FormSheet } from '../../../kit/form-sheet.tsx';
import { TextField } from '../../../kit/text-field.tsx';
import { useClient } from '../../../shared/client-context.ts';
import { failureText } from '../../../shared/failure-text.ts';
import { SecondStep } from './second-step.tsx';

type Form = Partial<Parameters<Actions['login']>[0]>;

interface OtherWaysProps {
  /** The accepted fields while the server requires more; null: no further step. */
  readonly sent: Form | null;
  readonly search: string;
  readonly setSent: (form: Form | null) => void;
}

/** Rarely used parts of the login page, apart from its form. */
export default function OtherWays(props: OtherWaysProps) {
  // The login page is shown before the router and the i18n library are loaded. A sheet needs both.
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
  const { sent: form, search, setSent: onForm } = props;
  const ways = (
    <>
      <OpenIdWays search={search} onForm={onForm} />
      {form?.ownPassword === '' && <OwnPassword form={form} onForm={onForm} />}
      {form && form.ownPassword !== '' && <SecondStep form={form} onClose={() => onForm(null)} />}
    </>
  );
  return isRouted ? ways : <MemoryRouter>{ways}</MemoryRouter>;
}

type OwnPasswordForm = Partial<Parameters<Actions['login']>[0]>;

interface OwnPasswordProps {
  readonly form: OwnPasswordForm;
  /** The accepted fields if a code is also required; null: no further step. */
  readonly onForm: (form: OwnPasswordForm | null) => void;
}

const SECOND_STEP = 412;

/** Asks once for the password of the account here, before the organisation's opens it (LDAP-4). */
function OwnPassword({ form, onForm }: OwnPasswordProps) {
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
