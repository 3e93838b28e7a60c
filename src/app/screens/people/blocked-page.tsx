import { useEffect, useRef, useState } from 'react';
import { chatLimits } from '../../../domain/limits.ts';
import type { PersonCard } from '../../../client/interface/client.ts';
import { blockedBy } from '../../../client/state/blocked.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Button } from '../../kit/button.tsx';
import { EmptyBlock } from '../../kit/empty-block.tsx';
import { Page } from '../../kit/page.tsx';
import { SkeletonRows } from '../../kit/skeleton.tsx';
import { useClient, useStore } from '../../shared/client-context.ts';
import { failureText } from '../../shared/failure-text.ts';
import { TopBar } from '../../shared/top-bar.tsx';
import { useLoad } from '../../shared/use-load.ts';
import { Pager } from './pager.tsx';
import { PersonRow } from './person-row.tsx';
import styles from './people.module.css';

/** `/pages/contacts/friend?tab=blocked` Whom one has blocked, and the way back (BLOCK-7). */
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
  const [page, setPage] = useState(1);
  const found = useLoad(`blocked ${page}`, () => actions.blockedPeople(page, chatLimits.applicationsPage));
  const { reload } = found;
  // What is done on another device shows here, too; by their numbers, as sets look alike.
  const blocked = useStore((state) => [...blockedBy(state)].join());
  const known = useRef(blocked);
  useEffect(() => {
    if (known.current !== blocked) reload();
    known.current = blocked;
  }, [blocked, reload]);
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
  if (rows.length === 0) return <EmptyBlock kind="contacts" text={t('block.nobody')} />;
  return (
    <>
      <ul>
        {rows.map((person) => (
          <BlockedRow key={person.id} person={person} />
        ))}
      </ul>
      <Pager page={page} pages={Math.ceil(total / chatLimits.applicationsPage)} onPage={setPage} />
    </>
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
