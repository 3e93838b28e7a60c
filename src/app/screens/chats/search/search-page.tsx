import { type KeyboardEvent, type ReactNode, useMemo, useRef, useState } from 'react';
import { textLimits as limits, searchLimits } from '../../../../domain/limits.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { Button } from '../../../kit/button.tsx';
import { EmptyBlock } from '../../../kit/empty-block.tsx';
import { failureText } from '../../../shared/failure-text.ts';
import { Page } from '../../../kit/page.tsx';
import { SearchField } from '../../../kit/search-field.tsx';
import { Spinner } from '../../../kit/spinner.tsx';
import { useQuery } from '../../../kit/navigation.ts';
import { TopBar } from '../../../shared/top-bar.tsx';
import { namesakesAmong } from '../../../shared/namesakes.ts';
import { ContactHit, MessageFound, SettingRow } from './found-rows.tsx';
import { useFoundSettings } from './found-settings.ts';
import { readOwn, writeOwn } from '../../../platform/settings.ts';
import { FilterChips } from '../../../shared/narrowing/filter-chips.tsx';
import styles from './search.module.css';
import {
  type Narrowing,
  filterOf,
  moveAmongRows,
  useNarrowing,
} from '../../../shared/narrowing/use-narrowing.ts';
import { Suggestions } from '../../../shared/narrowing/suggestions.tsx';
import type { FoundMessage } from '../../../../client/interface/files.ts';
import { type Entry, addressBook, groupList, sharedContacts } from '../../../../client/state/address-book.ts';
import { isNarrowed } from '../../../../domain/search-filter.ts';
import { ok } from '../../../../domain/result.ts';
import { useClient, useStore } from '../../../shared/client-context.ts';
import { matchesShown } from '../../../shared/match.ts';
import { useFollow } from '../../../shared/use-follow.ts';
import { type Loaded, useLoad } from '../../../shared/use-load.ts';
import { usePaused } from '../../../kit/use-paused.ts';

const KEY = 'search-recent';
const KEPT_MAX = 8;

/** Recent searches of this device, newest first. */
export function recentSearches(): readonly string[] {
  try {
    const stored: unknown = JSON.parse(readOwn(KEY) ?? '[]');
    return Array.isArray(stored) ? stored.filter((one) => typeof one === 'string').slice(0, KEPT_MAX) : [];
  } catch {
    return [];
  }
}

export function rememberSearch(words: string): void {
  const query = words.trim();
  if (query !== '')
    writeOwn(
      KEY,
      JSON.stringify([query, ...recentSearches().filter((one) => one !== query)].slice(0, KEPT_MAX)),
    );
}

const forgetSearches = (): void => writeOwn(KEY, null);

interface SearchFindings {
  readonly people: readonly Entry[];
  readonly groups: readonly Entry[];
  readonly messages: Loaded<{ readonly rows: readonly FoundMessage[]; readonly more: boolean }> & {
    readonly reload: () => void;
  };
  /** The query that `messages` belongs to: messages wait for a pause in typing, users and groups do not. */
  readonly query: string;
}

const NOTHING = ok({ rows: [] as readonly FoundMessage[], more: false });

/** People and groups of this device at once; messages from the server when typing pauses (SEARCH-5). */
function useFound(typed: string, withMessages: boolean, narrowing: Narrowing = {}): SearchFindings {
  const { actions } = useClient();
  const keywords = typed.trim();
  const [query] = usePaused(typed);
  const { t } = useTranslation();
  const shared = useStore(sharedContacts);
  const book = useStore(addressBook);
  const allGroups = useStore(groupList);
  const people = useMemo(
    () =>
      keywords === ''
        ? []
        : [...shared, ...book.flatMap(({ contacts }) => contacts)]
            .filter((one) => matchesShown(t, one, keywords))
            .slice(0, searchLimits.visibleMax),
    [book, shared, keywords, t],
  );
  const groups = useMemo(
    () =>
      keywords === ''
        ? []
        : allGroups.filter((one) => matchesShown(t, one, keywords)).slice(0, searchLimits.visibleMax),
    [allGroups, keywords, t],
  );
  const filter = filterOf(narrowing);
  const request = {
    keywords: query,
    ...(narrowing.in && { conversation: narrowing.in.id }),
    ...(isNarrowed(filter) && { filter }),
  };
  const isWanted = withMessages && (query !== '' || isNarrowed(filter));
  const messages = useLoad(`search ${JSON.stringify(request)}`, () =>
    isWanted ? actions.searchMessages(request) : Promise.resolve(NOTHING),
  );
  const chats = [...new Set((messages.value?.rows ?? []).map(({ conversation }) => conversation))];
  useFollow(chats, messages.reload);
  return { people, groups, messages, query };
}

/** Search scopes: 1 everything, 2 users, 3 groups. */
const WHAT = { '1': 'chats', '2': 'contacts', '3': 'groups' } as const;
type What = (typeof WHAT)[keyof typeof WHAT];

const whatOf = (type: string | null): What => (type === '2' || type === '3' ? WHAT[type] : WHAT['1']);

/** `/pages/index/search?type=1|2|3&keywords=` */
export default function SearchPage() {
  const query = useQuery();
  // A new address restarts the search, even on an open page.
  return (
    <Searching key={query.toString()} what={whatOf(query.get('type'))} words={query.get('keywords') ?? ''} />
  );
}

