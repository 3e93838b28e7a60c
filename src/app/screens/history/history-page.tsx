import { Search, X } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { contactView } from '../../../client/store/selectors.ts';
import type { Contact } from '../../../client/store/state.ts';
import { contactId } from '../../../domain/ids.ts';
import { Button, IconButton } from '../../kit/button.tsx';
import { useClient, useStore } from '../../kit/client-context.ts';
import { contactName } from '../../kit/contact-name.ts';
import { EmptyBlock } from '../../kit/empty-block.tsx';
import { failureText } from '../../kit/failure-text.ts';
import { Page } from '../../kit/page.tsx';
import { SearchField } from '../../kit/search-field.tsx';
import { SegmentedTabs } from '../../kit/segmented-tabs.tsx';
import { SkeletonRows } from '../../kit/skeleton.tsx';
import { TopBar } from '../../kit/top-bar.tsx';
import { useLoad } from '../../kit/use-load.ts';
import { useMediaHands } from '../chat/use-media.tsx';
import { Pager } from '../people/pager.tsx';
import { HistoryGrid } from './history-grid.tsx';
import { HistoryList } from './history-list.tsx';
import styles from './history.module.css';

const KINDS = ['all', 'text', 'image', 'video', 'file'] as const;
type Kind = (typeof KINDS)[number];
const PAGE = { rows: 10, grid: 30 } as const;

/** `/pages/message/record?id=&type=&keywords=` */
export default function HistoryPage() {
  const { t } = useTranslation();
  const [query] = useSearchParams();
  const id = contactId(query.get('id') ?? '');
  const contact = useStore((state) => contactView(state, id));
  const { actions } = useClient();
  const ready = useStore((state) => state.sync.ready);
  const known = useLoad(`${id} ${ready}`, () => actions.ensureContact(id));
  if (contact) return <HistoryOf key={id} contact={contact} first={query.get('type')} words={query.get('keywords') ?? ''} />;
  return (
    <Page surface bar={<TopBar title={t('title.chatHistory')} />}>
      {known.state === 'failed' ? <EmptyBlock fill kind="gone" text={t('err.noContact')} /> : <SkeletonRows count={6} />}
    </Page>
  );
}

const kindOf = (value: string | null): Kind => KINDS.find((one) => one === value) ?? 'all';

function HistoryOf({ contact, first, words }: { readonly contact: Contact; readonly first: string | null; readonly words: string }) {
  const { t } = useTranslation();
  const { actions } = useClient();
  const [kind, setKind] = useState<Kind>(() => kindOf(first));
  const [page, setPage] = useState(1);
  const [searching, setSearching] = useState(words !== '');
  const [typed, setTyped] = useState(words);
  const [keywords, setKeywords] = useState(words);
  const grid = kind === 'image' || kind === 'video';
  const limit = grid ? PAGE.grid : PAGE.rows;
  const wanted = searching ? keywords : '';
  const found = useLoad(`${contact.id} ${kind} ${page} ${wanted}`, () => actions.browse({ conversation: contact.id, type: kind, keywords: wanted, page, limit }));
  const messages = found.value?.messages ?? [];
  const media = useMediaHands(contact.id, () => messages.toReversed());
  const look = (next: string) => {
    setKeywords(next.trim());
    setPage(1);
  };
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
              onClick={() => {
                setSearching(!searching);
                setTyped('');
                look('');
              }}
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
              value={typed}
              onValue={(next) => {
                setTyped(next);
                if (next === '') look('');
              }}
              onSubmit={() => look(typed)}
            />
          ) : (
            <SegmentedTabs
              block
              label={t('history.kinds')}
              value={kind}
              onChange={(next) => {
                setKind(next);
                setPage(1);
              }}
              items={KINDS.map((key) => ({ key, label: t(`history.${key}`) }))}
            />
          )}
        </div>
        <div role="tabpanel" aria-label={t(`history.${kind}`)} aria-busy={found.state === 'loading' || undefined}>
          {found.value === null && found.state === 'loading' && <SkeletonRows count={6} />}
          {found.value === null && found.state === 'failed' && <EmptyBlock kind="network" text={failureText(t, found.failure)} action={<Button onClick={found.reload}>{t('common.retry')}</Button>} />}
          {found.value !== null && messages.length === 0 && <EmptyBlock kind={wanted === '' ? 'default' : 'found'} text={wanted === '' ? t('history.none') : t('empty.found', { keywords: wanted })} />}
          {messages.length > 0 && (grid ? <HistoryGrid messages={messages} onOpen={media.open} /> : <HistoryList contact={contact.id} messages={messages} keywords={wanted} onOpen={media.open} />)}
          <Pager page={page} pages={Math.ceil((found.value?.total ?? 0) / limit)} onPage={setPage} />
        </div>
      </div>
      {media.layer}
    </Page>
  );
}
