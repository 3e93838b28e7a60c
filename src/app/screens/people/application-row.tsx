import { useState } from 'react';
import { useNavigate } from '../../kit/navigation.ts';
import type { Application } from '../../../client/interface/client.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Button } from '../../kit/button.tsx';
import { useClient, useStore } from '../../shared/client-context.ts';
import { BlockAsker } from './block-button.tsx';
import styles from './people.module.css';
import { PersonRow } from './person-row.tsx';
import { pathTo } from '../../paths/paths.ts';

export type Side = 'received' | 'sent';

/** Both users of a request, its text, and the actions. Accept and refuse are two buttons (FRIEND-3). */
export function ApplicationRow({
  application,
  side,
  onAnswered,
}: {
  readonly application: Application;
  readonly side: Side;
  readonly onAnswered: () => void;
}) {
  const { t } = useTranslation();
  const { person, remark } = application;
  const name = person.displayName || person.realname;
  const open = application.status === 2;
  return (
    <PersonRow
      id={person.id}
      name={name}
      avatar={person.avatar}
      title={open && side === 'received' ? t('friend.asksYou', { name }) : undefined}
      detail={remark}
      end={<State application={application} side={side} onAnswered={onAnswered} />}
    />
  );
}

function State({
  application,
  side,
  onAnswered,
}: {
  readonly application: Application;
  readonly side: Side;
  readonly onAnswered: () => void;
}) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  switch (application.status) {
    case 0:
      return <span className={styles.refused}>{t('friend.refused')}</span>;
    case 1:
      return (
        <Button
          kind="quiet"
          small
          onClick={() => void navigate(pathTo('chat', { id: application.person.id }))}
        >
          {t('friend.sendMessage')}
        </Button>
      );
    case 2:
      return side === 'received' ? (
        <Answers application={application} onAnswered={onAnswered} />
      ) : (
        <Waiting application={application} onAnswered={onAnswered} />
      );
  }
}

/** The user's own unanswered request can be withdrawn (FRIEND-9). */
function Waiting({
  application,
  onAnswered,
}: {
  readonly application: Application;
  readonly onAnswered: () => void;
}) {
  const { t } = useTranslation();
  const { actions } = useClient();
  const plain = useStore((state) => state.sync.plain);
  const [busy, setBusy] = useState(false);
  if (plain) return <span className={styles.quiet}>{t('friend.waiting')}</span>;
  const withdraw = async () => {
    setBusy(true);
    await actions.withdrawApplication(application.friendId);
    setBusy(false);
    onAnswered();
  };
  return (
    <Button small busy={busy} onClick={() => void withdraw()}>
      {t('friend.withdraw')}
    </Button>
  );
}

function Answers({
  application,
  onAnswered,
}: {
  readonly application: Application;
  readonly onAnswered: () => void;
}) {
  const { t } = useTranslation();
  const { actions } = useClient();
  const [busy, setBusy] = useState<'accept' | 'refuse' | null>(null);
  const answer = async (accept: boolean) => {
    setBusy(accept ? 'accept' : 'refuse');
    await actions.answerApplication(application.friendId, accept);
    setBusy(null);
    onAnswered();
  };
  return (
    <>
      <BlockAsker person={application.person} onBlocked={onAnswered} />
      <Button small busy={busy === 'refuse'} disabled={busy !== null} onClick={() => void answer(false)}>
        {t('friend.refuse')}
      </Button>
      <Button
        small
        kind="primary"
        busy={busy === 'accept'}
        disabled={busy !== null}
        onClick={() => void answer(true)}
      >
        {t('friend.accept')}
      </Button>
    </>
  );
}
