import { type FormEvent, useRef, useState } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router-dom';
import { text } from '../../../domain/limits.ts';
import { accountProblem, addressKind, type FieldProblem, nicknameProblem, passwordProblem, repeatProblem } from '../../../domain/validation.ts';
import { PROBLEM_TEXT } from '../../i18n/index.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Button } from '../../kit/button.tsx';
import { CodeField } from '../../kit/code-field.tsx';
import { useClient, useStore } from '../../kit/client-context.ts';
import { EmptyBlock } from '../../kit/empty-block.tsx';
import { stillHere } from '../../kit/still-here.ts';
import { TextField } from '../../kit/text-field.tsx';
import { useToasts } from '../../kit/toaster.tsx';
import { LOGIN } from '../../paths.ts';
import styles from './frame.module.css';
import { Frame } from './frame.tsx';
import { useFreshConfig } from './use-config.ts';

interface Form {
  readonly account: string;
  readonly realname: string;
  readonly password: string;
  readonly repeat: string;
  readonly code: string;
}
type Field = keyof Form;

/** What the service wants an account to be (CONF-5). */
const KINDS = { 1: 'phone', 2: 'email', 3: 'either' } as const;

/** What this account should have been, or null when it is right. */
function wantedKind(account: string, regauth: 0 | 1 | 2 | 3): (typeof KINDS)[1 | 2 | 3] | null {
  if (regauth === 0) return null;
  const kind = addressKind(account);
  return kind !== null && (regauth === 3 || kind === KINDS[regauth]) ? null : KINDS[regauth];
}

/** The first thing that is wrong, in the family's order. */
function firstProblem(form: Form): { readonly field: Field; readonly problem: FieldProblem } | null {
  const checks: readonly (readonly [Field, FieldProblem | null])[] = [
    ['account', accountProblem(form.account)],
    ['realname', nicknameProblem(form.realname)],
    ['password', passwordProblem(form.password)],
    ['repeat', repeatProblem(form.password, form.repeat)],
  ];
  for (const [field, problem] of checks) if (problem !== null) return { field, problem };
  return null;
}

export default function RegisterPage() {
  const { t } = useTranslation();
  const [query] = useSearchParams();
  const regtype = useStore((state) => state.config.sysInfo.regtype);
  useFreshConfig();
  const inviteCode = query.get('inviteCode') ?? '';
  const closed = regtype === 2 && inviteCode === '';
  return (
    <Frame title={t('reg.welcome')}>
      {closed ? <EmptyBlock kind="locked" text={`${t('reg.closed')} ${t('reg.closedHint')}`} /> : <RegisterForm inviteCode={inviteCode} />}
      <p className={styles.other}>
        {t('login.haveAccount')} <Link to={LOGIN}>{t('login.submit')}</Link>
      </p>
    </Frame>
  );
}

function RegisterForm({ inviteCode }: { readonly inviteCode: string }) {
  const { t } = useTranslation();
  const { actions } = useClient();
  const navigate = useNavigate();
  const regauth = useStore((state) => state.config.sysInfo.regauth);
  const toasts = useToasts();
  const [form, setForm] = useState<Form>({ account: '', realname: '', password: '', repeat: '', code: '' });
  const [busy, setBusy] = useState(false);
  const [wrong, setWrong] = useState<{ readonly field: Field; readonly text: string } | null>(null);
  const element = useRef<HTMLFormElement>(null);

  const refuse = (field: Field, words: string) => {
    setWrong({ field, text: words });
    element.current?.querySelector<HTMLInputElement>(`[name=${field}]`)?.focus();
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const clean = { ...form, account: form.account.trim(), realname: form.realname.trim() };
    const found = firstProblem(clean);
    const wanted = found?.field === 'account' ? null : wantedKind(clean.account, regauth);
    if (wanted !== null) return refuse('account', t(`reg.kind.${wanted}`));
    if (found !== null) return refuse(found.field, t(PROBLEM_TEXT[found.problem]));
    if (regauth > 0 && clean.code.trim() === '') return refuse('code', t('secure.needCode'));
    setWrong(null);
    setBusy(true);
    const here = stillHere();
    const { code, ...rest } = clean;
    const answer = await actions.register({ ...rest, ...(regauth > 0 ? { code: code.trim() } : {}), inviteCode });
    setBusy(false);
    if (answer.ok) {
      toasts.show(t('reg.done'));
      return here() ? void navigate(`${LOGIN}?account=${encodeURIComponent(clean.account)}`, { replace: true }) : undefined;
    }
    const { reason } = answer;
    if (reason.kind === 'server') refuse('account', reason.message);
    else if (reason.kind === 'field') refuse('account', t(PROBLEM_TEXT[reason.problem]));
  };
  const field = (name: Field) => ({
    name,
    value: form[name],
    error: wrong?.field === name ? wrong.text : null,
    onValue: (value: string) => {
      setForm((now) => ({ ...now, [name]: value }));
      if (wrong?.field === name) setWrong(null);
    },
  });
  return (
    <form ref={element} noValidate onSubmit={(event) => void submit(event)} style={{ display: 'contents' }}>
      {inviteCode !== '' && <p className={styles.note}>{t('reg.invite', { code: inviteCode })}</p>}
      <TextField {...field('account')} label={t('login.account')} placeholder={regauth === 0 ? t('reg.accountAny') : t(`reg.kind.${KINDS[regauth]}`)} autoComplete="username" autoCapitalize="none" spellCheck={false} maxLength={text.accountMax} />
      <TextField {...field('realname')} label={t('reg.nickname')} autoComplete="nickname" maxLength={text.nicknameMax * 2} />
      {regauth > 0 && <CodeField {...field('code')} label={t('login.code')} account={form.account} purpose="register" />}
      <TextField {...field('password')} label={t('reg.password')} type="password" autoComplete="new-password" hint={t('reg.passwordHint')} />
      <TextField {...field('repeat')} label={t('reg.repeat')} type="password" autoComplete="new-password" />
      <Button kind="primary" type="submit" block busy={busy}>
        {t('reg.submit')}
      </Button>
    </form>
  );
}
