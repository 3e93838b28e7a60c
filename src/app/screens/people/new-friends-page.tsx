import { UserPlus } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { totals } from '../../../client/state/selectors.ts';
import { chatLimits } from '../../../domain/limits.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Button, IconButton } from '../../kit/button.tsx';
import { useClient, useStore } from '../../shared/client-context.ts';
import { EmptyBlock } from '../../kit/empty-block.tsx';
import { failureText } from '../../shared/failure-text.ts';
import { Page } from '../../kit/page.tsx';
import { SegmentedTabs } from '../../kit/segmented-tabs.tsx';
import { SkeletonRows } from '../../kit/skeleton.tsx';
import { TopBar } from '../../shared/top-bar.tsx';
import { useLoad } from '../../shared/use-load.ts';
import { ApplicationRow, type Side } from './application-row.tsx';
import { BlockedPage } from './blocked-page.tsx';
import { Pager } from './pager.tsx';
import { PATHS } from '../../paths/paths.ts';
import styles from './people.module.css';

/** `/pages/contacts/friend?tab=received|sent`, and whom one does not want to hear of: `tab=blocked` */
export default function NewFriendsPage() {
  const [query] = useSearchParams();
  return query.get('tab') === 'blocked' ? <BlockedPage /> : <Requests />;
}

function Requests() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [query, setQuery] = useSearchParams();
  const side: Side = query.get('tab') === 'sent' ? 'sent' : 'received';
  const waiting = useStore((state) => totals(state).system);
  return (
    <Page
      surface
      bar={
        <TopBar
          title={t('title.newFriends')}
          end={
            <IconButton label={t('friend.findPeople')} onClick={() => void navigate(PATHS.searchFriends)}>
              <UserPlus size={24} strokeWidth={1.75} />
            </IconButton>
          }
        />
      }
    >
      <div className={styles.column}>
        <div className={styles.tabs}>
          <SegmentedTabs
            block
            label={t('friend.tabs')}
            value={side}
            onChange={(tab) => setQuery({ tab }, { replace: true })}
            items={[
              { key: 'received', label: t('friend.received'), count: waiting },
              { key: 'sent', label: t('friend.sent') },
            ]}
          />
        </div>
        <Applications key={side} side={side} waiting={waiting} />
      </div>
    </Page>
  );
}

function Applications({ side, waiting }: { readonly side: Side; readonly waiting: number }) {
  const { t } = useTranslation();
  const { actions } = useClient();
  const navigate = useNavigate();
  const [page, setPage] = useState(1);
  const found = useLoad(`${side} ${page}`, () =>
    actions.applications(side, page, chatLimits.applicationsPage),
  );
  const { reload } = found;
  // A new application, or an answer given on another device, changes the count: what is shown follows.
  const known = useRef(waiting);
  useEffect(() => {
    if (known.current !== waiting) reload();
    known.current = waiting;
  }, [waiting, reload]);

  if (found.value === null && found.state === 'loading') return <SkeletonRows count={5} />;
  if (found.value === null)
    return (
      <EmptyBlock
        kind="network"
        text={found.state === 'failed' ? failureText(t, found.failure) : t('page.loadFailed')}
        action={<Button onClick={reload}>{t('common.retry')}</Button>}
      />
    );
  const { rows, total } = found.value;
  if (rows.length === 0)
    return (
      <EmptyBlock
        kind="contacts"
        text={t(side === 'received' ? 'friend.noReceived' : 'friend.noSent')}
        action={
          <Button kind="primary" onClick={() => void navigate(PATHS.searchFriends)}>
            {t('friend.findPeople')}
          </Button>
        }
      />
    );
  return (
    <div role="tabpanel" aria-label={t(side === 'received' ? 'friend.received' : 'friend.sent')}>
      <ul>
        {rows.map((row) => (
          <ApplicationRow key={row.friendId} application={row} side={side} onAnswered={reload} />
        ))}
      </ul>
      <Pager page={page} pages={Math.ceil(total / chatLimits.applicationsPage)} onPage={setPage} />
    </div>
  );
}
