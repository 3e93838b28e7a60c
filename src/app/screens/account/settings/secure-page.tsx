import { type ComponentType, Suspense, lazy, useState } from 'react';
import { addressKind } from '../../../../domain/validation.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { pathTo } from '../../../paths/paths.ts';
import { useClient, useStore } from '../../../shared/client-context.ts';
import { Page } from '../../../kit/page.tsx';
import { Row, RowList } from '../../../kit/row.tsx';
import { TopBar } from '../../../shared/top-bar.tsx';
import { useRound } from '../../../kit/use-round.ts';
import { useQuery } from '../../../kit/navigation.ts';
import { useLogout } from '../use-logout.ts';
import { textLimits } from '../../../../domain/limits.ts';
import type { FormProblem } from '../../../kit/form-problem.ts';
import { failureText, formProblem } from '../../../shared/failure-text.ts';
import { FormSheet } from '../../../kit/form-sheet.tsx';
import { TextField } from '../../../kit/text-field.tsx';
import { useToasts } from '../../../kit/toaster.tsx';
import { CodeField } from '../../../shared/code-field.tsx';
import { PasswordForm, type SecureFormProps } from './password-form.tsx';
import { type Privacy, REACHES, SEEN_BY, privacyOf } from '../../../../domain/privacy.ts';
import { type ProofFirst, useProof } from './use-proof.tsx';
import { SegmentedTabs } from '../../../kit/segmented-tabs.tsx';
import { Switch } from '../../../kit/switch.tsx';

const SWITCHES = ['typing', 'read'] as const;

/**
 * Privacy of the user on all devices. It is mutual: a user who does not share it does not see it (TYPING-6,
 * SEEN-2).
 */
function PrivacyRows() {
  const { t } = useTranslation();
  const { actions } = useClient();
  const toasts = useToasts();
  const stored = useStore((state) => state.self?.privacy);
  const plain = useStore((state) => state.sync.plain);
  const [pendingPrivacy, setPendingPrivacy] = useState<Partial<Privacy>>({});
  const { sheet, withProof } = useProof();
  if (plain) return null;
  const current = { ...privacyOf(stored), ...pendingPrivacy };
  const choose = async (change: Partial<Privacy>) => {
    setPendingPrivacy((before) => ({ ...before, ...change }));
    const answer = await withProof(() => actions.setPrivacy(change));
    // Choices made since stay visible until their own answer.
    setPendingPrivacy((before) => without(before, change));
    if (!answer.ok) toasts.show(failureText(t, answer.reason));
  };
  return (
    <RowList heading={t('privacy.title')}>
      <Row
        title={t('privacy.seen')}
        detail={t('privacy.seenHint')}
        end={
          <SegmentedTabs
            label={t('privacy.seen')}
            value={current.seen}
            onChange={(visibility) => void choose({ seen: visibility })}
            items={SEEN_BY.map((key) => ({ key, label: t(`privacy.seen.${key}`) }))}
          />
        }
      />
      {REACHES.map((key) => (
        <Row
          key={key}
          title={t(`privacy.${key}`)}
          detail={t(`privacy.${key}Hint`)}
          end={
            <SegmentedTabs
              label={t(`privacy.${key}`)}
              value={current[key]}
              onChange={(by) => void choose({ [key]: by })}
              items={SEEN_BY.map((by) => ({
                key: by,
                label: t(by === 'none' ? 'privacy.nobody' : `privacy.seen.${by}`),
              }))}
            />
          }
        />
      ))}
      {SWITCHES.map((key) => (
        <Row
          key={key}
          title={t(`privacy.${key}`)}
          detail={t(`privacy.${key}Hint`)}
          end={
            <Switch
              label={t(`privacy.${key}`)}
              checked={current[key]}
              onChange={(on) => void choose({ [key]: on })}
            />
          }
        />
      ))}
      <Row title={t('block.list')} to={pathTo('newFriends', { tab: 'blocked' })} />
      {sheet}
    </RowList>
  );
}

/** Removes the choice of this change, unless the user chose another value since. */
const without = (pending: Partial<Privacy>, change: Partial<Privacy>): Partial<Privacy> =>
  Object.fromEntries(
    Object.entries(pending).filter(([key, value]) => change[key as keyof Privacy] !== value),
  );

const BotsPage = lazy(() => import('./bots-page.tsx'));
const LoginsPage = lazy(() => import('./logins-page.tsx'));
const OpenIdsPage = lazy(() => import('./openids-page.tsx'));
const OwnDataPage = lazy(() => import('./own-data-page.tsx'));
const PasskeysPage = lazy(() => import('./passkeys-page.tsx'));
const SecondStepPage = lazy(() => import('./second-step-page.tsx'));

const VIEWS: Readonly<Record<string, ComponentType | undefined>> = {
  bots: BotsPage,
  logins: LoginsPage,
  second: SecondStepPage,
  passkeys: PasskeysPage,
  openids: OpenIdsPage,
  data: OwnDataPage,
};

/** `/pages/mine/secure` The account's name and what opens it. */
export default function SecurePage() {
  const query = useQuery();
  const View = VIEWS[query.get('view') ?? ''];
  if (!View) return <Secure />;
  return (
    <Suspense fallback={null}>
      <View />
    </Suspense>
  );
}

