import { type FormEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate, useSearchParams } from 'react-router-dom';
import { text } from '../../../domain/limits.ts';
import { accountProblem, type FieldProblem, nicknameProblem, passwordProblem, repeatProblem } from '../../../domain/validation.ts';
import { PROBLEM_TEXT } from '../../i18n/index.ts';
import { Button } from '../../kit/button.tsx';
import { useClient, useStore } from '../../kit/client-context.ts';
import { EmptyBlock } from '../../kit/empty-block.tsx';
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
}
type Field = keyof Form;

/** The first thing that is wrong, in the specification's order. */
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
  const toasts = useToasts();
  const [form, setForm] = useState<Form>({ account: '', realname: '', password: '', repeat: '' });
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
    if (found !== null) return refuse(found.field, t(PROBLEM_TEXT[found.problem]));
    setWrong(null);
    setBusy(true);
    const answer = await actions.register({ ...clean, inviteCode });
    setBusy(false);
    if (answer.ok) {
      toasts.show(t('reg.done'));
      return void navigate(`${LOGIN}?account=${encodeURIComponent(clean.account)}`, { replace: true });
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
      <TextField {...field('account')} label={t('login.account')} placeholder={t('reg.accountAny')} autoComplete="username" autoCapitalize="none" spellCheck={false} maxLength={text.accountMax} />
      <TextField {...field('realname')} label={t('reg.nickname')} autoComplete="nickname" maxLength={text.nicknameMax * 2} />
      <TextField {...field('password')} label={t('reg.password')} type="password" autoComplete="new-password" hint={t('reg.passwordHint')} />
      <TextField {...field('repeat')} label={t('reg.repeat')} type="password" autoComplete="new-password" />
      <Button kind="primary" type="submit" block busy={busy}>
        {t('reg.submit')}
      </Button>
    </form>
  );
}
