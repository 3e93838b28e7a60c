import { useEffect, useState } from 'react';
import { Navigate, useLocation } from 'react-router-dom';
import type { Client, SessionState } from '../client/interface/client.ts';
import { useTranslation } from './i18n/use-translation.ts';
import { useSession, useStore } from './shared/client-context.ts';
import { ProductMark } from './kit/mark.tsx';
import styles from './app.module.css';
import { isShutOut } from '../domain/config.ts';
import { Hosts } from './hosts.tsx';
import { PageHost } from './layout/page-host.tsx';
import { Shell } from './layout/shell.tsx';
import { useTitle } from './layout/use-title.ts';
import { NoticeHost, useHeld } from './notices.tsx';
import { consoleAddress, loadNotFound, placeOfPath, type Route, safeRedirect } from './layout/routes.tsx';
import { goTo } from './platform/address.ts';
import { PATHS, pathTo } from './paths/paths.ts';

const loadClosed = () => import('./layout/closed-service.tsx');

export const App = ({ client }: { readonly client: Client }) => (
  <Hosts client={client}>
    <NoticeHost>
      <Guard />
    </NoticeHost>
  </Hosts>
);

/**
 * Everything but login and register wants a session; the wanted page is remembered and opened after login.
 */
function Guard() {
  const session = useSession();
  const client = useHeld();
  const closed = useStore((state) => isShutOut(state.config.sysInfo, state.self));
  const { pathname, search } = useLocation();
  const place = placeOfPath(pathname);
  const path = pathname + search;
  const leftPath = useLeft(session.name, path);
  if (session.name === 'starting') return <Splash />;
  const inside = session.name === 'signedIn' || client;
  if (place.kind === 'page' && place.route.open) {
    if (session.name === 'signedIn') {
      const redirect = new URLSearchParams(search).get('redirect');
      const toConsole = consoleAddress(redirect);
      return toConsole === null ? (
        <Navigate to={safeRedirect(redirect)} replace />
      ) : (
        <ToConsole address={toConsole} />
      );
    }
    return <OpenPage key={place.route.path} route={place.route} />;
  }
  if (inside) return closed ? <PageHost name="closed" load={loadClosed} /> : <Shell />;
  if (place.kind === 'unknown') return <Nowhere />;
  return (
    <Navigate to={leftPath || path === '/' ? PATHS.login : pathTo('login', { redirect: path })} replace />
  );
}

/**
 * Returns to the console once the server has accepted the login; a refused one asks for a new login
 * (CONSOLE-7).
 */
function ToConsole({ address }: { readonly address: string }) {
  const isAccepted = useStore(({ connection }) => connection.name === 'open' && connection.bound);
  useEffect(() => {
    if (isAccepted) goTo(address);
  }, [isAccepted, address]);
  return <Splash />;
}

/** True on the page where the user logged out: the app does not return there. */
function useLeft(name: SessionState['name'], page: string): boolean {
  const [last, setLast] = useState<{ readonly name: SessionState['name']; readonly left: string | null }>({
    name,
    left: null,
  });
  if (last.name !== name)
    setLast({ name, left: name === 'signedOut' && last.name === 'signedIn' ? page : null });
  return last.left === page;
}

function OpenPage({ route }: { readonly route: Route }) {
  useTitle(route.title);
  return <PageHost name={route.path} load={route.load} />;
}

function Nowhere() {
  useTitle('page.notFound');
  return <PageHost name="unknown" load={loadNotFound} />;
}

/** While the stored state is read: the mark alone, and only if it takes long enough to be seen. */
function Splash() {
  const { t } = useTranslation();
  return (
    <div className={styles.splash} role="status" aria-label={t('common.loading')}>
      <ProductMark size={48} />
    </div>
  );
}
