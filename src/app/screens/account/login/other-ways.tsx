import '../../../kit/page-tokens.css';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { MemoryRouter, useInRouterContext } from 'react-router-dom';
import type { Actions, Failure } from '../../../../client/interface/client.ts';
import { pageTexts, startTexts } from '../../../i18n/index.ts';
import { OpenIdWays } from './openid-ways.tsx';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { FormSheet } from '../../../kit/form-sheet.tsx';
import { TextField } from '../../../kit/text-field.tsx';
import { AccountField } from '../account-field.tsx';
import { useClient } from '../../../shared/client-context.ts';
import type { FormProblem } from '../../../kit/form-problem.ts';
import { withBlankHint } from '../../../shared/blank-hint.ts';
import { failureText } from '../../../shared/failure-text.ts';
import { Button } from '../../../kit/button.tsx';
import { useToasts } from '../../../kit/toaster.tsx';
import { type PasskeyOutcome, takePasskey } from '../../../platform/passkeys.ts';

type Form = Partial<Parameters<Actions['login']>[0]>;

interface OtherWaysProps {
  /** The tick of the form. */
  readonly remember: boolean;
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
  const { sent: form, search, remember, setSent: onForm } = props;
  const ways = (
    <>
      <OpenIdWays search={search} remember={remember} onForm={onForm} />
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

/** The password of the account here is missing or wrong (LDAP-4). */
const OWN_PASSWORD = 413;

/** Asks once for the password of the account here, before the organisation's opens it (LDAP-4). */
function OwnPassword({ form, onForm }: OwnPasswordProps) {
  const { t } = useTranslation();
  const { actions } = useClient();
  const [own, setOwn] = useState('');
  // A sheet closes after its form was accepted; the next one then replaces it.
  const isLeaving = useRef(false);
  const submit = async (): Promise<FormProblem | null> => {
    if (own === '') return { field: 'ownPassword', text: t('rule.needPassword') };
    const values = { account: '', password: '', remember: true, ...form, ownPassword: own };
    const answer = await actions.login(values);
    if (answer.ok) return null;
    const { reason } = answer;
    if (reason.kind !== 'server' || reason.code !== SECOND_STEP) {
      // The other password was right when this one was asked for.
      const isOwn = reason.kind === 'server' && reason.code === OWN_PASSWORD;
      const text = failureText(t, reason);
      return isOwn ? { field: 'ownPassword', text: withBlankHint(t, text, own) } : text;
    }
    isLeaving.current = true;
    onForm(values);
    return null;
  };
  return (
    <FormSheet
      open
      title={t('second.ownTitle')}
      confirm={t('second.login')}
      onSubmit={submit}
      onClose={() => !isLeaving.current && onForm(null)}
    >
      <AccountField account={form.account ?? ''} />
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

type SecondStepForm = Parameters<Actions['login']>[0];

interface SecondStepProps {
  readonly form: SecondStepForm;
  readonly onClose: () => void;
}

/** Asks for the code after the password, if the user enabled it (SECOND-2). */
function SecondStep({
  form: presets,
  onClose,
}: {
  /** The accepted fields; without an account there are only passkeys (PASSKEY-2). */
  readonly form: Partial<SecondStepForm>;
  readonly onClose: () => void;
}) {
  const props = { form: { account: '', password: '', remember: true, ...presets }, onClose };
  const isAlone = props.form.account === '' && !props.form.openId;
  return isAlone ? <Alone {...props} /> : <Asking {...props} />;
}

/** Asks the browser for a passkey, with the accepted fields; errors are shown over the page. */
function useByPasskey(form: SecondStepProps['form']): () => Promise<boolean> {
  const { t } = useTranslation();
  const { actions } = useClient();
  const toasts = useToasts();
  return async () => {
    const problem = await passkeyLogin(actions, form);
    if (problem !== null)
      toasts.show(typeof problem === 'string' ? t(`passkey.why.${problem}`) : failureText(t, problem));
    return problem === null;
  };
}

/** Replaces name and password: the user types nothing, the browser asks for the passkey (PASSKEY-2). */
function Alone({ form, onClose }: SecondStepProps) {
  const byPasskey = useByPasskey(form);
  const isAsked = useRef(false);
  const ask = useEffectEvent(async () => {
    if (isAsked.current) return;
    isAsked.current = true;
    if (!(await byPasskey())) onClose();
  });
  useEffect(() => void ask(), []);
  return null;
}

function Asking({ form, onClose }: SecondStepProps) {
  const { t } = useTranslation();
  const { actions } = useClient();
  const [otp, setOtp] = useState('');
  const [busy, setBusy] = useState(false);
  const byPasskey = useByPasskey(form);
  const press = async () => {
    setBusy(true);
    setBusy(await byPasskey());
  };
  const submit = async (): Promise<FormProblem | null> => {
    if (otp.trim() === '') return { field: 'otp', text: t('second.needOtp') };
    const answer = await actions.login({ ...form, otp: otp.trim() });
    if (answer.ok) return null;
    const { reason } = answer;
    const isOtp = reason.kind === 'server' && reason.code === SECOND_STEP;
    return isOtp ? { field: 'otp', text: failureText(t, reason) } : failureText(t, reason);
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
      <Button kind="quiet" disabled={busy} onClick={() => void press()}>
        {t('passkey.use')}
      </Button>
    </FormSheet>
  );
}

type PasskeyLoginForm = Parameters<Actions['login']>[0];

/** Reason of a failure: the server's refusal, or the browser's. */
export type PasskeyProblem = Failure | Extract<PasskeyOutcome, { readonly ok: false }>['why'];

/** Logs in by a passkey, alone or with the accepted fields; null: logged in (PASSKEY-2). */
async function passkeyLogin(actions: Actions, form: PasskeyLoginForm): Promise<PasskeyProblem | null> {
  const question = await actions.askPasskey();
  if (!question.ok) return question.reason;
  const passkey = await takePasskey(question.value);
  if (!passkey.ok) return passkey.why;
  const answer = await actions.login({ ...form, passkey: passkey.answer });
  return answer.ok ? null : answer.reason;
}
