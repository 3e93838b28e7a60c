import { lazy, type RefObject, Suspense, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import type { Actions } from '../../../../client/interface/client.ts';
import { REMEMBERED } from '../../../../client/session/traces.ts';
import { textLimits } from '../../../../domain/first-limits.ts';
import type { TFunction } from 'i18next';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { Button } from '../../../kit/button.tsx';
import { withBlankHint } from '../../../shared/blank-hint.ts';
import { useClient, useStore } from '../../../shared/client-context.ts';
import { TextField } from '../../../kit/text-field.tsx';
import { readSetting } from '../../../platform/settings.ts';
import { hasServerForm, isTicked, takeForm, typedInto } from './server-form.ts';
import styles from './frame.module.css';
import { LoginFrame } from './frame.tsx';
import { useFreshConfig } from './use-config.ts';
import { REGISTER } from '../../../paths/first-paths.ts';

const CodeField = lazy(async () => ({ default: (await import('../../../shared/code-field.tsx')).CodeField }));

const OtherWays = lazy(() => import('./other-ways.tsx'));

/** The server also requires a code (SECOND-2). */
const SECOND_STEP = 412;

/** The server requires the password of the account here, once (LDAP-4). */
const OWN_PASSWORD = 413;

type Field = 'account' | 'password' | 'code';

/** State and submission of the login form. */
function useLoginForm(preset: string | null, form: RefObject<HTMLFormElement | null>) {
  const { t } = useTranslation();
  const { actions } = useClient();
  const [account, setAccount] = useState(
    () => typedInto('account') || (preset ?? readSetting(REMEMBERED) ?? ''),
  );
  const [password, setPassword] = useState(() => typedInto('password'));
  const [byCode, setByCode] = useState(false);
  const [code, setCode] = useState('');
  const [remember, setRemember] = useState(() => isTicked('remember'));
  const [busy, setBusy] = useState(false);
  const [sent, setSent] = useState<Partial<Parameters<Actions['login']>[0]> | null>(null);
  const [problems, setProblems] = useState<Readonly<Partial<Record<Field, string>>>>({});

  /** Every field shows its error, and the first of them gets the focus (UI-116). */
  const refuse = (...problems: readonly (readonly [Field, string])[]) => {
    setProblems(Object.fromEntries(problems));
    form.current?.querySelector<HTMLInputElement>(`[name=${problems[0]?.[0] ?? ''}]`)?.focus();
  };
  const submit = async () => {
    if (busy) return;
    const missing = missingIn(t, account, byCode ? { code } : { password });
    if (missing.length > 0) return refuse(...missing);
    setProblems({});
    setBusy(true);
    const proof = byCode ? { password: '', code: code.trim() } : { password };
    const values = { account: account.trim(), remember, ...proof };
    const answer = await actions.login(values);
    // The page stays until the list is here.
    if (answer.ok) return;
    setBusy(false);
    const { reason } = answer;
    if (reason.kind !== 'server') return;
    if (reason.code === SECOND_STEP) setSent(values);
    else if (reason.code === OWN_PASSWORD) setSent({ ...values, ownPassword: '' });
    else if (reason.field === 'account') refuse(['account', reason.message]);
    else refuse(byCode ? ['code', reason.message] : ['password', withBlankHint(t, reason.message, password)]);
  };
  const takeOver = useEffectEvent(() => {
    const sent = takeForm();
    // Typed while the page was being drawn.
    setAccount(typedInto('account'));
    setPassword(typedInto('password'));
    setRemember(isTicked('remember'));
    if (sent) void submit();
  });
  useLayoutEffect(() => {
    // Runs once before the first paint: the fields already contain the text that the state receives.
    // oxlint-disable-next-line react/set-state-in-effect -- text typed before is only in the document
    if (hasServerForm()) takeOver();
  }, []);
  return {
    submit,
    sent,
    setSent,
    busy,
    byCode,
    turn: () => {
      setByCode(!byCode);
      setProblems({});
    },
    remember,
    setRemember,
    account: { value: account, error: problems.account ?? null, onValue: setAccount },
    password: { value: password, error: problems.password ?? null, onValue: setPassword },
    code: { value: code, error: problems.code ?? null, onValue: setCode },
  };
}

/**
 * The login form at an address with this query. It uses no router, because it is shown before the router is
 * loaded (UI-111).
 */
export function LoginScreen({ search }: { readonly search: string }) {
  const { t } = useTranslation();
  const query = new URLSearchParams(search);
  const { sysInfo, demonMode } = useStore((state) => state.config);
  useFreshConfig();
  const form = useRef<HTMLFormElement>(null);
  const login = useLoginForm(query.get('account'), form);
  const invited = query.has('inviteCode');
  return (
    <LoginFrame title={t('login.welcome', { name: sysInfo.name })}>
      <form
        ref={form}
        noValidate
        onSubmit={(event) => (event.preventDefault(), void login.submit())}
        style={{ display: 'contents' }}
      >
        <TextField
          label={t('login.account')}
          name="account"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={textLimits.accountMax}
          {...login.account}
        />
        <Proof login={login} autoFocus={query.has('account')} />
        <Choices login={login} mail={sysInfo.mail === true} />
        <Button kind="primary" type="submit" block busy={login.busy}>
          {t('login.submit')}
        </Button>
        {sysInfo.passkeys && (
          <Button block onClick={() => login.setSent({ remember: login.remember })}>
            {t('login.passkey')}
          </Button>
        )}
      </form>
      {(login.sent || sysInfo.openIds?.[0]) && (
        <Suspense fallback={null}>
          <OtherWays search={search} {...login} />
        </Suspense>
      )}
      {sysInfo.noAccounts && (
        <p className={styles.note}>
          {t('login.first')} <span>{t('login.firstLog')}</span>
        </p>
      )}
      {demonMode && <p className={styles.note}>{t('login.demo')}</p>}
      {(sysInfo.regtype === 1 || invited) && (
        <p className={styles.other}>
          {t('login.noAccount')} <a href={`#${REGISTER}${invited ? search : ''}`}>{t('login.register')}</a>
        </p>
      )}
    </LoginFrame>
  );
}

/** A password may consist of blanks. */
function missingIn(
  t: TFunction,
  account: string,
  { code, password }: { readonly code?: string; readonly password?: string },
): readonly (readonly [Field, string])[] {
  const missing: (readonly [Field, string])[] = [];
  if (account.trim() === '') missing.push(['account', t('rule.needAccount')]);
  if (code?.trim() === '') missing.push(['code', t('secure.needCode')]);
  if (password === '') missing.push(['password', t('rule.needPassword')]);
  return missing;
}

type LoginForm = ReturnType<typeof useLoginForm>;

/** The password, or a code that was sent to the account. */
function Proof({ login, autoFocus }: { readonly login: LoginForm; readonly autoFocus: boolean }) {
  const { t } = useTranslation();
  return login.byCode ? (
    <>
      <Suspense fallback={null}>
        <CodeField label={t('login.code')} account={login.account.value} purpose="login" {...login.code} />
      </Suspense>
      <p className={styles.note}>{t('login.codeHint')}</p>
    </>
  ) : (
    <TextField
      label={t('login.password')}
      name="password"
      type="password"
      autoComplete="current-password"
      maxLength={textLimits.longPasswordMax}
      // Straight from registering, the account is filled in.
      autoFocus={autoFocus}
      {...login.password}
    />
  );
}

/** "Remember me" on this device, and what to do without the password (CONF-28). */
function Choices({ login, mail }: { readonly login: LoginForm; readonly mail: boolean }) {
  const { t } = useTranslation();
  return (
    <div className={styles.line}>
      <label className={styles.check}>
        <input
          type="checkbox"
          name="remember"
          checked={login.remember}
          onChange={(event) => login.setRemember(event.target.checked)}
        />
        {t('login.remember')}
      </label>
      {mail ? (
        <Button kind="quiet" small onClick={login.turn}>
          {t(login.byCode ? 'login.byPassword' : 'login.forgot')}
        </Button>
      ) : (
        <span className={styles.hint}>{t('login.askAdmin')}</span>
      )}
    </div>
  );
}
