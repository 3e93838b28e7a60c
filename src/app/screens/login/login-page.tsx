import { type FormEvent, type KeyboardEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation, useSearchParams } from 'react-router-dom';
import { text } from '../../../domain/limits.ts';
import { PROBLEM_TEXT } from '../../i18n/index.ts';
import { Button } from '../../kit/button.tsx';
import { useClient, useStore } from '../../kit/client-context.ts';
import { TextField } from '../../kit/text-field.tsx';
import { readSetting } from '../../platform/settings.ts';
import { REGISTER } from '../../paths.ts';
import styles from './frame.module.css';
import { Frame } from './frame.tsx';
import { useFreshConfig } from './use-config.ts';

/** Where the client keeps the account that wanted to be remembered; never the password. */
const REMEMBERED = 'LoginAccount';

type Field = 'account' | 'password';

export default function LoginPage() {
  const { t } = useTranslation();
  const { actions } = useClient();
  const [query] = useSearchParams();
  const { search } = useLocation();
  const name = useStore((state) => state.config.sysInfo.name);
  const regtype = useStore((state) => state.config.sysInfo.regtype);
  useFreshConfig();
  const [account, setAccount] = useState(() => query.get('account') ?? readSetting(REMEMBERED) ?? '');
  const [password, setPassword] = useState('');
  const [remember, setRemember] = useState(true);
  const [caps, setCaps] = useState(false);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<{ readonly field: Field; readonly text: string } | null>(null);
  const form = useRef<HTMLFormElement>(null);

  const refuse = (field: Field, words: string) => {
    setProblem({ field, text: words });
    form.current?.querySelector<HTMLInputElement>(`[name=${field}]`)?.focus();
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (account.trim() === '') return refuse('account', t('rule.needAccount'));
    if (password === '') return refuse('password', t('rule.needPassword'));
    setProblem(null);
    setBusy(true);
    const answer = await actions.login({ account: account.trim(), password, remember });
    setBusy(false);
    if (answer.ok) return;
    const { reason } = answer;
    if (reason.kind === 'server') refuse('password', reason.message);
    else if (reason.kind === 'field') refuse('account', t(PROBLEM_TEXT[reason.problem]));
  };
  const invited = query.has('inviteCode');
  const errorOf = (field: Field) => (problem?.field === field ? problem.text : null);
  return (
    <Frame title={t('login.welcome', { name })} pitch={t('login.pitch')}>
      <form ref={form} noValidate onSubmit={(event) => void submit(event)} style={{ display: 'contents' }}>
        <TextField
          label={t('login.account')}
          name="account"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={text.accountMax}
          value={account}
          error={errorOf('account')}
          onValue={setAccount}
        />
        <TextField
          label={t('login.password')}
          name="password"
          type="password"
          autoComplete="current-password"
          maxLength={text.accountMax}
          value={password}
          error={errorOf('password')}
          hint={caps ? t('login.capsLock') : undefined}
          onValue={setPassword}
          onKeyUp={(event: KeyboardEvent) => setCaps(event.getModifierState('CapsLock'))}
        />
        <div className={styles.line}>
          <label className={styles.check}>
            <input type="checkbox" checked={remember} onChange={(event) => setRemember(event.target.checked)} />
            {t('login.remember')}
          </label>
        </div>
        <Button kind="primary" type="submit" block busy={busy}>
          {t('login.submit')}
        </Button>
      </form>
      {(regtype === 1 || invited) && (
        <p className={styles.other}>
          {t('login.noAccount')} <Link to={`${REGISTER}${invited ? search : ''}`}>{t('login.register')}</Link>
        </p>
      )}
    </Frame>
  );
}