function Searching({ what, words }: { readonly what: What; readonly words: string }) {
  const { t } = useTranslation();
  const search = useNarrowing(words);
  const { typed, unfinished, isNarrowed } = search;
  const all = what === 'chats';
  const results = useFound(unfinished && all ? unfinished.rest : typed, all, search.narrowing);
  const box = useRef<HTMLDivElement>(null);
  const toField = () => box.current?.querySelector<HTMLElement>('input')?.focus();
  const onKey = (event: KeyboardEvent) => {
    if (event.key === 'Backspace' && typed === '' && event.target instanceof HTMLInputElement)
      return search.removeLast();
    moveAmongRows(event, box);
  };
  return (
    <Page surface bar={<TopBar title={t(`search.${what}`)} />}>
      <div className={styles.column} ref={box} onKeyDown={onKey}>
        <div className={styles.field}>
          <SearchField
            autoFocus
            label={t(`search.${what}Hint`)}
            value={typed}
            maxLength={limits.keywordsMax}
            onValue={all ? search.type : search.typePlain}
            onSubmit={() => (all && search.finish()) || rememberSearch(typed)}
          />
          {all && <FilterChips search={search} onBegin={toField} />}
        </div>
        {all && unfinished ? (
          <Suggestions search={search} unfinished={unfinished} onPicked={toField} />
        ) : typed.trim() === '' && !search.isSingle ? (
          <Recent onPick={search.type} />
        ) : (
          <Results findings={results} what={what} typed={typed.trim()} isNarrowed={isNarrowed} />
        )}
      </div>
    </Page>
  );
}

function Recent({ onPick }: { readonly onPick: (words: string) => void }) {
  const { t } = useTranslation();
  const [recent, setRecent] = useState(recentSearches);
  if (recent.length === 0) return <EmptyBlock kind="found" text={t('search.start')} />;
  return (
    <section className={styles.recent}>
      <div className={styles.recentHead}>
        <h2>{t('search.recent')}</h2>
        <Button
          small
          kind="quiet"
          onClick={() => {
            forgetSearches();
            setRecent([]);
          }}
        >
          {t('search.clearRecent')}
        </Button>
      </div>
      <ul className={styles.chips}>
        {recent.map((words) => (
          <li key={words}>
            <button type="button" className={styles.chip} data-row onClick={() => onPick(words)}>
              {words}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Renders nothing without results. */
function Section({
  of,
  more = false,
  children,
}: {
  readonly of: 'people' | 'groups' | 'settings' | 'messages';
  readonly more?: boolean;
  readonly children: readonly ReactNode[];
}) {
  const { t } = useTranslation();
  if (children.length === 0) return null;
  return (
    <section>
      <h2 className={styles.heading}>{t(`search.${of}`)}</h2>
      <ul>{children}</ul>
      {more && <p className={styles.more}>{t('search.more')}</p>}
    </section>
  );
}

function Results({
  findings,
  what,
  typed,
  isNarrowed,
}: {
  readonly findings: SearchFindings;
  readonly what: What;
  readonly typed: string;
  /** True: only messages are searched. */
  readonly isNarrowed: boolean;
}) {
  const { t } = useTranslation();
  const { people, groups, messages } = findings;
  const settings = useFoundSettings(what === 'chats' && !isNarrowed ? typed : '');
  const keep = () => typed !== '' && rememberSearch(typed);
  const rows = messages.value?.rows ?? [];
  const waiting =
    what === 'chats' &&
    (findings.query !== typed || (messages.state === 'loading' && messages.value === null));
  const visiblePeople = what === 'groups' || isNarrowed ? [] : people;
  const usernames = namesakesAmong(visiblePeople);
  const visibleGroups = what === 'contacts' || isNarrowed ? [] : groups;
  const nothing =
    visiblePeople.length === 0 && visibleGroups.length === 0 && settings.length === 0 && rows.length === 0;
  return (
    <div onClick={keep} role="presentation">
      <Section of="people">
        {visiblePeople.map((one) => (
          <ContactHit
            key={one.id}
            contact={one}
            username={usernames.get(one.id)}
            keywords={typed}
            toInfo={what === 'contacts'}
          />
        ))}
      </Section>
      <Section of="groups">
        {visibleGroups.map((one) => (
          <ContactHit key={one.id} contact={one} keywords={typed} toInfo={false} />
        ))}
      </Section>
      <Section of="settings">
        {settings.map((one) => (
          <SettingRow key={one.key} setting={one} keywords={typed} />
        ))}
      </Section>
      <Section of="messages" more={messages.value?.more === true}>
        {rows.map((row) => (
          <MessageFound key={row.message.id} row={row} keywords={findings.query} />
        ))}
      </Section>
      {waiting && (
        <p className={styles.waiting} role="status">
          <Spinner size={16} /> {t('search.waiting')}
        </p>
      )}
      {messages.state === 'failed' && (
        <EmptyBlock
          kind="network"
          text={failureText(t, messages.failure)}
          action={<Button onClick={messages.reload}>{t('common.retry')}</Button>}
        />
      )}
      {nothing && !waiting && messages.state !== 'failed' && (
        <EmptyBlock
          kind="found"
          text={isNarrowed ? t('filter.none') : t(`search.${what}None`, { keywords: typed })}
        />
      )}
    </div>
  );
}
