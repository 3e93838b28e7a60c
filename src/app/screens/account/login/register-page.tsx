import type { TFunction } from 'i18next';
import { type FormEvent, useRef, useState } from 'react';
import { Link, useNavigate, useQuery } from '../../../kit/navigation.ts';
import type { GlobalConfig } from '../../../../domain/config.ts';
import { textLimits } from '../../../../domain/limits.ts';
import {
  accountProblem,
  addressKind,
  type FieldProblem,
  nicknameProblem,
  passwordProblem,
  repeatProblem,
} from '../../../../domain/validation.ts';
import { isPasswordCode } from '../../../../domain/password-link.ts';
import { PROBLEM_TEXT } from '../../../i18n/problem-text.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { Button } from '../../../kit/button.tsx';
import { AccountField } from '../account-field.tsx';
import { CodeField } from '../../../shared/code-field.tsx';
import { useClient, useStore } from '../../../shared/client-context.ts';
import { failureText } from '../../../shared/failure-text.ts';
import { EmptyBlock } from '../../../kit/empty-block.tsx';
import { stillHere } from '../../../kit/still-here.ts';
import { TextField } from '../../../kit/text-field.tsx';
import { useToasts } from '../../../kit/toaster.tsx';
import styles from './frame.module.css';
import { LoginFrame } from './frame.tsx';
import { useFreshConfig } from './use-config.ts';
import { pathTo } from '../../../paths/paths.ts';
import { LOGIN } from '../../../paths/first-paths.ts';

interface Form {
  readonly account: string;
  readonly realname: string;
  readonly password: string;
  readonly repeat: string;
  readonly code: string;
}
type Field = keyof Form;

/** The kind of account that the service requires (CONF-5). */
const KINDS = { 1: 'phone', 2: 'email', 3: 'either' } as const;
type SysInfo = GlobalConfig['sysInfo'];
type RegAuth = keyof typeof KINDS | 0;

/** The required kind that this account is not, or null if it is valid. */
function missingKind(account: string, regauth: RegAuth): (typeof KINDS)[1 | 2 | 3] | null {
  if (regauth === 0) return null;
  const kind = addressKind(account);
  return kind !== null && (regauth === 3 || kind === KINDS[regauth]) ? null : KINDS[regauth];
}

/** All that is wrong, in the family's order, which is that of the form. */
function problemsOf(form: Form, isLong: boolean): readonly (readonly [Field, FieldProblem])[] {
  const checks: readonly (readonly [Field, FieldProblem | null])[] = [
    ['account', accountProblem(form.account)],
    ['realname', nicknameProblem(form.realname)],
    ['password', passwordProblem(form.password, isLong)],
    ['repeat', repeatProblem(form.password, form.repeat)],
  ];
  return checks.flatMap(([field, problem]) => (problem === null ? [] : [[field, problem] as const]));
}

export default function RegisterPage() {
  const { t } = useTranslation();
  const query = useQuery();
  const { regtype, noAccounts } = useStore((state) => state.config.sysInfo);
  useFreshConfig();
  const inviteCode = query.get('inviteCode') ?? '';
  const account = query.get('account') ?? '';
  if (isPasswordCode(inviteCode)) return <PasswordForm account={account} inviteCode={inviteCode} />;
  const closed = regtype === 2 && inviteCode === '';
  return (
    <LoginFrame title={t('reg.welcome')}>
      {noAccounts && !closed && <p className={styles.note}>{t('reg.first')}</p>}
      {closed ? (
        <EmptyBlock kind="locked" text={`${t('reg.closed')} ${t('reg.closedHint')}`} />
      ) : (
        <RegisterForm inviteCode={inviteCode} name={query.get('name') ?? ''} />
      )}
      <p className={styles.other}>
        {t('reg.haveAccount')} <Link to={LOGIN}>{t('login.submit')}</Link>
      </p>
    </LoginFrame>
  );
}

