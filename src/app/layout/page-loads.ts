import '../kit/page-tokens.css';
import '../kit/large-text.css';
import '../kit/forced-colours.css';
import '../kit/right-to-left.css';
import type { ComponentType } from 'react';
import { loadChatCode } from '../../client/chat-code.ts';
import type { HomeView, PageName } from '../paths/paths.ts';
import { USER_PAGES } from '../paths/user-pages.ts';
import { forUsers } from './for-users.tsx';

interface PageModule {
  readonly default: ComponentType;
}

/**
 * Loaders for the code of each page. The list of chats works without this table: it is loaded after the list,
 * or with the first other page.
 */
const LOADS = {
  chat: async () => {
    const [page] = await Promise.all([import('../screens/conversation/chat-page.tsx'), loadChatCode()]);
    return page;
  },
  thread: async () => {
    const [page] = await Promise.all([
      import('../screens/conversation/thread/thread-page.tsx'),
      loadChatCode(),
    ]);
    return page;
  },
  messageLink: () => import('../screens/conversation/link/link-page.tsx'),
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
  inbox: () => import('../screens/inbox/inbox-page.tsx'),
  later: () => import('../screens/conversation/later/later-page.tsx'),
  login: () => import('../screens/account/login/login-route.tsx'),
  register: () => import('../screens/account/login/register-page.tsx'),
  folders: () => import('../screens/chats/folders-page.tsx'),
  archived: () => import('../screens/chats/archived-page.tsx'),
  contacts: () => import('../screens/people/contacts-page.tsx'),
  discover: () => import('../screens/moments/discover-page.tsx'),
  files: () => import('../screens/conversation/files/files-page.tsx'),
} satisfies Readonly<Record<Exclude<PageName, 'home'> | HomeView, () => Promise<PageModule>>>;

/** Loads a page; for guests, those of users are "not found". */
export const loadPage = (name: keyof typeof LOADS): Promise<PageModule> =>
  USER_PAGES.some((page) => page === name) ? forUsers(LOADS[name]) : LOADS[name]();
