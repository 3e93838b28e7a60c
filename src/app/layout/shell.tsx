import { Aperture, BookUser, Folder, type LucideIcon, MessageCircle } from 'lucide-react';
import { memo, Suspense, useEffect, useMemo, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { totals } from '../../client/state/selectors.ts';
import type { State } from '../../client/state/state.ts';
import { isGuest } from '../../domain/guests.ts';
import { contactId } from '../../domain/ids.ts';
import { useTranslation } from '../i18n/use-translation.ts';
import { useStore } from '../shared/client-context.ts';
import { LateNewsDot } from '../shared/late-news-dot.tsx';
import { PaneContext, useInfoBeside } from '../kit/pane-context.ts';
import { type BarItem, TabBar } from '../kit/tab-bar.tsx';
import { useNavigate, useQuery } from '../kit/navigation.ts';
import { useVeryWide, useWide } from '../kit/use-media.ts';
import { loadNotFound, loadOf, type RoutePlace, placeOfPath, type Tab as TabName } from './routes.tsx';
import { VisuallyHidden } from '../kit/visually-hidden.tsx';
import { useUnread } from '../shared/use-unread.ts';
import { lazyWithWords } from '../shared/lazy-with-words.ts';
import { lazyAside } from '../kit/lazy-aside.ts';
import { PageHost } from './page-host.tsx';
import { Rail } from './rail.tsx';
import styles from './shell.module.css';
import { useListWidth } from './list-width.ts';
import { discovered, type HomeView, isOfMe, PATHS, viewPath } from '../paths/paths.ts';

/** Larger letters make the list wider, as far as the chat can spare it (UI-100). */
const LETTER_PX = 16;

/** Parts that wait for a press, a call or a newer build. */
const LaterHosts = lazyAside(() => import('./later-hosts.tsx'));

/** A constant element, so another page does not draw it again. */
const LATER = (
  <Suspense fallback={null}>
    <LaterHosts />
  </Suspense>
);

/** Loaded only where no chat is open. */
const NothingOpen = lazyWithWords(() => import('../screens/chats/nothing-open.tsx'));

/** Loaded with its first opening. */
const MeDrawer = lazyWithWords(() => import('../screens/account/me-drawer.tsx'));

/** Only beside a chat. */
const Splitter = lazyAside(() => import('./splitter.tsx'));

const loadHome = () => import('../screens/chats/home-page.tsx');
const loadContacts = loadOf('contacts');
const loadArchived = loadOf('archived');
const INNER = { discover: loadOf('discover'), files: loadOf('files') } as const;

/**
 * One frame for all widths. The list has the same place in the tree for any page and window width, so it
 * never remounts and keeps its scroll position (UI-2).
 */
export function Shell() {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const wide = useWide();
  const place = placeOfPath(pathname);
  const query = useQuery();
  const view = query.get('view');
  const inner = useInner(place, view);
  const [me, setMe] = useMe(place, view, pathname + query.get('id'));
  const tab = useTab(place);
  const [width, setWidth] = useListWidth();
  const owner = inner ?? ownerOf(place);
  const items = useItems(place, owner, wide ? tab : null);
  const listShown = wide || (place.kind === 'tab' && inner === null);
  return (
    <div className={styles.frame}>
      <div className={styles.shell}>
        <a
          className={styles.skip}
          href="#main"
          onClick={(event) => {
            event.preventDefault();
            document.getElementById('main')?.focus();
          }}
        >
          {t('a11y.skip')}
        </a>
        {wide && <Rail items={items} me={owner === 'me'} onMe={setMe} />}
        <section
          className={styles.list}
          style={wide ? { width: `max(${width}px, min(${width / LETTER_PX}rem, 38vw))` } : undefined}
          hidden={!listShown}
          role={wide ? undefined : 'main'}
          aria-label={t(tab === 'home' ? 'nav.messages' : `title.${tab}`)}
        >
          <PaneContext value={wide ? 'list' : 'single'}>
            <Tab isVisible={tab === 'home'} name="home" load={loadHome} />
            <Tab isVisible={tab === 'contacts'} name="contacts" load={loadContacts} />
            <Tab isVisible={tab === 'archived'} name="archived" load={loadArchived} />
          </PaneContext>
          {!wide && <TabBar items={items} label={t('a11y.mainNav')} />}
          {wide && (
            <Suspense fallback={null}>
              <Splitter width={width} onWidth={setWidth} />
            </Suspense>
          )}
        </section>
        <Main place={place} inner={inner} isVisible={wide || !listShown} wide={wide} />
      </div>
      {me !== null && (
        <Suspense fallback={null}>
          <MeDrawer open={me} onClose={() => setMe(false)} />
        </Suspense>
      )}
      {LATER}
    </div>
  );
}

const isHome = (place: RoutePlace): boolean => place.kind === 'tab' && place.tab === 'home';

/** A view of the home page beside its list; discover only where the administrator has it. */
function useInner(place: RoutePlace, view: string | null): HomeView | null {
  const way = useStore(discoverWay);
  if (!isHome(place)) return null;
  return view === 'files' || (view === 'discover' && view === way) ? view : null;
}

/** The user's menu: open, closed, or never opened. Its address opens it and becomes that of the home page. */
function useMe(place: RoutePlace, view: string | null, address: string) {
  const [me, setMe] = useState<boolean | null>(null);
  const page = isHome(place) ? '' : address;
  const [before, setBefore] = useState(page);
  const navigate = useNavigate();
  const isAsked = view === 'me' && isHome(place);
  // The user may leave the page while the menu is loading.
  if (page !== before) {
    setBefore(page);
    if (me) setMe(false);
  }
  if (isAsked && me !== true) setMe(true);
  useEffect(() => {
    if (isAsked) void navigate(PATHS.home, { replace: true });
  }, [isAsked, navigate]);
  // It opens at the address that stays, because it closes with the address.
  return [me && !isAsked, setMe] as const;
}

/** The entry that leads to a page: it is the current one in the rail (UI-157). */
type Owner = HomeView | 'me';
function ownerOf(place: RoutePlace): Owner | null {
  if (place.kind !== 'page') return null;
  if (place.route.path === PATHS.moments) return 'discover';
  return isOfMe(place.route.path) ? 'me' : null;
}

const discoverWay = ({ config }: State) => discovered(config.compass);

/** A tab page that is mounted on first use and later only hidden. */
const Tab = memo(function Tab({
  isVisible,
  name,
  load,
}: {
  readonly isVisible: boolean;
  readonly name: string;
  readonly load: Parameters<typeof PageHost>[0]['load'];
}) {
  const [wasVisible, setWasVisible] = useState(isVisible);
  if (isVisible && !wasVisible) setWasVisible(true);
  return (
    <div className={styles.view} hidden={!isVisible}>
      {wasVisible && <PageHost name={name} load={load} />}
    </div>
  );
});

function Main({
  place,
  inner,
  isVisible,
  wide,
}: {
  readonly place: RoutePlace;
  readonly inner: HomeView | null;
  readonly isVisible: boolean;
  readonly wide: boolean;
}) {
  const veryWide = useVeryWide();
  const [isBeside] = useInfoBeside();
  const query = useQuery();
  const hasInfo = useStore((state) => {
    const id = contactId(query.get('id') ?? '');
    return ['person', 'group'].includes(state.contacts.get(id)?.kind ?? '');
  });
  const path = place.kind === 'page' ? place.route.path : null;
  // From 1200 px the info of a chat, or a thread, is beside it: the middle then shows the chat of the query.
  const isThread = path === PATHS.thread;
  const beside =
    wide && veryWide && (isThread || path === PATHS.chatInfo || (path === PATHS.chat && isBeside && hasInfo));
  const middle = beside ? placeOfPath(PATHS.chat) : place;
  const info = isThread ? place : placeOfPath(PATHS.chatInfo);
  return (
    <>
      <main id="main" tabIndex={-1} className={styles.main} hidden={!isVisible}>
        <PaneContext value={wide ? 'main' : 'single'}>
          {isVisible && <Middle place={middle} inner={inner} />}
        </PaneContext>
      </main>
      {beside && info.kind === 'page' && (
        <aside className={styles.info}>
          <PaneContext value="info">
            <PageHost key={info.route.path} name={info.route.path} load={info.route.load} />
          </PaneContext>
        </aside>
      )}
    </>
  );
}

function Middle({ place, inner }: { readonly place: RoutePlace; readonly inner: HomeView | null }) {
  const { t } = useTranslation();
  if (inner !== null) return <PageHost key={inner} name={inner} load={INNER[inner]} />;
  switch (place.kind) {
    case 'tab':
      return (
        <div className={styles.quiet}>
          <h1>
            <VisuallyHidden>{t(`title.${place.tab}`)}</VisuallyHidden>
          </h1>
          <Suspense fallback={null}>
            <NothingOpen people={place.tab === 'contacts'} />
          </Suspense>
        </div>
      );
    case 'page':
      return <PageHost key={place.route.path} name={place.route.path} load={place.route.load} />;
    case 'unknown':
      return <PageHost name="unknown" load={loadNotFound} />;
  }
}

/** The list at the left: that of the last visited tab page. */
function useTab(place: RoutePlace): TabName {
  const [tab, setTab] = useState<TabName>(place.kind === 'tab' ? place.tab : 'home');
  const now = place.kind === 'tab' ? place.tab : tab;
  if (now !== tab) setTab(now);
  return now;
}

/** The two tabs, and in wide windows the views of the home page without a tab. */
function useItems(place: RoutePlace, owner: Owner | null, tab: TabName | null): readonly BarItem[] {
  const { t } = useTranslation();
  const unread = useUnread();
  const waiting = useStore((state) => totals(state).system);
  const way = useStore(discoverWay);
  const isOfGuest = useStore((state) => isGuest(state.self));
  const current = owner ?? tab ?? (place.kind === 'tab' ? place.tab : null);
  // A wide window has room for entries without a tab.
  const beside = tab !== null;
  // Unchanged between two chats, so it is not drawn again.
  return useMemo(() => {
    const entry = (of: TabName | HomeView, to: string, label: string, Icon: LucideIcon, count = 0) => ({
      to,
      label,
      icon: <Icon size={24} strokeWidth={1.75} aria-hidden="true" />,
      count,
      current: current === of,
    });
    const contacts = {
      ...entry('contacts', PATHS.contacts, t('title.contacts'), BookUser, waiting),
      ariaLabel: t('contacts.waiting', { count: waiting }),
    };
    const moments = way === 'moments';
    const discover = {
      ...entry(
        'discover',
        moments ? PATHS.moments : viewPath('discover'),
        t(moments ? 'title.moments' : 'nav.discover'),
        Aperture,
      ),
      mark: <LateNewsDot />,
    };
    return [
      entry(current === 'archived' ? current : 'home', PATHS.home, t('nav.messages'), MessageCircle, unread),
      ...(isOfGuest ? [] : [contacts]),
      ...(beside && way ? [discover] : []),
      ...(beside ? [entry('files', viewPath('files'), t('nav.files'), Folder)] : []),
    ];
  }, [t, unread, waiting, current, way, beside, isOfGuest]);
}
