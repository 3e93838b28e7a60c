import { UserPlus } from 'lucide-react';
import { useNavigate, useQuery } from '../../kit/navigation.ts';
import { totals } from '../../../client/state/selectors.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Button, IconButton } from '../../kit/button.tsx';
import { useClient, useStore } from '../../shared/client-context.ts';
import { EmptyBlock } from '../../kit/empty-block.tsx';
import { Page } from '../../kit/page.tsx';
import { SegmentedTabs } from '../../kit/segmented-tabs.tsx';
import { TopBar } from '../../shared/top-bar.tsx';
import { ApplicationRow, type Side } from './application-row.tsx';
import { useState } from 'react';
import type { PersonCard } from '../../../client/interface/client.ts';
import { blockedBy } from '../../../client/state/blocked.ts';
import { OwnCode } from './codes/code-card.tsx';
import { PagedRows } from './paged-rows.tsx';
import { PersonRow } from './person-row.tsx';
import styles from './people.module.css';
import { PATHS, pathTo } from '../../paths/paths.ts';

/** `/pages/contacts/friend?tab=received|sent`, and blocked users: `tab=blocked` */
export default function NewFriendsPage() {
  const query = useQuery();
  return query.get('tab') === 'blocked' ? <BlockedPage /> : <Requests />;
}

function Requests() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const query = useQuery();
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
            onChange={(tab) => void navigate(pathTo('newFriends', { tab }), { replace: true })}
            items={[
              { key: 'received', label: t('friend.received'), count: waiting },
              { key: 'sent', label: t('friend.sent') },
            ]}
          />
        </div>
        <Applications key={side} side={side} waiting={waiting} />
        <section className={styles.steps} aria-label={t('qr.mine')}>
          <OwnCode />
        </section>
      </div>
    </Page>
  );
}

function Applications({ side, waiting }: { readonly side: Side; readonly waiting: number }) {
  const { t } = useTranslation();
  // Accepting a request of this user creates a chat, which is the only sign of it.
  const chats = useStore((state) => state.contacts.size);
  const { actions } = useClient();
  const navigate = useNavigate();
  return (
    <div role="tabpanel" aria-label={t(side === 'received' ? 'friend.received' : 'friend.sent')}>
      <PagedRows
        question={side}
        version={side === 'sent' ? chats : waiting}
        ask={(page, limit) => actions.applications(side, page, limit)}
        renderNone={() => (
          <EmptyBlock
            kind="contacts"
            text={t(side === 'received' ? 'friend.noReceived' : 'friend.noSent')}
            action={
              <Button kind="primary" onClick={() => void navigate(PATHS.searchFriends)}>
                {t('friend.findPeople')}
              </Button>
            }
          />
        )}
        renderRow={(row, reload) => (
          <ApplicationRow key={row.friendId} application={row} side={side} onAnswered={reload} />
        )}
      />
    </div>
  );
}

/** `/pages/contacts/friend?tab=blocked` Blocked users, and a button to unblock them (BLOCK-7). */
function BlockedPage() {
  const { t } = useTranslation();
  return (
    <Page surface bar={<TopBar title={t('block.list')} />}>
      <div className={styles.column}>
        <p className={styles.note}>{t('block.hint')}</p>
        <People />
      </div>
    </Page>
  );
}

function People() {
  const { t } = useTranslation();
  const { actions } = useClient();
  const blockedUsers = useStore(blockedBy);
  // Joined, because ids compare by value and sets do not. The server lists a change only once it is
  // confirmed.
  const confirmed = useStore(({ blocked = [] }) => [...blocked].join());
  return (
    <PagedRows
      question="blocked"
      version={confirmed}
      ask={(page, limit) => actions.blockedPeople(page, limit)}
      isThere={({ id }) => blockedUsers.has(id)}
      renderNone={() => <EmptyBlock kind="contacts" text={t('block.nobody')} />}
      renderRow={(person) => <BlockedRow key={person.id} person={person} />}
    />
  );
}

function BlockedRow({ person }: { readonly person: PersonCard }) {
  const { t } = useTranslation();
  const { actions } = useClient();
  const [busy, setBusy] = useState(false);
  const name = person.displayName || person.realname;
  const unblock = async () => {
    setBusy(true);
    await actions.block(person.id, false);
    setBusy(false);
  };
  return (
    <PersonRow
      id={person.id}
      name={name}
      avatar={person.avatar}
      end={
        <Button small busy={busy} aria-label={t('block.endFor', { name })} onClick={() => void unblock()}>
          {t('block.end')}
        </Button>
      }
    />
  );
}
