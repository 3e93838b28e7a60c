import { type ComponentType, lazy, Suspense, useState } from 'react';
import { addressKind } from '../../../../domain/validation.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { pathTo } from '../../../paths/paths.ts';
import { useStore } from '../../../shared/client-context.ts';
import { Page } from '../../../kit/page.tsx';
import { Row, RowList } from '../../../kit/row.tsx';
import { TopBar } from '../../../shared/top-bar.tsx';
import { useRound } from '../../../kit/use-round.ts';
import { useQuery } from '../../../kit/navigation.ts';
import { useLogout } from '../use-logout.ts';
import { AccountForm } from './account-form.tsx';
import { PasswordForm } from './password-form.tsx';
import { PrivacyRows } from './privacy-rows.tsx';

const LoginsPage = lazy(() => import('./logins-page.tsx'));
const OpenIdsPage = lazy(() => import('./openids-page.tsx'));
const OwnDataPage = lazy(() => import('./own-data-page.tsx'));
const PasskeysPage = lazy(() => import('./passkeys-page.tsx'));
const SecondStepPage = lazy(() => import('./second-step-page.tsx'));

const VIEWS: Readonly<Record<string, ComponentType | undefined>> = {
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
