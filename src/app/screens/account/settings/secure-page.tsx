import { useState } from 'react';
import { addressKind } from '../../../../domain/validation.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { useStore } from '../../../shared/client-context.ts';
import { Page } from '../../../kit/page.tsx';
import { Row, RowList } from '../../../kit/row.tsx';
import { TopBar } from '../../../shared/top-bar.tsx';
import { useRound } from '../../../kit/use-round.ts';
import { useLogout } from '../use-logout.ts';
import { AccountForm } from './account-form.tsx';
import { PasswordForm } from './password-form.tsx';
import { PrivacyRows } from './privacy-rows.tsx';

/** `/pages/mine/secure` The account's name and what opens it. */
export default function SecurePage() {
  const { t } = useTranslation();
  const self = useStore((state) => state.self);
  const [open, setOpen] = useState<'password' | 'account' | null>(null);
  const [password, account] = [useRound(open === 'password'), useRound(open === 'account')];
  const logout = useLogout();
  if (self === null) return null;
  // A code can only go to an address; a proved account is one.
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
      </RowList>
      <PrivacyRows />
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
