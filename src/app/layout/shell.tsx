import type { TFunction } from 'i18next';
import { BookUser, Compass, Folder, MessageCircle } from 'lucide-react';
import { memo, Suspense, useEffect, useMemo, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { rows, totals } from '../../client/state/selectors.ts';
import { contactId } from '../../domain/ids.ts';
import { useTranslation } from '../i18n/use-translation.ts';
import { useStore } from '../shared/client-context.ts';
import { LateNewsDot } from '../shared/late-news-dot.tsx';
import { EmptyBlock } from '../kit/empty-block.tsx';
import { PaneContext, useInfoBeside } from '../kit/pane-context.ts';
import { type BarItem, TabBar } from '../kit/tab-bar.tsx';
import { useQuery } from '../kit/navigation.ts';
import { useVeryWide, useWide } from '../kit/use-media.ts';
import { loadNotFound, loadOf, type RoutePlace, placeOfPath, type Tab as TabName } from './routes.tsx';
import { VisuallyHidden } from '../kit/visually-hidden.tsx';
import { useUnread } from '../shared/use-unread.ts';
import { NoChats } from '../screens/chats/no-chats.tsx';
import { lazyWithWords } from '../shared/lazy-with-words.ts';
import { lazyAside } from '../kit/lazy-aside.ts';
import { PageHost } from './page-host.tsx';
import { Rail } from './rail.tsx';
import styles from './shell.module.css';
import { useListWidth } from './list-width.ts';
import { WindowTitle } from './window-title.tsx';
import { type HomeView, isOfMe, PATHS, viewPath } from '../paths/paths.ts';
import { isCommunity } from '../../domain/config.ts';

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
const StartHere = lazyWithWords(() => import('../screens/chats/start-here.tsx'));

/** Only beside a chat. */
const Splitter = lazyAside(() => import('./splitter.tsx'));

const loadHome = () => import('../screens/chats/home-page.tsx');
const loadContacts = loadOf('contacts');
const loadArchived = loadOf('archived');
const INNER = { me: loadOf('me'), discover: loadOf('discover'), files: loadOf('files') } as const;

/**
 * One frame for all widths. The list has the same place in the tree for any page and window width, so it
 * never remounts and keeps its scroll position (UI-2).
 */
export function Shell() {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const wide = useWide();
  const place = placeOfPath(pathname);
  const inner = useInner(place, useQuery().get('view'));
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
        {wide && <Rail items={items} me={owner === 'me'} />}
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
        <WindowTitle place={place} />
      </div>
      {LATER}
    </div>
  );
}

/** A view of the home page beside its list; discover only where the administrator has it. */
function useInner(place: RoutePlace, view: string | null): HomeView | null {
  const discovers = useStore((state) => state.config.compass.status);
  if (place.kind !== 'tab' || place.tab !== 'home') return null;
  return view === 'me' || view === 'files' ? view : view === 'discover' && discovers ? 'discover' : null;
}

/** The view that leads to a page: it is the current one in the rail (UI-157). */
function ownerOf(place: RoutePlace): HomeView | null {
  if (place.kind !== 'page') return null;
  if (place.route.path === PATHS.moments) return 'discover';
  return isOfMe(place.route.path) ? 'me' : null;
}

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

/** Shows no "choose a chat" text while the list is empty (UI-85). */
function NothingOpen() {
  const { t } = useTranslation();
  const none = useStore((state) => state.sync.ready && rows(state).length === 0);
  const friends = useStore((state) => isCommunity(state.config));
  if (none && friends) return <NoChats kind="choose" text={t('home.firstChat')} />;
  return (
    <div>
      <EmptyBlock kind="choose" text={t(none ? 'home.firstChat' : 'home.choose')} />
      {!none && (
        <Suspense fallback={null}>
          <StartHere />
        </Suspense>
      )}
    </div>
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
          {place.tab === 'contacts' ? (
            <div>
              <EmptyBlock kind="choose" text={t('home.chooseContact')} />
              <Suspense fallback={null}>
                <StartHere people />
              </Suspense>
            </div>
          ) : (
            <NothingOpen />
          )}
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
function useItems(place: RoutePlace, owner: HomeView | null, tab: TabName | null): readonly BarItem[] {
  const { t } = useTranslation();
  const unread = useUnread();
  const waiting = useStore((state) => totals(state).system);
  const discovers = useStore((state) => state.config.compass.status);
  const current = tab ?? (place.kind === 'tab' ? place.tab : null);
  const beside = tab !== null;
  useBadge(unread);
  // Unchanged between two chats, so it is not drawn again.
  return useMemo(
    () => itemsOf(t, { unread, waiting, current, owner, discovers, beside }),
    [t, unread, waiting, current, owner, discovers, beside],
  );
}

function itemsOf(
  t: TFunction,
  of: {
    readonly unread: number;
    readonly waiting: number;
    readonly current: TabName | null;
    readonly owner: HomeView | null;
    readonly discovers: boolean;
    /** A wide window has room for entries without a tab. */
    readonly beside: boolean;
  },
): readonly BarItem[] {
  const { unread, waiting, current, owner } = of;
  const icon = { size: 24, strokeWidth: 1.75, 'aria-hidden': true } as const;
  return [
    {
      to: PATHS.home,
      label: t('tab.home'),
      icon: <MessageCircle {...icon} />,
      count: unread,
      current: (current === 'home' || current === 'archived') && owner === null,
    },
    {
      to: PATHS.contacts,
      label: t('tab.addressBook'),
      icon: <BookUser {...icon} />,
      count: waiting,
      ariaLabel: t('contacts.waiting', { count: waiting }),
      current: current === 'contacts' && owner === null,
    },
    ...(of.beside && of.discovers
      ? [
          {
            to: viewPath('discover'),
            label: t('nav.discover'),
            icon: <Compass {...icon} />,
            count: 0,
            mark: <LateNewsDot />,
            current: owner === 'discover',
          },
        ]
      : []),
    ...(of.beside
      ? [
          {
            to: viewPath('files'),
            label: t('nav.files'),
            icon: <Folder {...icon} />,
            count: 0,
            current: owner === 'files',
          },
        ]
      : []),
  ];
}

/** The number on the icon of an installed app, if it has one. */
function useBadge(unread: number): void {
  useEffect(() => {
    if (!('setAppBadge' in navigator)) return;
    // Refused outside an installed app, which has no badge.
    (unread === 0 ? navigator.clearAppBadge() : navigator.setAppBadge(unread)).catch(() => undefined);
  }, [unread]);
}
