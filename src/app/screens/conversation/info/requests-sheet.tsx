import { useState } from 'react';
import type { JoinRequest } from '../../../../client/interface/account.ts';
import type { Contact } from '../../../../client/state/state.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { Avatar } from '../../../kit/avatar.tsx';
import { Button } from '../../../kit/button.tsx';
import { EmptyBlock } from '../../../kit/empty-block.tsx';
import { Sheet } from '../../../kit/sheet.tsx';
import { SkeletonRows } from '../../../kit/skeleton.tsx';
import { useClient } from '../../../shared/client-context.ts';
import { failureText } from '../../../shared/failure-text.ts';
import type { Loaded } from '../../../shared/use-load.ts';
import styles from './entrances.module.css';

type Requests = Loaded<readonly JoinRequest[]> & { readonly reload: () => void };

/** Join requests: accepted or refused one by one (GROUP-25). */
export default function RequestsSheet({
  contact,
  requests,
  onClose,
}: {
  readonly contact: Contact;
  readonly requests: Requests;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation();
  const list = requests.value;
  return (
    <Sheet open onClose={onClose} title={t('genter.requests')}>
      <div className={styles.sheet}>
        {list === null && requests.state === 'loading' && <SkeletonRows count={2} />}
        {list === null && requests.state === 'failed' && (
          <EmptyBlock
            kind="network"
            text={failureText(t, requests.failure)}
            action={<Button onClick={requests.reload}>{t('common.retry')}</Button>}
          />
        )}
        {list?.length === 0 && <p className={styles.none}>{t('genter.noRequests')}</p>}
        <ul>
          {list?.map((one) => (
            <Request key={one.user} contact={contact} request={one} onAnswered={requests.reload} />
          ))}
        </ul>
      </div>
    </Sheet>
  );
}

function Request({
  contact,
  request: { user, name, account, avatar, text },
  onAnswered,
}: {
  readonly contact: Contact;
  readonly request: JoinRequest;
  readonly onAnswered: () => void;
}) {
  const { t } = useTranslation();
  const { actions } = useClient();
  const [busy, setBusy] = useState(false);
  const answer = async (accept: boolean) => {
    setBusy(true);
    await actions.answerJoinRequest(contact.id, user, accept);
    setBusy(false);
    onAnswered();
  };
  return (
    <li className={styles.line}>
      <Avatar id={user} name={name} src={avatar} size={40} />
      <div className={styles.words}>
        <p className={styles.name}>{name}</p>
        <p className={styles.soft}>{text === '' ? account : text}</p>
        <div className={styles.ways}>
          <Button
            kind="primary"
            small
            busy={busy}
            aria-label={t('genter.acceptName', { name })}
            onClick={() => void answer(true)}
          >
            {t('genter.accept')}
          </Button>
          <Button
            kind="quiet"
            small
            disabled={busy}
            aria-label={t('genter.declineName', { name })}
            onClick={() => void answer(false)}
          >
            {t('genter.decline')}
          </Button>
        </div>
      </div>
    </li>
  );
}
