import type { GlobalConfig } from '../../domain/config.ts';
import type { ContactId, MsgId, UserId } from '../../domain/ids.ts';
import { HOME, LOGIN, REGISTER } from './first-paths.ts';

/** The console of the server: a separate page, outside of the app (CONSOLE-7). */
export const CONSOLE = '/admin';
/** Name of the setting: its first administrator was led there, or declined (FIRST-1). */
export const CONSOLE_SEEN = 'console-seen';

/**
 * Every address of the app: its pages by the family's paths (UI-1), and the query of each. No other module
 * builds one (ARCH-7). `layout/routes.tsx` loads the pages, so a link loads no page.
 */
export const PATHS = {
  home: HOME,
  contacts: '/pages/contacts/index',
  archived: '/pages/index/archived',
  chat: '/pages/message/chat',
  chatInfo: '/pages/message/detail',
  thread: '/pages/message/thread',
  messageLink: '/pages/message/link',
  chatHistory: '/pages/message/record',
  groupUser: '/pages/message/group/groupUser',
  groupInfo: '/pages/message/group/info',
  groupList: '/pages/contacts/group',
  userInfo: '/pages/contacts/detail',
  newFriends: '/pages/contacts/friend',
  searchFriends: '/pages/contacts/search',
  userSelection: '/pages/index/userSelection',
  emoji: '/pages/message/emoji',
  call: '/pages/message/call',
  video: '/pages/message/video',
  search: '/pages/index/search',
  profile: '/pages/mine/profile',
  secure: '/pages/mine/secure',
  setting: '/pages/mine/setting',
  about: '/pages/mine/about',
  doc: '/pages/mine/doc',
  browser: '/pages/mine/webview',
  groupQr: '/pages/index/qrcode',
  scan: '/pages/index/scan',
  moments: '/pages/compass/moments',
  inbox: '/pages/mine/inbox',
  later: '/pages/mine/later',
  folders: '/pages/mine/folders',
  login: LOGIN,
  register: REGISTER,
} as const;

export type PageName = keyof typeof PATHS;

/** A person's chat is named by the person. */
type ChatName = ContactId | UserId;

interface Queries {
  readonly chat: { readonly id: ChatName; readonly msg_id?: MsgId };
  readonly chatInfo: { readonly id: ChatName };
  readonly thread: { readonly id: ContactId; readonly root: number };
  readonly messageLink: { readonly msg_id: MsgId };
  readonly chatHistory: { readonly id: ChatName; readonly type?: 'image' | 'video' | 'file' };
  readonly groupUser: { readonly group_id: ContactId };
  readonly groupInfo: { readonly token: string };
  readonly userInfo: { readonly id: ChatName };
  readonly groupList: { readonly tab: 'all' | 'created' | 'managed' | 'joined' };
  readonly searchFriends: { readonly keywords: string };
  readonly newFriends: { readonly tab: 'received' | 'sent' | 'blocked' };
  readonly userSelection: {
    readonly type: number;
    readonly contact_id?: ChatName;
    /** One, or several with commas between. */
    readonly msg_id?: number | string;
  };
  readonly call:
    | { readonly group: ContactId }
    | {
        readonly msg_id: string;
        readonly type: 0 | 1;
        readonly status: 1 | 3;
        readonly id: UserId;
        readonly name: string;
        readonly avatar: string;
      };
  readonly video: { readonly src: string; readonly name: string };
  readonly search: { readonly type: 1 | 2; readonly keywords?: string };
  readonly setting: { readonly view: 'storage' };
  readonly doc: { readonly id: string };
  readonly secure: { readonly view: 'logins' | 'second' | 'passkeys' | 'openids' | 'bots' | 'data' };
  readonly browser: { readonly src: string; readonly title?: string };
  readonly groupQr: { readonly group_id: ContactId };
  readonly login: { readonly redirect: string } | { readonly account: string };
}

/** Path of a page with a subject: a chat, a user, a search. */
export function pathTo<P extends keyof Queries>(page: P, query: Queries[P]): string {
  const fields = Object.entries<string | number | undefined>(query).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}=${encodeURIComponent(value)}`],
  );
  return `${PATHS[page]}?${fields.join('&')}`;
}

/** A view of the home page: beside the list in wide windows, instead of it in narrow ones. */
export type HomeView = 'discover' | 'files';

/** `me`: opens the user's menu over the home page. */
export const viewPath = (view: HomeView | 'me'): string => `/?view=${view}`;

/** The administrator's entries have a page; moments alone need none (UI-40). Null: nothing is offered. */
export const discovered = ({ status, list }: GlobalConfig['compass']): 'discover' | 'moments' | null =>
  !status || list.length === 0
    ? null
    : list.every(({ url }) => url === PATHS.moments)
      ? 'moments'
      : 'discover';

/** Purposes of the selection page, by the number in its address, from 1. */
const SELECTIONS = [
  'create',
  'invite',
  'forward',
  'mention',
  'card',
  'remove',
  'share',
  'heir',
  'call',
] as const;
export type SelectionMode = (typeof SELECTIONS)[number];

export const selectionPath = (
  mode: SelectionMode,
  about: Omit<Queries['userSelection'], 'type'> = {},
): string => pathTo('userSelection', { type: SELECTIONS.indexOf(mode) + 1, ...about });

export const selectionOf = (type: string | null): SelectionMode | null =>
  SELECTIONS.find((_, at) => type === String(at + 1)) ?? null;

/** Open to people who are not signed in. */
export const isOpen = (pathname: string): boolean => pathname === LOGIN || pathname === REGISTER;

/** A page of one conversation. */
export const isInConversation = (pathname: string): boolean => pathname.startsWith('/pages/message/');

/** A page that the user's menu leads to. */
export const isOfMe = (pathname: string): boolean => pathname.startsWith('/pages/mine/');
