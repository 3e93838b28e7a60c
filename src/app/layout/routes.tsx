import type { ComponentType } from 'react';
import { loadChatCode } from '../../client/chat-code.ts';
import { isOwnPath } from '../../domain/own-path.ts';
import { isOpen, PATHS, type PageName } from '../paths/paths.ts';

interface PageModule {
  readonly default: ComponentType;
}

/** The text key of a page's title. */
export type TitleKey = `title.${PageName}`;

export interface Route {
  readonly path: string;
  readonly title: TitleKey;
  /** Open to people who are not signed in. */
  readonly open: boolean;
  readonly load: () => Promise<PageModule>;
}

/** The tab pages are the layout's. */
type Tab = 'home' | 'contacts';

const LOADS: Readonly<Record<Exclude<PageName, Tab>, Route['load']>> = {
  chat: async () => {
    const [page] = await Promise.all([import('../screens/conversation/chat-page.tsx'), loadChatCode()]);
    return page;
  },
  chatInfo: () => import('../screens/conversation/info/chat-info-page.tsx'),
  groupUser: () => import('../screens/groups/members-page.tsx'),
  groupInfo: () => import('../screens/groups/join-page.tsx'),
  userInfo: () => import('../screens/people/user-info-page.tsx'),
  newFriends: () => import('../screens/people/new-friends-page.tsx'),
  searchFriends: () => import('../screens/people/search-friends-page.tsx'),
  groupList: () => import('../screens/groups/group-list-page.tsx'),
  userSelection: () => import('../screens/conversation/selection/selection-page.tsx'),
  chatHistory: () => import('../screens/conversation/history/history-page.tsx'),
  emoji: () => import('../screens/conversation/collection/emoji-page.tsx'),
  call: () => import('../screens/calls/call-page.tsx'),
  video: () => import('../screens/conversation/viewer/video-page.tsx'),
  search: () => import('../screens/chats/search/search-page.tsx'),
  profile: () => import('../screens/account/settings/profile-page.tsx'),
  secure: () => import('../screens/account/settings/secure-page.tsx'),
  setting: () => import('../screens/account/settings/setting-page.tsx'),
  about: () => import('../screens/account/settings/about-page.tsx'),
  doc: () => import('../screens/account/settings/doc-page.tsx'),
  browser: () => import('../screens/account/settings/webview-page.tsx'),
  groupQr: () => import('../screens/people/codes/qrcode-page.tsx'),
  scan: () => import('../screens/people/codes/scan-page.tsx'),
  moments: () => import('../screens/moments/moments-page.tsx'),
  login: () => import('../screens/account/login/login-route.tsx'),
  register: () => import('../screens/account/login/register-page.tsx'),
};

const isPage = (name: string): name is keyof typeof LOADS => name in LOADS;

const routes = new Map(
  Object.entries(PATHS).flatMap(([name, path]): readonly (readonly [string, Route])[] =>
    isPage(name) ? [[path, { path, title: `title.${name}`, open: isOpen(path), load: LOADS[name] }]] : [],
  ),
);

export type RoutePlace =
  | { readonly kind: 'tab'; readonly tab: Tab }
  | { readonly kind: 'page'; readonly route: Route }
  | { readonly kind: 'unknown' };

/** What a path shows; a trailing slash does not matter. */
export function placeOfPath(pathname: string): RoutePlace {
  const path = pathname.length > 1 ? pathname.replace(/\/+$/, '') : pathname;
  if (path === '' || path === '/' || path === PATHS.home) return { kind: 'tab', tab: 'home' };
  if (path === PATHS.contacts) return { kind: 'tab', tab: 'contacts' };
  const route = routes.get(path);
  return route === undefined ? { kind: 'unknown' } : { kind: 'page', route };
}

/** A path of this app to return to after login; anything that could lead outside is home. */
export const safeRedirect = (wanted: string | null): string =>
  wanted !== null && isOwnPath(wanted) ? wanted : '/';
