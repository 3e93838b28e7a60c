import { useState } from 'react';
import type { PersonCard } from '../../../client/interface/client.ts';
import { blockedBy } from '../../../client/state/blocked.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Button } from '../../kit/button.tsx';
import { EmptyBlock } from '../../kit/empty-block.tsx';
import { Page } from '../../kit/page.tsx';
import { useClient, useStore } from '../../shared/client-context.ts';
import { TopBar } from '../../shared/top-bar.tsx';
import { PagedRows } from './paged-rows.tsx';
import { PersonRow } from './person-row.tsx';
import styles from './people.module.css';

/** `/pages/contacts/friend?tab=blocked` Blocked users, and a button to unblock them (BLOCK-7). */
export function BlockedPage() {
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
      known={confirmed}
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
