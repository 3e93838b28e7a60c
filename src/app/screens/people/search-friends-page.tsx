import { useState } from 'react';
import { Link, useNavigate, useQuery } from '../../kit/navigation.ts';
import type { PersonCard } from '../../../client/interface/client.ts';
import { personContact } from '../../../domain/ids.ts';
import { textLimits } from '../../../domain/limits.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Button } from '../../kit/button.tsx';
import { useClient, useStore } from '../../shared/client-context.ts';
import { EmptyBlock } from '../../kit/empty-block.tsx';
import { failureText } from '../../shared/failure-text.ts';
import { Page } from '../../kit/page.tsx';
import { SearchField } from '../../kit/search-field.tsx';
import { SkeletonRows } from '../../kit/skeleton.tsx';
import { TopBar } from '../../shared/top-bar.tsx';
import { useLoad } from '../../shared/use-load.ts';
import { AddFriend } from './add-friend.tsx';
import styles from './people.module.css';
import FirstSteps from './first-steps.tsx';
import { PersonRow } from './person-row.tsx';
import { PATHS, pathTo } from '../../paths/paths.ts';

/** `/pages/contacts/search?keywords=` The exact account (FRIEND-1), and names of the directory (DIR-3). */
export default function SearchFriendsPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const query = useQuery();
  const keywords = query.get('keywords') ?? '';
  const [typed, setTyped] = useState(keywords);
  const [problem, setProblem] = useState(false);
  const submit = () => {
    const query = typed.trim();
    setProblem(query === '');
    const path = query === '' ? PATHS.searchFriends : pathTo('searchFriends', { keywords: query });
    void navigate(path, { replace: true });
  };
  return (
    <Page surface bar={<TopBar title={t('title.searchFriends')} />}>
      <div className={styles.column}>
        <div className={styles.search}>
          <SearchField
            autoFocus
            label={t('friend.search')}
            value={typed}
            maxLength={textLimits.keywordsMax}
            aria-invalid={problem || undefined}
            onValue={(value) => {
              setTyped(value);
              setProblem(false);
            }}
            onSubmit={submit}
          />
          <Button kind="primary" onClick={submit}>
            {t('common.search')}
          </Button>
        </div>
        {problem && (
          <p className={styles.problem} role="alert">
            {t('friend.needAccount')}
          </p>
        )}
        {keywords === '' ? <Before /> : <Results key={keywords} keywords={keywords} />}
      </div>
    </Page>
  );
}

/** Shown before a search: how to search, sent requests, and the user's own code for others (UI-117). */
function Before() {
  const { t } = useTranslation();
  return (
    <>
      <div className={styles.steps}>
        <p>{t('friend.searchHint')}</p>
        <p>
          <Link to={pathTo('newFriends', { tab: 'sent' })}>{t('friend.sentAsks')}</Link>
        </p>
      </div>
      <Everybody />
      <FirstSteps isBelowSearch />
    </>
  );
}

/** All users of the directory; hidden if it is off (DIR-3). */
function Everybody() {
  const { t } = useTranslation();
  const directory = useDirectory('');
  if (directory.rows.length === 0) return null;
  return (
    <section aria-label={t('friend.directory')}>
      <h2 className={styles.listTitle}>{t('friend.directory')}</h2>
      <People people={directory.rows} />
      <MoreNames directory={directory} />
    </section>
  );
}

const People = ({ label, people }: { readonly label?: string; readonly people: readonly PersonCard[] }) => (
  <ul aria-label={label}>
    {people.map((person) => (
      <PersonRow
        key={person.id}
        id={person.id}
        name={person.displayName || person.realname}
        avatar={person.avatar}
        detail={person.account}
        end={<Way person={person} />}
      />
    ))}
  </ul>
);

function Results({ keywords }: { readonly keywords: string }) {
  const { t } = useTranslation();
  const { actions } = useClient();
  const loaded = useLoad(keywords, () => actions.searchUser(keywords));
  const directory = useDirectory(keywords);
  if (loaded.state === 'loading' || directory.isLoading) return <SkeletonRows count={1} />;
  if (loaded.state === 'failed')
    return (
      <EmptyBlock
        kind="network"
        text={failureText(t, loaded.failure)}
        action={<Button onClick={loaded.reload}>{t('common.retry')}</Button>}
      />
    );
  const exact = loaded.value;
  const byName = directory.rows.filter(({ id }) => exact.every((one) => one.id !== id));
  if (exact.length + byName.length === 0 && !directory.hasMore)
    return <EmptyBlock kind="found" text={t('friend.notFound', { keywords })} />;
  return (
    <>
      <People label={t('friend.results')} people={[...exact, ...byName]} />
      <MoreNames directory={directory} />
    </>
  );
}

function Way({ person }: { readonly person: PersonCard }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const isContact = useStore((state) => state.contacts.get(personContact(person.id)) !== undefined);
  if (isContact || person.friend)
    return (
      <Button small onClick={() => void navigate(pathTo('chat', { id: person.id }))}>
        {t('friend.sendMessage')}
      </Button>
    );
  return <AddFriend person={person} small />;
}

interface Names {
  readonly rows: readonly PersonCard[];
  readonly next: number | null;
}

export interface Directory {
  readonly rows: readonly PersonCard[];
  readonly isLoading: boolean;
  /** There may be others behind these. */
  readonly hasMore: boolean;
  readonly busy: boolean;
  /** The reason why loading more failed. */
  readonly problem: string;
  readonly more: () => void;
}

/** Users matching a text, page by page; empty if the server has no directory (DIR-3). */
function useDirectory(words: string): Directory {
  const { t } = useTranslation();
  const { actions } = useClient();
  const first = useLoad(`names ${words}`, () => actions.directory(words, 0));
  const [later, setLater] = useState<readonly Names[]>([]);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  const pages = first.value === null ? [] : [first.value, ...later];
  const next = pages.at(-1)?.next ?? null;
  const more = async () => {
    if (next === null || busy) return;
    setBusy(true);
    const answer = await actions.directory(words, next);
    setBusy(false);
    setProblem(answer.ok ? '' : failureText(t, answer.reason));
    if (answer.ok) setLater((before) => [...before, answer.value]);
  };
  return {
    rows: pages.flatMap(({ rows }) => rows),
    isLoading: first.state === 'loading',
    hasMore: next !== null,
    busy,
    problem,
    more: () => void more(),
  };
}

function MoreNames({ directory }: { readonly directory: Directory }) {
  const { t } = useTranslation();
  if (!directory.hasMore) return null;
  return (
    <div className={styles.pager}>
      {directory.problem !== '' && (
        <p className={styles.refused} role="alert">
          {directory.problem}
        </p>
      )}
      <Button busy={directory.busy} onClick={directory.more}>
        {t('common.showMore')}
      </Button>
    </div>
  );
}
