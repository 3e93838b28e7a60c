import { Aperture, Plus, Search } from 'lucide-react';
import { type ComponentProps, Suspense, useRef, useState } from 'react';
import { Link, useNavigate } from '../../kit/navigation.ts';
import { type ListFilter, rows, totals } from '../../../client/state/selectors.ts';
import { textsNow } from '../../i18n/shown.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Avatar } from '../../kit/avatar.tsx';
import { IconButton } from '../../kit/button.tsx';
import buttons from '../../kit/button.module.css';
import { useClient, useStore } from '../../shared/client-context.ts';
import { useMenu } from '../../kit/menu.tsx';
import { usePane } from '../../kit/pane-context.ts';
import { useTouch } from '../../kit/use-media.ts';
import { SegmentedTabs } from '../../kit/segmented-tabs.tsx';
import { lazyAside } from '../../kit/lazy-aside.ts';
import { lazyWithWords } from '../../shared/lazy-with-words.ts';
import { LateNewsDot } from '../../shared/late-news-dot.tsx';
import { TopBar } from '../../shared/top-bar.tsx';
import { useUnread } from '../../shared/use-unread.ts';
import { VisuallyHidden } from '../../kit/visually-hidden.tsx';
import { pageTexts } from '../../i18n/index.ts';
import type { addItems as AddItems } from './add-menu.tsx';
import { ChatList } from './chat-list.tsx';
import type { OpenFolder } from './folder-tabs.tsx';
import { discovered, PATHS, pathTo, viewPath } from '../../paths/paths.ts';
import styles from './home-page.module.css';

/** Loaded on touch devices only, because pulling needs a finger. */
const RefreshPull = lazyWithWords(() => import('./refresh-pull.tsx'));

/** Optional bars above the list, and tools beside the tabs. */
const ListExtras = lazyWithWords(() => import('./list-extras.tsx'));

/** Loaded only if the user has folders, together with their texts. */
const FolderTabs = lazyWithWords(() => import('./folder-tabs.tsx'));

/** Only where something was put away. */
const ArchivedRow = lazyAside(() => import('./archived-row.tsx'));

/** Messages: the list of conversations, and the gate to everything else. */
export default function HomePage() {
  const { t } = useTranslation();
  const pane = usePane();
  const area = useRef<HTMLDivElement>(null);
  const [filter, setFilter] = useState<ListFilter>('all');
  const [finger, setFinger] = useState(useTouch());
  const archives = useStore((state) => rows(state, 'archived').length > 0);
  const [folder, setFolder] = useState<OpenFolder | null>(null);
  return (
    <div className={styles.page}>
      <TopBar
        back={false}
        title={t('nav.messages')}
        start={pane === 'single' ? <Ways /> : undefined}
        end={<HomeTools />}
      />
      <div className={styles.sub}>
        <Filters filter={filter} folder={folder} onFilter={setFilter} onFolder={setFolder} />
        <Suspense fallback={null}>
          <ListExtras filter={folder === null ? filter : 'all'} />
        </Suspense>
      </div>
      <Suspense fallback={null}>
        <ListExtras />
      </Suspense>
      {archives && folder === null && filter === 'all' && (
        <Suspense fallback={null}>
          <ArchivedRow />
        </Suspense>
      )}
      <div
        ref={area}
        className={styles.list}
        onTouchStart={finger ? undefined : () => setFinger(true)}
        role="tabpanel"
        aria-label={t('home.list')}
      >
        {finger && (
          <Suspense fallback={null}>
            <RefreshPull area={area} />
          </Suspense>
        )}
        <ChatList filter={filter} select={folder?.rows} />
      </div>
    </div>
  );
}

type FilterProps = Omit<ComponentProps<typeof FolderTabs>, 'items'>;

/** The current filter of the list: folders come after the others (FOLDER-2). */
function Filters(props: FilterProps) {
  const { t } = useTranslation();
  const unread = useUnread();
  const mentions = useStore((state) => totals(state).mentions);
  const folders = useStore((state) => state.kept.folders.length > 0 || state.pending.keep.has('folders'));
  const items = [
    { key: 'all', label: t('home.tabAll') },
    { key: 'unread', label: t('home.tabUnread'), count: unread },
    { key: 'at', label: t('home.tabAt'), count: mentions },
  ] as const;
  const { filter, onFilter } = props;
  const tabs = (
    <SegmentedTabs<ListFilter> label={t('home.tabs')} value={filter} onChange={onFilter} items={items} />
  );
  if (!folders) return tabs;
  return (
    <Suspense fallback={tabs}>
      <FolderTabs {...props} items={items} />
    </Suspense>
  );
}

/** Replaces the rail: the user's menu, and moments or the pages that the administrator offers. */
function Ways() {
  const { t } = useTranslation();
  const way = useStore((state) => discovered(state.config.compass));
  const moments = way === 'moments';
  const name = t(moments ? 'title.moments' : 'nav.discover');
  return (
    <>
      <Me />
      {way && (
        <Link to={moments ? PATHS.moments : viewPath('discover')} className={buttons.icon} title={name}>
          <VisuallyHidden>{name}</VisuallyHidden>
          <Aperture size={22} strokeWidth={1.75} aria-hidden="true" />
          <span className={styles.news}>
            <LateNewsDot />
          </span>
        </Link>
      )}
    </>
  );
}

function Me() {
  const { t } = useTranslation();
  const self = useStore((state) => state.self);
  return (
    <Link to={viewPath('me')} replace className={buttons.icon} title={t('nav.me')} aria-haspopup="dialog">
      <VisuallyHidden>{t('nav.me')}</VisuallyHidden>
      <Avatar id={self?.id ?? 0} name={self?.realname ?? ''} src={self?.avatar ?? ''} size={32} />
    </Link>
  );
}

function HomeTools() {
  const { t } = useTranslation();
  return (
    <>
      <Link
        to={pathTo('search', { type: 1 })}
        className={buttons.icon}
        title={t('search.chats')}
        aria-label={t('search.chats')}
      >
        <Search size={22} strokeWidth={1.75} aria-hidden="true" />
      </Link>
      <AddButton />
    </>
  );
}

function AddButton() {
  const { t } = useTranslation();
  const client = useClient();
  const navigate = useNavigate();
  const openMenu = useMenu((addItems: typeof AddItems) => ({
    title: t('common.add'),
    items: addItems(textsNow().t, client, (path) => void navigate(path)),
  }));
  const open = async (at: Element) => {
    const [{ addItems }] = await Promise.all([import('./add-menu.tsx'), pageTexts()]);
    openMenu(at, addItems);
  };
  return (
    // Code that failed to load is requested again by the next press.
    <IconButton
      label={t('common.add')}
      aria-haspopup="menu"
      onClick={(event) => void open(event.currentTarget).catch(() => undefined)}
    >
      <Plus size={24} strokeWidth={1.75} />
    </IconButton>
  );
}
