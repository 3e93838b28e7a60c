import { useState } from 'react';
import type { Scanned } from '../../../../client/interface/account.ts';
import { REMEMBERED } from '../../../../client/session/traces.ts';
import { guestLimits } from '../../../../domain/guests.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { Button } from '../../../kit/button.tsx';
import { useNavigate } from '../../../kit/navigation.ts';
import { TextField } from '../../../kit/text-field.tsx';
import { pathTo } from '../../../paths/paths.ts';
import { writeSetting } from '../../../platform/settings.ts';
import { useClient } from '../../../shared/client-context.ts';
import { failureText } from '../../../shared/failure-text.ts';
import { useLoad } from '../../../shared/use-load.ts';
import styles from './frame.module.css';
import { LoginFrame } from './frame.tsx';
import { LoginScreen } from './login-page.tsx';

interface GuestPageProps {
  readonly token: string;
  readonly search: string;
  /** The visitor has an account. */
  readonly onAccount: () => void;
}

/** A visitor by a link into a group: a guest if the link admits guests, else the login page (GUEST-2). */
export default function GuestPage({ token, search, onAccount }: GuestPageProps) {
  const { actions } = useClient();
  const { state, value } = useLoad(token, () => actions.scanned('group', token));
  if (state === 'loading') return null;
  return value?.kind === 'group' && value.guestDays > 0 ? (
    <GuestForm token={token} group={value} onAccount={onAccount} />
  ) : (
    <LoginScreen search={search} />
  );
}

interface GuestFormProps extends Omit<GuestPageProps, 'search'> {
  readonly group: Extract<Scanned, { kind: 'group' }>;
}

function GuestForm({ token, group, onAccount }: GuestFormProps) {
  const { t } = useTranslation();
  const { actions } = useClient();
  const navigate = useNavigate();
  const [name, setName] = useState('');
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const enter = async () => {
    if (busy) return;
    if (name.trim() === '') return setProblem(t('rule.needNickname'));
    setBusy(true);
    // Opened once the guest is logged in.
    void navigate(pathTo('login', { redirect: pathTo('chat', { id: group.id }) }), { replace: true });
    const answer = await actions.login({
      account: '',
      password: '',
      guest: token,
      realname: name.trim(),
      remember: true,
    });
    if (answer.ok) {
      // A guest has no username to type later, and another configuration than a visitor (GUEST-4).
      writeSetting(REMEMBERED, null);
      return void actions.refreshConfig();
    }
    setBusy(false);
    setProblem(failureText(t, answer.reason));
    void navigate(pathTo('login', { redirect: pathTo('groupInfo', { token }) }), { replace: true });
  };
  return (
    <LoginFrame title={group.name}>
      <form
        noValidate
        onSubmit={(event) => (event.preventDefault(), void enter())}
        style={{ display: 'contents' }}
      >
        <p className={styles.note}>{t('guest.about', { count: group.guestDays })}</p>
        <TextField
          label={t('guest.name')}
          name="realname"
          autoComplete="nickname"
          autoFocus
          visibleMax={guestLimits.nameMax}
          value={name}
          error={problem}
          onValue={(value) => {
            setName(value);
            setProblem(null);
          }}
        />
        <Button kind="primary" type="submit" block busy={busy}>
          {t('guest.enter')}
        </Button>
        <Button kind="quiet" block onClick={onAccount}>
          {t('guest.haveAccount')}
        </Button>
      </form>
    </LoginFrame>
  );
}
