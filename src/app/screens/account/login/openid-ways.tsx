import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { Actions } from '../../../../client/interface/client.ts';
import type { OpenIdFound } from '../../../../client/interface/logins.ts';
import { textLimits } from '../../../../domain/first-limits.ts';
import { fittingName } from '../../../../domain/validation.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { Button } from '../../../kit/button.tsx';
import type { FormProblem } from '../../../kit/form-problem.ts';
import { FormSheet } from '../../../kit/form-sheet.tsx';
import { TextField } from '../../../kit/text-field.tsx';
import { useToasts } from '../../../kit/toaster.tsx';
import { forgetQuery, goTo } from '../../../platform/address.ts';
import { AccountField } from '../account-field.tsx';
import { useClient, useStore } from '../../../shared/client-context.ts';
import { readSetting, writeSetting } from '../../../platform/settings.ts';
import { withBlankHint } from '../../../shared/blank-hint.ts';
import { failureText, formProblem } from '../../../shared/failure-text.ts';
import styles from './frame.module.css';

type Form = Parameters<Actions['login']>[0];

/** The server also requires a code (SECOND-2). */
const SECOND_STEP = 412;

interface Back {
  readonly provider: string;
  readonly answer: OpenIdFound;
}

/** The choice against "Remember me", while the user is at the provider (SESS-11). */
const BRIEF = 'openid-brief';

interface OpenIdWaysProps {
  readonly search: string;
  readonly remember: boolean;
  readonly onForm: (form: Partial<Form>) => void;
}

/** A button for each login provider, and the next step after the return from one (OIDC-4). */
export function OpenIdWays({ search, remember, onForm }: OpenIdWaysProps) {
  const { t } = useTranslation();
  const { actions } = useClient();
  const providers = useStore((state) => state.config.sysInfo.openIds) ?? [];
  const toasts = useToasts();
  const query = new URLSearchParams(search);
  const [busy, setBusy] = useState(() => query.get('openid') ?? '');
  const [back, setBack] = useState<Back | null>(null);
  const nameOf = (provider: string): string => providers.find(({ id }) => id === provider)?.name ?? provider;
  const enter = useEnter(onForm, () => {
    setBack(null);
    setBusy('');
  });
  const go = async (provider: string) => {
    setBusy(provider);
    writeSetting(BRIEF, remember ? null : '1');
    const answer = await actions.beginOpenId(provider);
    if (answer.ok) return goTo(answer.value.url);
    setBusy('');
    toasts.show(failureText(t, answer.reason));
  };
  const read = useRef(false);
  /** Undefined: no return from a provider, or the login is complete. */
  const finishSignOn = useEffectEvent(async (): Promise<Back | null | undefined> => {
    const provider = query.get('openid');
    if (provider === null || read.current) return undefined;
    read.current = true;
    forgetQuery();
    const answer = await actions.finishOpenId(provider, query.get('answer') ?? '');
    if (answer.ok && answer.value.kind !== 'in') return { provider, answer: answer.value };
    const problem = answer.ok ? await enter({ openId: answer.value.ticket }) : failureText(t, answer.reason);
    if (problem === null) return undefined;
    toasts.show(typeof problem === 'string' ? problem : problem.text);
    return null;
  });
  useEffect(() => {
    const finishReturn = async () => {
      const outcome = await finishSignOn();
      if (outcome === undefined) return;
      setBusy('');
      setBack(outcome);
    };
    void finishReturn();
  }, []);
  return (
    <>
      {providers.map(({ id, name }) => (
        <Button key={id} block busy={busy === id} onClick={() => void go(id)}>
          {t('openid.with', { name })}
        </Button>
      ))}
      {back?.answer.kind === 'link' && (
        <Link
          answer={back.answer}
          name={nameOf(back.provider)}
          onEnter={enter}
          onClose={() => setBack(null)}
        />
      )}
      {back?.answer.kind === 'new' && (
        <Join answer={back.answer} onEnter={enter} onClose={() => setBack(null)} />
      )}
    </>
  );
}

type Enter = (more: Partial<Form>) => Promise<FormProblem | null>;

/** Logs in by a ticket: null if the user is logged in, or is asked for their second step. */
function useEnter(onForm: OpenIdWaysProps['onForm'], onStep: () => void): Enter {
  const { t } = useTranslation();
  const { actions } = useClient();
  return async (more) => {
    const remember = readSetting(BRIEF) === null;
    const answer = await actions.login({ account: '', password: '', remember, ...more });
    if (answer.ok) {
      writeSetting(BRIEF, null);
      return null;
    }
    const { reason } = answer;
    if (reason.kind !== 'server' || reason.code !== SECOND_STEP)
      return formProblem(t, reason, { password: 'password', realname: 'realname' });
    onStep();
    onForm({ remember, ...more });
    return null;
  };
}

interface BackProps {
  readonly answer: OpenIdFound;
  readonly onEnter: Enter;
  readonly onClose: () => void;
}

function Link({ answer, name, onEnter, onClose }: BackProps & { readonly name: string }) {
  const { t } = useTranslation();
  const [password, setPassword] = useState('');
  const { account, ticket } = answer;
  const submit = async (): Promise<FormProblem | null> => {
    if (password === '') return { field: 'password', text: t('rule.needPassword') };
    const problem = await onEnter({ openId: ticket, password });
    if (problem === null || typeof problem === 'string') return problem;
    return { ...problem, text: withBlankHint(t, problem.text, password) };
  };
  return (
    <FormSheet open title={t('openid.link')} confirm={t('openid.enter')} onSubmit={submit} onClose={onClose}>
      <p className={styles.note}>{t('openid.linkText', { account, name })}</p>
      <AccountField account={account} />
      <TextField
        label={t('openid.password', { account })}
        name="password"
        type="password"
        autoComplete="current-password"
        maxLength={textLimits.longPasswordMax}
        value={password}
        onValue={setPassword}
      />
    </FormSheet>
  );
}

function Join({ answer, onEnter, onClose }: BackProps) {
  const { t } = useTranslation();
  const [realname, setRealname] = useState(() => fittingName(answer.name));
  const submit = () => onEnter({ openId: answer.ticket, realname });
  return (
    <FormSheet open title={t('openid.new')} confirm={t('openid.create')} onSubmit={submit} onClose={onClose}>
      <p className={styles.note}>{t('openid.newText', { account: answer.account })}</p>
      <TextField
        label={t('openid.name')}
        name="realname"
        autoComplete="nickname"
        visibleMax={textLimits.nicknameMax}
        value={realname}
        onValue={setRealname}
      />
    </FormSheet>
  );
}
