import type { ComponentType } from 'react';
import { isOwnPath } from '../../domain/links.ts';
import { isOpen, PATHS, type PageName } from '../paths/paths.ts';
import type { loadPage } from './page-loads.ts';

type Load = () => Promise<{ readonly default: ComponentType }>;

/** The text key of a page's title. */
export type TitleKey = `title.${PageName}`;

export interface Route {
  readonly path: string;
  readonly title: TitleKey;
  /** Open to people who are not signed in. */
  readonly open: boolean;
  readonly load: Load;
}

/** The tab pages are the layout's. */
export type Tab = 'home' | 'contacts' | 'archived';

/** All pages but the list of chats are loaded by `page-loads.ts` (UI-16). */
export const loadOf =
  (name: Parameters<typeof loadPage>[0]): Load =>
  async () =>
    (await import('./page-loads.ts')).loadPage(name);

export const loadNotFound = () => import('./not-found.tsx');

/** The tabs belong to the layout. */
type Listed = Exclude<PageName, Tab>;
const isPage = (name: string): name is Listed =>
  name in PATHS && name !== 'home' && name !== 'contacts' && name !== 'archived';

const routes = new Map(
  Object.entries(PATHS).flatMap(([name, path]): readonly (readonly [string, Route])[] =>
    isPage(name) ? [[path, { path, title: `title.${name}`, open: isOpen(path), load: loadOf(name) }]] : [],
  ),
);

export type RoutePlace =
  | { readonly kind: 'tab'; readonly tab: Tab }
  | { readonly kind: 'page'; readonly route: Route }
  | { readonly kind: 'unknown' };

/** The page for a path; a trailing slash is ignored. */
export function placeOfPath(pathname: string): RoutePlace {
  const path = pathname.length > 1 ? pathname.replace(/\/+$/, '') : pathname;
  if (path === '' || path === '/' || path === PATHS.home) return { kind: 'tab', tab: 'home' };
  if (path === PATHS.contacts) return { kind: 'tab', tab: 'contacts' };
  if (path === PATHS.archived) return { kind: 'tab', tab: 'archived' };
  const route = routes.get(path);
  return route === undefined ? { kind: 'unknown' } : { kind: 'page', route };
}

/** Loads the page of an address while the app is still starting; after a login the list of chats is next. */
export function prepareFirst(hash: string): void {
  const place = placeOfPath(hash.replace(/^#/, '').split('?')[0] ?? '');
  // The page itself reports the failure and tries again.
  if (place.kind === 'page' && place.route.path !== PATHS.login) place.route.load().catch(() => undefined);
}

/** The administration page with its section, which is outside of the app; null: another address. */
export const consoleAddress = (target: string | null): string | null =>
  /^\/admin(?:#[\w/-]*)?$/.exec(target ?? '')?.[0] ?? null;

/** A path of this app to return to after login; anything that could lead outside is home. */
export const safeRedirect = (target: string | null): string =>
  target !== null && isOwnPath(target) ? target : '/';