function Secure() {
  const { t } = useTranslation();
  const self = useStore((state) => state.self);
  const [open, setOpen] = useState<'password' | 'account' | null>(null);
  const [password, account] = [useRound(open === 'password'), useRound(open === 'account')];
  const plain = useStore((state) => state.sync.plain);
  const logout = useLogout();
  if (self === null) return null;
  // Codes can only be sent to an address; a proved account is one.
  const proved = self.isAuth && addressKind(self.account) !== null;
  const close = () => setOpen(null);
  return (
    <Page cards bar={<TopBar title={t('title.secure')} />}>
      <RowList>
        <Row title={t('secure.account')} value={self.account} />
        <Row title={t('secure.state')} value={t(proved ? 'auth.yes' : 'auth.no')} />
      </RowList>
      <RowList>
        <Row title={t('secure.password')} value="" onPress={() => setOpen('password')} />
        <Row
          title={t(proved ? 'secure.changeAccount' : 'secure.prove')}
          detail={proved ? undefined : t('secure.proveHint')}
          value=""
          onPress={() => setOpen('account')}
        />
        {!plain && <OtherLoginRows />}
        {!plain && <Row title={t('second.title')} to={pathTo('secure', { view: 'second' })} />}
        {!plain && (
          <Row
            title={t('logins.title')}
            detail={t('logins.hint')}
            to={pathTo('secure', { view: 'logins' })}
          />
        )}
      </RowList>
      <PrivacyRows />
      {!plain && (
        <RowList>
          <Row title={t('bots.title')} detail={t('bots.hint')} to={pathTo('secure', { view: 'bots' })} />
          <Row title={t('data.title')} detail={t('data.hint')} to={pathTo('secure', { view: 'data' })} />
        </RowList>
      )}
      <RowList>
        <Row danger centre title={t('logout.action')} onPress={() => void logout()} />
      </RowList>
      {password > 0 && (
        <PasswordForm
          key={`password ${password}`}
          proved={proved}
          account={self.account}
          open={open === 'password'}
          onClose={close}
        />
      )}
      {account > 0 && (
        <AccountForm
          key={`account ${account}`}
          proved={proved}
          account={self.account}
          open={open === 'account'}
          onClose={close}
        />
      )}
    </Page>
  );
}

/** Ways to log in without the password. */
function OtherLoginRows() {
  const { t } = useTranslation();
  const hasOpenIds = useStore((state) => state.config.sysInfo.openIds?.length ?? 0) > 0;
  return (
    <>
      <Row
        title={t('passkey.title')}
        detail={t('passkey.hint')}
        to={pathTo('secure', { view: 'passkeys' })}
      />
      {hasOpenIds && (
        <Row title={t('openid.title')} detail={t('openid.hint')} to={pathTo('secure', { view: 'openids' })} />
      )}
    </>
  );
}

type Field = 'code' | 'account' | 'newCode';
type Problem = { readonly field: Field; readonly words: string } | null;

/**
 * Changes the account to another e-mail address or phone, with a code sent to it. Leaving a proved one also
 * requires a code (ACC-12).
 */
function AccountForm(props: SecureFormProps) {
  const { sheet, withProof } = useProof();
  return (
    <>
      <AccountSheet {...props} withProof={withProof} />
      {sheet}
    </>
  );
}

function AccountSheet({
  proved,
  account,
  open,
  onClose,
  withProof,
}: SecureFormProps & { readonly withProof: ProofFirst }) {
  const { t } = useTranslation();
  const { actions } = useClient();
  const toasts = useToasts();
  const [form, setForm] = useState({ code: '', account: '', newCode: '' });
  const [problem, setProblem] = useState<Problem>(null);
  const set = (field: Field) => (value: string) => {
    setForm({ ...form, [field]: value });
    setProblem(null);
  };
  const check = (): Problem => {
    if (proved && form.code.trim() === '') return { field: 'code', words: t('secure.needCode') };
    if (addressKind(form.account.trim()) === null)
      return { field: 'account', words: t('secure.needAddress') };
    return form.newCode.trim() === '' ? { field: 'newCode', words: t('secure.needCode') } : null;
  };
  const submit = async (): Promise<FormProblem | null> => {
    const newProblem = check();
    setProblem(newProblem);
    if (newProblem !== null) return '';
    const answer = await withProof(() => actions.changeAccount(form));
    // Which of two codes is wrong, the server does not say.
    if (!answer.ok) return formProblem(t, answer.reason, { account: 'account' });
    toasts.show(t('secure.accountChanged', { account: form.account.trim() }));
    return null;
  };
  const errorOf = (field: Field) => (problem?.field === field ? problem.words : null);
  return (
    <FormSheet
      open={open}
      title={t(proved ? 'secure.changeAccount' : 'secure.prove')}
      confirm={t('common.save')}
      onSubmit={submit}
      onClose={onClose}
    >
      {proved && (
        <CodeField
          label={t('secure.code', { account })}
          account={account}
          purpose="account"
          value={form.code}
          error={errorOf('code')}
          onValue={set('code')}
        />
      )}
      <TextField
        label={t('secure.newAccount')}
        name="account"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={textLimits.accountMax}
        hint={t('secure.newAccountHint')}
        value={form.account}
        error={errorOf('account')}
        onValue={set('account')}
      />
      <CodeField
        label={t('secure.newCode')}
        account={form.account}
        purpose="account"
        value={form.newCode}
        error={errorOf('newCode')}
        onValue={set('newCode')}
      />
    </FormSheet>
  );
}