/** All errors as texts; a code is required if the service sends one. */
function problemsIn(
  t: TFunction,
  form: Form,
  { regauth, longPasswords }: SysInfo,
): readonly (readonly [Field, string])[] {
  const problems: (readonly [Field, string])[] = problemsOf(form, longPasswords).map(([name, problem]) => [
    name,
    t(PROBLEM_TEXT[problem]),
  ]);
  const missing = problems[0]?.[0] === 'account' ? null : missingKind(form.account, regauth);
  if (missing !== null) problems.unshift(['account', t(`reg.kind.${missing}`)]);
  if (regauth > 0 && form.code.trim() === '') problems.push(['code', t('secure.needCode')]);
  return problems;
}

/** Names of the server for fields of the form; an invitation has none. */
const FIELDS: Readonly<Record<string, Field>> = {
  account: 'account',
  realname: 'realname',
  newPassword: 'password',
  repeat: 'repeat',
  code: 'code',
};

/** Why the server refuses the registration: `field` null: not because of one field. */
interface Objection {
  readonly field: Field | null;
  readonly text: string;
}

/** Registers and logs in; returns the server's objection, or null. */
function useRegister(
  regauth: RegAuth,
  inviteCode: string,
  done: 'reg.done' | 'reg.passwordDone' = 'reg.done',
): (form: Form) => Promise<Objection | null> {
  const { t } = useTranslation();
  const { actions } = useClient();
  const navigate = useNavigate();
  const toasts = useToasts();
  return async ({ code, ...form }) => {
    const here = stillHere();
    const answer = await actions.register({
      ...form,
      ...(regauth > 0 ? { code: code.trim() } : {}),
      inviteCode,
    });
    if (!answer.ok) {
      const { reason } = answer;
      // Lost requests are reported as a notice of the client.
      if (reason.kind === 'transport') return null;
      if (reason.kind === 'field') return { field: 'account', text: t(PROBLEM_TEXT[reason.problem]) };
      return { field: FIELDS[reason.field ?? ''] ?? null, text: failureText(t, reason) };
    }
    // A user who has navigated since is not moved (UI-86).
    if (here()) {
      const { account, password } = form;
      const inside = await actions.login({ account, password, remember: true });
      if (inside.ok) return null;
    }
    toasts.show(t(done));
    if (here()) void navigate(pathTo('login', { account: form.account }), { replace: true });
    return null;
  };
}

/** State and submission of the form for a new account. */
function useRegisterForm(sysInfo: SysInfo, inviteCode: string, name: string) {
  const { t } = useTranslation();
  const [form, setForm] = useState<Form>({ account: '', realname: name, password: '', repeat: '', code: '' });
  const [busy, setBusy] = useState(false);
  const [wrong, setWrong] = useState<Readonly<Partial<Record<Field, string | null>>>>({});
  const [whole, setWhole] = useState<string | null>(null);
  const element = useRef<HTMLFormElement>(null);

  /** Every field shows its error, and the first of them gets the focus (UI-116). */
  const refuse = (...problems: readonly (readonly [Field, string])[]) => {
    setWrong(Object.fromEntries(problems));
    element.current?.querySelector<HTMLInputElement>(`[name=${problems[0]?.[0] ?? ''}]`)?.focus();
  };
  const register = useRegister(sysInfo.regauth, inviteCode);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const clean = { ...form, account: form.account.trim(), realname: form.realname.trim() };
    const problems = problemsIn(t, clean, sysInfo);
    if (problems.length > 0) return refuse(...problems);
    setWrong({});
    setWhole(null);
    setBusy(true);
    const problem = await register(clean);
    setBusy(false);
    if (problem === null) return;
    if (problem.field === null) setWhole(problem.text);
    else refuse([problem.field, problem.text]);
  };
  const field = (name: Field) => ({
    name,
    value: form[name],
    error: wrong[name] ?? null,
    onValue: (value: string) => {
      setForm((now) => ({ ...now, [name]: value }));
      setWrong((now) => ({ ...now, [name]: null }));
    },
  });
  return { account: form.account, element, submit, field, busy, whole };
}

