import { pathTo } from '../../src/app/paths/paths.ts';
import { go, type Person } from './browser.ts';
import { composer, list, messages } from './person.ts';
import type { TextKey } from './texts.ts';

/** Every screen, as a user with a friend and a group sees it. */
export interface Screen {
  readonly name: string;
  readonly route: (facts: Facts) => string;
  readonly title: TextKey;
  /** Waits until the screen has its content. */
  readonly ready: (person: Person, facts: Facts) => Promise<void>;
}

export interface Facts {
  readonly friendId: number;
  readonly friendName: string;
  readonly groupId: string;
  readonly groupName: string;
  /** The text of the group announcement. */
  readonly notice: string;
  readonly strangerId: number;
  /** A friend whose chat is written from right to left. */
  readonly turnedId: number;
  readonly turnedName: string;
  readonly videoSrc: string;
  /** Words that wait to be sent in the group. */
  readonly scheduled: string;
  /** Title of the card under the last link in the group. */
  readonly card: string;
  /** Of a link that admits guests into the group; empty on a server without guests. */
  readonly guestToken: string;
}

/** Facts of a signed-out user: none exist. */
export const noFacts: Facts = {
  friendId: 0,
  friendName: '',
  groupId: '',
  groupName: '',
  notice: '',
  strangerId: 0,
  turnedId: 0,
  turnedName: '',
  videoSrc: '',
  scheduled: '',
  card: '',
  guestToken: '',
};

const heading =
  (key: TextKey) =>
  async (person: Person): Promise<void> => {
    await person.page
      .getByRole('heading', { name: person.t(key) })
      .filter({ visible: true })
      .first()
      .waitFor();
  };
const text =
  (words: (facts: Facts) => string) =>
  async (person: Person, facts: Facts): Promise<void> => {
    await person.page.getByText(words(facts)).filter({ visible: true }).first().waitFor();
  };

/** On a wide window the list next to the page shows the same name. */
const inMain =
  (words: (facts: Facts) => string) =>
  async (person: Person, facts: Facts): Promise<void> => {
    await person.page.getByRole('main').getByText(words(facts)).filter({ visible: true }).first().waitFor();
  };

const chatOf =
  (name: (facts: Facts) => string) =>
  async (person: Person, facts: Facts): Promise<void> => {
    await composer(person, name(facts)).waitFor();
    await messages(person, name(facts)).getByRole('article').first().waitFor();
  };

/** A page that is loaded once its title appears. */
const titled = (name: string, route: string, title: TextKey, head = title): Screen => ({
  name,
  route: () => route,
  title,
  ready: heading(head),
});

