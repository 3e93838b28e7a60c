import type { ComponentType } from 'react';
import { loadChatCode } from '../client/chat-code.ts';
import { isOwnPath } from '../domain/own-path.ts';
import { CALL_PAGE, CONTACTS, DETAIL, EMOJI, HISTORY, LOGIN, REGISTER, SEARCH, VIDEO } from './paths.ts';

interface PageModule {
  readonly default: ComponentType;
}

export interface Route {
  readonly path: string;
  /** Text key of the page's title. */
  readonly title: TitleKey;
  /** Open to people who are not signed in. */
  readonly open?: true;
  readonly load: () => Promise<PageModule>;
}

export type TitleKey =
  | 'title.home'
  | 'title.contacts'
  | 'title.chat'
  | 'title.chatInfo'
  | 'title.call'
  | 'title.userInfo'
  | 'title.newFriends'
  | 'title.searchFriends'
  | 'title.groupList'
  | 'title.userSelection'
  | 'title.groupUser'
  | 'title.groupInfo'
  | 'title.chatHistory'
  | 'title.emoji'
  | 'title.video'
  | 'title.search'
  | 'title.profile'
  | 'title.secure'
  | 'title.about'
  | 'title.setting'
  | 'title.doc'
  | 'title.browser'
  | 'title.groupQr'
  | 'title.scan'
  | 'title.moments'
  | 'title.login'
  | 'title.register';

/** Pages beside the tab pages, by the family's paths (UI-1). The two tab pages are the layout's. */
const PAGES: readonly Route[] = [
  {
    path: '/pages/message/chat',
    title: 'title.chat',
    load: async () => {
      const [page] = await Promise.all([import('./screens/conversation/chat-page.tsx'), loadChatCode()]);
      return page;
    },
  },
  {
    path: DETAIL,
    title: 'title.chatInfo',
    load: () => import('./screens/conversation/info/chat-info-page.tsx'),
  },
  {
    path: '/pages/message/group/groupUser',
    title: 'title.groupUser',
    load: () => import('./screens/groups/members-page.tsx'),
  },
  {
    path: '/pages/message/group/info',
    title: 'title.groupInfo',
    load: () => import('./screens/groups/join-page.tsx'),
  },
  {
    path: '/pages/contacts/detail',
    title: 'title.userInfo',
    load: () => import('./screens/people/user-info-page.tsx'),
  },
  {
    path: '/pages/contacts/friend',
    title: 'title.newFriends',
    load: () => import('./screens/people/new-friends-page.tsx'),
  },
  {
    path: '/pages/contacts/search',
    title: 'title.searchFriends',
    load: () => import('./screens/people/search-friends-page.tsx'),
  },
  {
    path: '/pages/contacts/group',
    title: 'title.groupList',
    load: () => import('./screens/groups/group-list-page.tsx'),
  },
  {
    path: '/pages/index/userSelection',
    title: 'title.userSelection',
    load: () => import('./screens/conversation/selection/selection-page.tsx'),
  },
  {
    path: HISTORY,
    title: 'title.chatHistory',
    load: () => import('./screens/conversation/history/history-page.tsx'),
  },
  {
    path: EMOJI,
    title: 'title.emoji',
    load: () => import('./screens/conversation/collection/emoji-page.tsx'),
  },
  { path: CALL_PAGE, title: 'title.call', load: () => import('./screens/calls/call-page.tsx') },
  { path: VIDEO, title: 'title.video', load: () => import('./screens/conversation/viewer/video-page.tsx') },
  { path: SEARCH, title: 'title.search', load: () => import('./screens/chats/search/search-page.tsx') },
  {
    path: '/pages/mine/profile',
    title: 'title.profile',
    load: () => import('./screens/account/settings/profile-page.tsx'),
  },
  {
    path: '/pages/mine/secure',
    title: 'title.secure',
    load: () => import('./screens/account/settings/secure-page.tsx'),
  },
  {
    path: '/pages/mine/setting',
    title: 'title.setting',
    load: () => import('./screens/account/settings/setting-page.tsx'),
  },
  {
    path: '/pages/mine/about',
    title: 'title.about',
    load: () => import('./screens/account/settings/about-page.tsx'),
  },
  {
    path: '/pages/mine/doc',
    title: 'title.doc',
    load: () => import('./screens/account/settings/doc-page.tsx'),
  },
  {
    path: '/pages/mine/webview',
    title: 'title.browser',
    load: () => import('./screens/account/settings/webview-page.tsx'),
  },
  {
    path: '/pages/index/qrcode',
    title: 'title.groupQr',
    load: () => import('./screens/people/codes/qrcode-page.tsx'),
  },
  {
    path: '/pages/index/scan',
    title: 'title.scan',
    load: () => import('./screens/people/codes/scan-page.tsx'),
  },
  {
    path: '/pages/compass/moments',
    title: 'title.moments',
    load: () => import('./screens/moments/moments-page.tsx'),
  },
  {
    path: LOGIN,
    title: 'title.login',
    open: true,
    load: () => import('./screens/account/login/login-route.tsx'),
  },
  {
    path: REGISTER,
    title: 'title.register',
    open: true,
    load: () => import('./screens/account/login/register-page.tsx'),
  },
];

const byPath = new Map(PAGES.map((route) => [route.path, route]));

export type RoutePlace =
  | { readonly kind: 'tab'; readonly tab: 'home' | 'contacts' }
  | { readonly kind: 'page'; readonly route: Route }
  | { readonly kind: 'unknown' };

/** What a path shows; a trailing slash does not matter. */
export function placeOfPath(pathname: string): RoutePlace {
  const path = pathname.length > 1 ? pathname.replace(/\/+$/, '') : pathname;
  if (path === '' || path === '/' || path === '/pages/index/index') return { kind: 'tab', tab: 'home' };
  if (path === CONTACTS) return { kind: 'tab', tab: 'contacts' };
  const route = byPath.get(path);
  return route === undefined ? { kind: 'unknown' } : { kind: 'page', route };
}

/** A path of this app to return to after login; anything that could lead outside is home. */
export const safeRedirect = (wanted: string | null): string =>
  wanted !== null && isOwnPath(wanted) ? wanted : '/';
