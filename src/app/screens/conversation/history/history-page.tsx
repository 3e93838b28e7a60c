import { Search, X } from 'lucide-react';
import { useState } from 'react';
import type { Answer } from '../../../../client/interface/client.ts';
import { contactView } from '../../../../client/state/contact-view.ts';
import type { Contact } from '../../../../client/state/state.ts';
import { contactId } from '../../../../domain/ids.ts';
import { textLimits } from '../../../../domain/limits.ts';
import type { Message } from '../../../../domain/message.ts';
import { ok } from '../../../../domain/result.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { Button, IconButton } from '../../../kit/button.tsx';
import { useClient, useStore } from '../../../shared/client-context.ts';
import { contactName } from '../../../shared/contact-name.ts';
import { EmptyBlock } from '../../../kit/empty-block.tsx';
import { failureText } from '../../../shared/failure-text.ts';
import { NoSuchChat, useFetchedChat } from '../no-such-chat.tsx';
import { Page } from '../../../kit/page.tsx';
import { SearchField } from '../../../kit/search-field.tsx';
import { SegmentedTabs } from '../../../kit/segmented-tabs.tsx';
import { SkeletonRows } from '../../../kit/skeleton.tsx';
import { TopBar } from '../../../shared/top-bar.tsx';
import { useFollow } from '../../../shared/use-follow.ts';
import { useLoad } from '../../../shared/use-load.ts';
import { usePageOf } from '../../../kit/use-page-of.ts';
import { useUnfolded } from '../../../shared/use-folded.ts';
import { usePaused } from '../../../kit/use-paused.ts';
import { useQuery } from '../../../kit/navigation.ts';
import { useMediaHandlers } from '../use-media.tsx';
import { NO_END, reachOfPage } from '../viewer/reach.ts';
import { Pager } from '../../people/pager.tsx';
import { pageBefore } from './find-day.ts';
import { fullTime } from '../../../shared/use-display-time.ts';
import { MessageBody } from '../message/message-body.tsx';
import styles from './history.module.css';
import { HistoryList } from './history-list.tsx';
import { DayPicker } from '../../../shared/days/day-picker.tsx';
import { dayAt } from '../../../shared/days/month.ts';

const KINDS = ['all', 'text', 'image', 'video', 'file'] as const;
type Kind = (typeof KINDS)[number];
const PAGE = { rows: 10, grid: 30 } as const;

/** `/pages/message/record?id=&type=&keywords=` */
export default function HistoryPage() {
  const { t } = useTranslation();
  const query = useQuery();
  const id = contactId(query.get('id') ?? '');
  const contact = useStore((state) => contactView(state, id));
  const loadedChat = useFetchedChat(id, contact !== undefined);
  if (contact)
    return (
      <HistoryOf
        key={query.toString()}
        contact={contact}
        first={query.get('type')}
        words={query.get('keywords') ?? ''}
      />
    );
  return (
    <Page surface bar={<TopBar title={t('title.chatHistory')} />}>
      {loadedChat === 'none' ? <NoSuchChat fill /> : <SkeletonRows count={6} />}
    </Page>
  );
}

const NONE: readonly Message[] = [];
/** Opens the page of a day. */
function useDay(
  browse: (page: number) => Answer<{ readonly messages: readonly Message[] }>,
  pages: number,
  setPage: (page: number) => void,
): (day: Date) => Promise<void> {
  return async (day) => {
    const hit = await pageBefore({ pages, page: (n) => only(browse(n)) }, dayAt(day, 1).getTime());
    if (hit.ok) setPage(hit.value);
  };
}

async function only(response: Answer<{ readonly messages: readonly Message[] }>): Answer<readonly Message[]> {
  const answer = await response;
  return answer.ok ? ok(answer.value.messages) : answer;
}

const kindOf = (value: string | null): Kind => KINDS.find((one) => one === value) ?? 'all';