export const screens: readonly Screen[] = [
  {
    name: 'home',
    route: () => '/',
    title: 'title.home',
    ready: async (person) => list(person).getByRole('link').first().waitFor(),
  },
  titled('inbox', '/pages/mine/inbox', 'title.inbox'),
  titled('later', '/pages/mine/later', 'title.later'),
  titled('folders', '/pages/mine/folders', 'title.folders'),
  titled('archived', '/pages/index/archived', 'title.archived'),
  {
    name: 'contacts',
    route: () => '/pages/contacts/index',
    title: 'title.contacts',
    ready: text((facts) => facts.friendName),
  },
  {
    name: 'chat',
    route: (facts) => `/pages/message/chat?id=${facts.friendId}`,
    title: 'title.chat',
    ready: chatOf((facts) => facts.friendName),
  },
  {
    name: 'chat-group',
    route: (facts) => `/pages/message/chat?id=${facts.groupId}`,
    title: 'title.chat',
    ready: chatOf((facts) => facts.groupName),
  },
  {
    name: 'chat-right-to-left',
    route: (facts) => `/pages/message/chat?id=${facts.turnedId}`,
    title: 'title.chat',
    ready: chatOf((facts) => facts.turnedName),
  },
  {
    name: 'announcements',
    route: () => '/pages/message/chat?id=admin_notice',
    title: 'title.chat',
    ready: async (person) =>
      messages(person, person.t('contact.notice')).getByRole('article').first().waitFor(),
  },
  {
    name: 'chat-info',
    route: (facts) => `/pages/message/detail?id=${facts.friendId}`,
    title: 'title.chatInfo',
    ready: heading('title.chatInfo'),
  },
  {
    name: 'chat-info-group',
    route: (facts) => `/pages/message/detail?id=${facts.groupId}`,
    title: 'title.chatInfo',
    ready: heading('title.chatInfo'),
  },
  {
    name: 'thread',
    route: (facts) => `/pages/message/thread?id=${facts.groupId}&root=3`,
    title: 'title.thread',
    ready: async (person) =>
      person.page
        .getByRole('region', { name: person.t('thread.first') })
        .getByRole('article')
        .waitFor(),
  },
  {
    name: 'message-link',
    route: () => '/pages/message/link?msg_id=999999',
    title: 'title.messageLink',
    ready: async (person) => person.page.getByText(person.t('link.unavailable')).waitFor(),
  },
  {
    name: 'user-info',
    route: (facts) => `/pages/contacts/detail?id=${facts.friendId}`,
    title: 'title.userInfo',
    ready: inMain((facts) => facts.friendName),
  },
  {
    name: 'user-info-stranger',
    route: (facts) => `/pages/contacts/detail?id=${facts.strangerId}`,
    title: 'title.userInfo',
    ready: heading('title.userInfo'),
  },
  {
    name: 'new-friends',
    route: () => '/pages/contacts/friend',
    title: 'title.newFriends',
    ready: heading('title.newFriends'),
  },
  {
    name: 'new-friends-sent',
    route: () => '/pages/contacts/friend?tab=sent',
    title: 'title.newFriends',
    ready: heading('title.newFriends'),
  },
  {
    name: 'blocked',
    route: () => '/pages/contacts/friend?tab=blocked',
    title: 'title.newFriends',
    ready: heading('block.list'),
  },
  {
    name: 'search-friends',
    route: () => '/pages/contacts/search',
    title: 'title.searchFriends',
    ready: heading('title.searchFriends'),
  },
  {
    name: 'group-list',
    route: () => '/pages/contacts/group',
    title: 'title.groupList',
    ready: inMain((facts) => facts.groupName),
  },
  {
    name: 'select-group',
    route: () => '/pages/index/userSelection?type=1',
    title: 'title.userSelection',
    ready: async (person, facts) => person.page.getByRole('checkbox', { name: facts.friendName }).waitFor(),
  },
  {
    name: 'select-invite',
    route: (facts) => `/pages/index/userSelection?type=2&contact_id=${facts.groupId}`,
    title: 'title.userSelection',
    ready: heading('sel.invite'),
  },
  {
    name: 'select-forward',
    route: (facts) => `/pages/index/userSelection?type=3&contact_id=${facts.friendId}&msg_id=1`,
    title: 'title.userSelection',
    ready: heading('sel.forward'),
  },
  {
    name: 'select-call',
    route: (facts) => `/pages/index/userSelection?type=9&contact_id=${facts.friendId}`,
    title: 'title.userSelection',
    ready: heading('sel.call'),
  },
  {
    name: 'select-remove',
    route: (facts) => `/pages/index/userSelection?type=6&contact_id=${facts.groupId}`,
    title: 'title.userSelection',
    ready: heading('sel.remove'),
  },
  {
    name: 'select-mention',
    route: (facts) => `/pages/index/userSelection?type=4&contact_id=${facts.groupId}`,
    title: 'title.userSelection',
    ready: async (person, facts) => person.page.getByRole('checkbox', { name: facts.friendName }).waitFor(),
  },
  {
    name: 'select-card',
    route: (facts) => `/pages/index/userSelection?type=5&contact_id=${facts.groupId}`,
    title: 'title.userSelection',
    ready: async (person, facts) => person.page.getByRole('checkbox', { name: facts.friendName }).waitFor(),
  },
  {
    name: 'history',
    route: (facts) => `/pages/message/record?id=${facts.groupId}`,
    title: 'title.chatHistory',
    ready: async (person) =>
      person.page
        .getByRole('tabpanel', { name: person.t('history.all') })
        .getByRole('listitem')
        .first()
        .waitFor(),
  },
  {
    name: 'history-files',
    route: (facts) => `/pages/message/record?id=${facts.groupId}&type=file`,
    title: 'title.chatHistory',
    ready: heading('title.chatHistory'),
  },
  {
    name: 'history-pictures',
    route: (facts) => `/pages/message/record?id=${facts.friendId}&type=image`,
    title: 'title.chatHistory',
    ready: heading('title.chatHistory'),
  },
  {
    name: 'emoji',
    route: () => '/pages/message/emoji',
    title: 'title.emoji',
    ready: async (person) => person.page.getByRole('button', { name: person.t('emoji.addOne') }).waitFor(),
  },
  {
    name: 'call',
    route: (facts) =>
      `/pages/message/call?msg_id=1&type=1&status=1&id=${facts.friendId}&name=${encodeURIComponent(facts.friendName)}&avatar=`,
    title: 'title.call',
    ready: async (person, facts) =>
      person.page.getByText(person.t('call.askStart', { name: facts.friendName })).waitFor(),
  },
  {
    name: 'call-over',
    route: (facts) =>
      `/pages/message/call?msg_id=1&type=0&status=3&id=${facts.friendId}&name=${encodeURIComponent(facts.friendName)}&avatar=`,
    title: 'title.call',
    ready: async (person) => person.page.getByText(person.t('call.over')).waitFor(),
  },
  {
    name: 'group-call',
    route: (facts) => `/pages/message/call?group=${facts.groupId}`,
    title: 'title.call',
    ready: async (person) =>
      person.page.getByRole('button', { name: person.t('gcall.startVideo') }).waitFor(),
  },
  {
    name: 'video',
    route: (facts) => `/pages/message/video?src=${encodeURIComponent(facts.videoSrc)}&name=clip.webm`,
    title: 'title.video',
    ready: async (person) => person.page.locator('video').waitFor(),
  },
  {
    name: 'video-gone',
    route: () => '/pages/message/video',
    title: 'title.video',
    ready: heading('title.video'),
  },
  {
    name: 'search',
    route: (facts) =>
      `/pages/index/search?type=1&keywords=${encodeURIComponent(facts.friendName.slice(0, 1))}`,
    title: 'title.search',
    ready: text((facts) => facts.friendName.slice(1)),
  },
  {
    name: 'search-contacts',
    route: () => '/pages/index/search?type=2',
    title: 'title.search',
    ready: heading('search.contacts'),
  },
  {
    name: 'search-groups',
    route: () => '/pages/index/search?type=3',
    title: 'title.search',
    ready: heading('search.groups'),
  },
  {
    name: 'members',
    route: (facts) => `/pages/message/group/groupUser?group_id=${facts.groupId}`,
    title: 'title.groupUser',
    ready: async (person, facts) =>
      person.page
        .getByRole('main')
        .getByRole('button', { name: new RegExp(facts.friendName) })
        .first()
        .waitFor(),
  },
  {
    name: 'group-join',
    route: (facts) => `/pages/message/group/info?group_id=${facts.groupId}`,
    title: 'title.groupInfo',
    ready: heading('title.groupInfo'),
  },
  titled('profile', '/pages/mine/profile', 'title.profile'),
  titled('secure', '/pages/mine/secure', 'title.secure'),
  titled('second-step', '/pages/mine/secure?view=second', 'title.secure', 'second.title'),
  titled('passkeys', '/pages/mine/secure?view=passkeys', 'title.secure', 'passkey.title'),
  titled('bots', '/pages/mine/secure?view=bots', 'title.secure', 'bots.title'),
  titled('logins', '/pages/mine/secure?view=logins', 'title.secure', 'logins.title'),
  {
    name: 'setting',
    route: () => '/pages/mine/setting',
    title: 'title.setting',
    ready: heading('title.setting'),
  },
  {
    name: 'setting-storage',
    route: () => '/pages/mine/setting?view=storage',
    title: 'title.setting',
    ready: heading('storage.title'),
  },
  { name: 'about', route: () => '/pages/mine/about', title: 'title.about', ready: heading('title.about') },
  { name: 'doc', route: () => '/pages/mine/doc?id=join', title: 'title.doc', ready: heading('title.doc') },
  {
    name: 'webview',
    route: () => '/pages/mine/webview?src=about%3Ablank',
    title: 'title.browser',
    ready: heading('title.browser'),
  },
  {
    name: 'qrcode',
    route: () => '/pages/index/qrcode',
    title: 'title.groupQr',
    ready: async (person) =>
      person.page.getByRole('img', { name: person.t('qr.alt', { name: person.name }) }).waitFor(),
  },
  {
    name: 'qrcode-group',
    route: (facts) => `/pages/index/qrcode?group_id=${facts.groupId}`,
    title: 'title.groupQr',
    ready: async (person, facts) =>
      person.page.getByRole('img', { name: person.t('qr.alt', { name: facts.groupName }) }).waitFor(),
  },
  { name: 'scan', route: () => '/pages/index/scan', title: 'title.scan', ready: heading('title.scan') },
  { name: 'discover', route: () => '/?view=discover', title: 'title.home', ready: heading('nav.discover') },
  { name: 'files', route: () => '/?view=files', title: 'title.home', ready: heading('nav.files') },
  {
    name: 'moments',
    route: () => '/pages/compass/moments',
    title: 'title.moments',
    ready: heading('title.moments'),
  },
  {
    name: 'not-found',
    route: () => '/pages/nowhere',
    title: 'page.notFound',
    ready: heading('page.notFound'),
  },
];