function RegisterForm({ inviteCode, name }: { readonly inviteCode: string; readonly name: string }) {
  const { t } = useTranslation();
  const sysInfo = useStore((state) => state.config.sysInfo);
  const { regauth, longPasswords } = sysInfo;
  const { account, element, submit, field, busy, whole } = useRegisterForm(sysInfo, inviteCode, name);
  return (
    <form ref={element} noValidate onSubmit={(event) => void submit(event)} style={{ display: 'contents' }}>
      {inviteCode !== '' && <p className={styles.note}>{t('reg.invite', { code: inviteCode })}</p>}
      <TextField
        {...field('account')}
        label={t('login.account')}
        placeholder={regauth === 0 ? t('reg.accountAny') : t(`reg.kind.${KINDS[regauth]}`)}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={textLimits.accountMax}
      />
      <TextField
        {...field('realname')}
        label={t('reg.nickname')}
        autoComplete="nickname"
        visibleMax={textLimits.nicknameMax}
      />
      {regauth > 0 && (
        <CodeField {...field('code')} label={t('login.code')} account={account} purpose="register" />
      )}
      <TextField
        {...field('password')}
        label={t('reg.password')}
        type="password"
        autoComplete="new-password"
        hint={t(longPasswords ? 'reg.passwordHintLong' : 'reg.passwordHint')}
      />
      <TextField {...field('repeat')} label={t('reg.repeat')} type="password" autoComplete="new-password" />
      {whole !== null && (
        <p className={styles.problem} role="alert">
          {whole}
        </p>
      )}
      <Button kind="primary" type="submit" block busy={busy}>
        {t('reg.submit')}
      </Button>
    </form>
  );
}

/** Registering with the link of an administrator sets the password of an existing account (ACC-23). */
function PasswordForm({ account, inviteCode }: { readonly account: string; readonly inviteCode: string }) {
  const { t } = useTranslation();
  const { longPasswords } = useStore((state) => state.config.sysInfo);
  const [form, setForm] = useState({ password: '', repeat: '' });
  const [busy, setBusy] = useState(false);
  const [wrong, setWrong] = useState<Readonly<Partial<Record<keyof typeof form, string>>>>({});
  const register = useRegister(0, inviteCode, 'reg.passwordDone');
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const problem = passwordProblem(form.password, longPasswords);
    if (problem !== null) return setWrong({ password: t(PROBLEM_TEXT[problem]) });
    const unequal = repeatProblem(form.password, form.repeat);
    if (unequal !== null) return setWrong({ repeat: t(PROBLEM_TEXT[unequal]) });
    setWrong({});
    setBusy(true);
    const refused = await register({ account, realname: '', code: '', ...form });
    setBusy(false);
    if (refused !== null) setWrong({ [refused.field === 'repeat' ? 'repeat' : 'password']: refused.text });
  };
  const field = (name: keyof typeof form) => ({
    name,
    type: 'password' as const,
    autoComplete: 'new-password',
    value: form[name],
    error: wrong[name] ?? null,
    onValue: (value: string) => setForm((now) => ({ ...now, [name]: value })),
  });
  return (
    <LoginFrame title={t('reg.setPassword')}>
      <form noValidate onSubmit={(event) => void submit(event)} style={{ display: 'contents' }}>
        <p className={styles.note}>{t('reg.passwordOf', { account })}</p>
        <AccountField account={account} />
        <TextField
          {...field('password')}
          label={t('reg.password')}
          hint={t(longPasswords ? 'reg.passwordHintLong' : 'reg.passwordHint')}
        />
        <TextField {...field('repeat')} label={t('reg.repeat')} />
        <Button kind="primary" type="submit" block busy={busy}>
          {t('reg.saveAndLogin')}
        </Button>
      </form>
    </LoginFrame>
  );
}