/** Selected message kind, its loaded messages, and loading more. */
function useHistory(contact: Contact, first: string | null, words: string) {
  const { actions } = useClient();
  const [kind, setKind] = useState<Kind>(() => kindOf(first));
  const [searching, setSearching] = useState(words !== '');
  const [typed, setTyped] = useState(words);
  const [keywords, lookNow] = usePaused(typed);
  const grid = kind === 'image' || kind === 'video';
  const limit = grid ? PAGE.grid : PAGE.rows;
  const query = searching ? keywords : '';
  const question = `${contact.id} ${kind} ${query}`;
  const [page, turn] = usePageOf(question);
  const loaded = useLoad(`${page} ${question}`, () =>
    actions.browse({ conversation: contact.id, type: kind, keywords: query, page, limit }),
  );
  const messages = loaded.value?.messages ?? NONE;
  const pages = Math.ceil((loaded.value?.total ?? 0) / limit);
  useFollow([contact.id], loaded.reload);
  const goTo = useDay(
    (n) => actions.browse({ conversation: contact.id, type: kind, keywords: query, page: n, limit }),
    pages,
    turn,
  );
  return {
    kind,
    setKind,
    searching,
    turnSearch: () => {
      setSearching(!searching);
      setTyped('');
    },
    typed,
    setTyped,
    lookNow,
    query: query,
    grid,
    result: loaded,
    messages,
    page,
    pages,
    reach: loaded.value === null ? NO_END : reachOfPage(page, pages),
    turn,
    goTo,
  };
}

/** Replaces the messages while the list is empty. */
function NoMessages({
  result,
  query,
}: {
  readonly result: ReturnType<typeof useHistory>['result'];
  readonly query: string;
}) {
  const { t } = useTranslation();
  if (result.value !== null && result.value.messages.length > 0) return null;
  if (result.value !== null)
    return (
      <EmptyBlock
        kind={query === '' ? 'default' : 'found'}
        text={query === '' ? t('history.none') : t('empty.found', { keywords: query })}
      />
    );
  if (result.state === 'loading') return <SkeletonRows count={6} />;
  if (result.state !== 'failed') return null;
  return (
    <EmptyBlock
      kind="network"
      text={failureText(t, result.failure)}
      action={<Button onClick={result.reload}>{t('common.retry')}</Button>}
    />
  );
}

function HistoryOf({
  contact,
  first,
  words,
}: {
  readonly contact: Contact;
  readonly first: string | null;
  readonly words: string;
}) {
  const { t } = useTranslation();
  const history = useHistory(contact, first, words);
  const { kind, query, grid, result, messages, page, pages, searching } = history;
  const pictures = useUnfolded(contact.id, messages);
  const media = useMediaHandlers(contact.id, () => messages.toReversed(), history.reach);
  return (
    <Page
      surface
      bar={
        <TopBar
          title={t('title.chatHistory')}
          subtitle={contactName(t, contact)}
          end={
            <IconButton
              label={t(searching ? 'history.closeSearch' : 'history.search')}
              aria-expanded={searching}
              onClick={history.turnSearch}
            >
              {searching ? <X size={22} strokeWidth={1.75} /> : <Search size={22} strokeWidth={1.75} />}
            </IconButton>
          }
        />
      }
    >
      <div className={styles.column}>
        <div className={styles.head}>
          {searching ? (
            <SearchField
              autoFocus
              label={t('history.search')}
              value={history.typed}
              maxLength={textLimits.keywordsMax}
              onValue={history.setTyped}
              onSubmit={history.lookNow}
            />
          ) : (
            <SegmentedTabs
              block
              label={t('history.kinds')}
              value={kind}
              onChange={history.setKind}
              items={KINDS.map((key) => ({ key, label: t(`history.${key}`) }))}
            />
          )}
          {pages > 1 && (
            <div className={styles.day}>
              <DayPicker onDay={(day) => void history.goTo(day)} />
            </div>
          )}
        </div>
        <div
          role="tabpanel"
          aria-label={t(`history.${kind}`)}
          aria-busy={result.state === 'loading' || undefined}
        >
          <NoMessages result={result} query={query} />
          {messages.length > 0 &&
            (grid ? (
              <HistoryGrid messages={pictures} onOpen={media.open} />
            ) : (
              <HistoryList contact={contact.id} messages={messages} keywords={query} onOpen={media.open} />
            ))}
          <Pager page={page} pages={pages} onPage={history.turn} />
        </div>
      </div>
      {media.layer}
    </Page>
  );
}

/** Pictures and videos side by side. */
const HistoryGrid = ({
  messages,
  onOpen,
}: {
  readonly messages: readonly Message[];
  readonly onOpen: (message: Message, at: Element) => void;
}) => (
  <ul className={styles.grid}>
    {messages.map((message) => (
      <li key={message.id} title={`${message.from.displayName}, ${fullTime(message.sentAtMs)}`}>
        <MessageBody body={message} name={message.id} own={false} onOpen={(at) => onOpen(message, at)} />
      </li>
    ))}
  </ul>
);