export const openScreens: readonly Screen[] = [
  {
    name: 'login',
    route: () => '/pages/login/index',
    title: 'title.login',
    ready: async (person) => person.page.getByLabel(person.t('login.account'), { exact: true }).waitFor(),
  },
  {
    name: 'register',
    route: () => '/pages/login/register',
    title: 'title.register',
    ready: async (person) => person.page.getByLabel(person.t('reg.nickname'), { exact: true }).waitFor(),
  },
  {
    name: 'guest',
    route: ({ guestToken }) => pathTo('login', { redirect: pathTo('groupInfo', { token: guestToken }) }),
    title: 'title.login',
    ready: async (person) => person.page.getByLabel(person.t('guest.name'), { exact: true }).waitFor(),
  },
];

export async function open(person: Person, screen: Screen, facts: Facts): Promise<void> {
  await go(person, screen.route(facts));
  await screen.ready(person, facts);
  // On a wide window the list may contain the same text, so this waits for the heading of the page. Rows of a
  // virtual list are hidden while they are measured; an engine that starts then sees buttons without words.
  await person.page.waitForFunction(
    () =>
      document.querySelector('[aria-busy="true"]') === null &&
      [...document.querySelectorAll('h1')].some((heading) => heading.checkVisibility()) &&
      new Promise((resolve) => {
        requestAnimationFrame(() =>
          requestAnimationFrame(() =>
            resolve(
              document.querySelector('[aria-busy="true"]') === null &&
                [...document.querySelectorAll('li')].every((item) => item.style.visibility !== 'hidden'),
            ),
          ),
        );
      }),
  );
}
