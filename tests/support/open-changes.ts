import { setLanguage } from '../../src/app/i18n/shown.ts';
import { writeSetting } from '../../src/app/platform/settings.ts';
import { by, message, postedEvent } from './contacts.ts';
import { BELA, DAN, GROUP, inboxEntry, type Scene } from './open-scene.ts';
import { happens } from './screen.tsx';
import {
  NOON,
  inGroup,
  roleSet,
  ownerSet,
  muted,
  ruled,
  configured,
  profiled,
  remarked,
  renamedMyself,
  unfriended,
  left,
  minute,
} from './server-changes.ts';

export interface Change {
  /** The user's role in the group before the change. */
  readonly mine?: 1 | 2 | 3;
  readonly before?: (at: Scene) => Promise<unknown>;
  readonly act: (at: Scene) => Promise<unknown>;
  /** Names of the layers that show the change. */
  readonly seenIn: readonly string[];
}

const HOUR = 3_600_000;
const inAnHour = (NOON + HOUR) / 1_000;

/** Everything that shows a friend by name and picture. */
const WHERE_A_FRIEND_IS = [
  'the list of chats',
  'a group chat of a member',
  'a chat of two',
  'the page of a group',
  'the page of a chat of two',
  'the members',
  'those to remove',
  'those to forward to',
  'the address book',
  'the page of a friend',
  'the switcher',
];

/** All that can change, and where it is seen. */
export const CHANGES: Readonly<Record<string, Change>> = {
  'I become an admin': {
    mine: 3,
    act: (at) => roleSet(at, 1, 2),
    seenIn: [
      'the groups',
      'the menu of my message',
      'the menu of another message',
      'the page of a group, as a member',
      'the members',
    ],
  },
  'I am an admin no longer': {
    mine: 2,
    act: (at) => roleSet(at, 1, 3),
    seenIn: [
      'the groups',
      'the menu of my message',
      'the menu of another message',
      'the page of a group',
      'the rules of a group',
      'the members',
      'the menu of a member',
      'the form that mutes',
      'those to remove',
    ],
  },
  'the group becomes mine': {
    mine: 2,
    act: (at) => ownerSet(at, 1),
    seenIn: ['what is rarely done with a group', 'the members', 'the menu of a member', 'the menu of a chat'],
  },
  'the group is mine no longer': {
    mine: 1,
    act: (at) => ownerSet(at, 2),
    seenIn: [
      'the question before the group is dissolved',
      'what is rarely done with a group',
      'the members',
      'the menu of a member',
      'the question before a removal',
      'the menu of a chat',
      'those to remove',
      'the menu of another message',
    ],
  },
  'another member becomes an admin': {
    act: (at) => roleSet(at, 4, 2),
    seenIn: [
      'a group chat of a member',
      'the members',
      'the menu of a member',
      'the menu of a member, as an admin',
    ],
  },
  'an admin is one no longer': {
    act: (at) => roleSet(at, 2, 3),
    seenIn: ['a group chat of an admin', 'the members', 'the menu of a member, as an admin'],
  },
  'only those who lead may write': {
    act: (at) => ruled(at, { nospeak: 1 }),
    seenIn: [
      'a thread of a group',
      'a group chat of a member',
      'the menu of my message',
      'the menu "Attach"',
      'the rules of a group',
    ],
  },
  'all may write again': {
    before: (at) => ruled(at, { nospeak: 1 }),
    act: (at) => ruled(at, { nospeak: 0 }),
    seenIn: [
      'a thread of a group',
      'a group chat of a member',
      'the menu of my message',
      'the rules of a group',
    ],
  },
  'members may no longer do what they might': {
    act: (at) => ruled(at, { invite: false, media: false }),
    seenIn: ['the menu "Attach"', 'the page of a group, as a member', 'the rules of a group'],
  },
  'members may pin and look at others': {
    act: (at) => ruled(at, { pin: true, profile: true }),
    seenIn: ['the menu of my message', 'the rules of a group'],
  },
  'I am muted': {
    act: (at) => muted(at, 1, inAnHour),
    seenIn: [
      'a thread of a group',
      'a group chat of a member',
      'the menu of my message',
      'the menu of another message',
      'the menu "Attach"',
    ],
  },
  'I am muted no longer': {
    before: (at) => muted(at, 1, inAnHour),
    act: (at) => muted(at, 1, 0),
    seenIn: ['a thread of a group', 'a group chat of a member', 'the menu of my message'],
  },
  'the time of my mute is over': {
    before: (at) => muted(at, 1, inAnHour),
    act: (at) => minute(at, HOUR + 1_000),
    seenIn: ['a thread of a group', 'a group chat of a member', 'the menu of my message'],
  },
  'another member is muted': {
    act: (at) => muted(at, 4, inAnHour),
    seenIn: ['the members', 'the menu of a member'],
  },
  'the time of another mute is over': {
    before: (at) => muted(at, 4, inAnHour),
    act: (at) => minute(at, HOUR + 1_000),
    seenIn: ['the members', 'the menu of a member'],
  },
  'a friend is called otherwise': {
    act: (at) => profiled(at, BELA, 'Berta'),
    seenIn: [
      ...WHERE_A_FRIEND_IS,
      'the inbox',
      'the question before a friend goes',
      'the menu of a message in two',
    ],
  },
  'a friend has another picture': {
    act: (at) => profiled(at, BELA, 'Bela', '/a/2.png'),
    seenIn: WHERE_A_FRIEND_IS,
  },
  'a member is called otherwise': {
    act: (at) => profiled(at, DAN, 'Daniel'),
    seenIn: [
      'a thread of a group',
      'the inbox',
      'a group chat of a member',
      'the page of a group',
      'the members',
      'the menu of a member',
      'the form that mutes',
      'those to remove',
      'the page of a member',
    ],
  },
  'I give a friend a name of my own': {
    act: (at) => remarked(at, BELA, 'Bee'),
    seenIn: [...WHERE_A_FRIEND_IS, 'the inbox'],
  },
  'the group is called otherwise': {
    act: (at) => at.receive({ type: 'groupRenamed', ...inGroup, name: 'Climbers' }),
    seenIn: [
      'a thread of a group',
      'the inbox',
      'the archived chats',
      'the list of chats',
      'the menu of a chat',
      'a group chat of a member',
      'the page of a group',
      'the members',
      'the switcher',
    ],
  },
  'the notice is another': {
    act: (at) => at.receive({ type: 'groupNoticeSet', ...inGroup, notice: 'bring ropes' }),
    seenIn: ['a group chat of a member', 'the page of a group'],
  },
  'I am called otherwise': {
    act: (at) => renamedMyself(at, 'Lin'),
    seenIn: ['my own page', 'the members', 'the page of a group'],
  },
  'a mention comes': {
    act: (at) => {
      at.inbox = [inboxEntry(4, 2, 'Bela'), ...at.inbox];
      const mention = message(4, { from: by(2, 'Bela'), content: 'mention 4', at: [1] });
      return at.receive(postedEvent(GROUP, mention));
    },
    seenIn: ['the inbox', 'the list of chats', 'the archived chats'],
  },
  'the theme is another': {
    act: () => happens(() => writeSetting('theme', 'dark')),
    seenIn: ['the settings'],
  },
  'the language is another': {
    act: async (at) => {
      at.language = 'zh-CN';
      if (!(await setLanguage('zh-CN'))) throw new Error('no texts');
    },
    seenIn: [
      'a thread of a group',
      'the inbox',
      'the groups',
      'the archived chats',
      'the question before a removal',
      'the list of chats',
      'the menu of a chat',
      'the menu "+" of the list',
      'a group chat of an admin',
      'the menu of my message',
      'the menu "Attach"',
      'the page of a group',
      'the rules of a group',
      'the members',
      'the menu of a member',
      'the form that mutes',
      'those to remove',
      'the address book',
      'the menu of the address book',
      'the page of a friend',
      'the ways to call',
      'the switcher',
      'a call',
      'the settings',
    ],
  },
  'I block a friend': {
    act: (at) => at.receive({ type: 'blockSet', user: BELA, on: true }),
    seenIn: [
      'a thread of a group',
      'the inbox',
      'a group chat of a member',
      'a chat of two',
      'the menu of a message in two',
      'the page of a friend',
      'the list of chats',
    ],
  },
  'a friend is one no longer': {
    act: (at) => {
      unfriended(at, 2);
      return at.receive(left('2', 'unfriended'));
    },
    seenIn: [
      'the question before a friend goes',
      'the list of chats',
      'a chat of two',
      'the menu of a message in two',
      'the page of a friend',
      'the ways to call',
      'the address book',
      'those to forward to',
      'the switcher',
    ],
  },
  'the account of a friend is erased': {
    act: async (at) => {
      unfriended(at, 2);
      await profiled(at, 2, 'Deleted account');
      await at.receive(left('2', 'unfriended'));
    },
    seenIn: [
      'the list of chats',
      'a group chat of a member',
      'the members',
      'the page of a group',
      'the page of a friend',
      'those to remove',
      'the address book',
    ],
  },
  'a member is removed': {
    act: (at) => {
      at.members = at.members.filter(({ user }) => user !== 4);
      return at.receive({ type: 'groupMemberRemoved', ...inGroup, user: DAN, avatar: '', members: 3 });
    },
    seenIn: [
      'the question before a removal',
      'a group chat of a member',
      'the page of a group',
      'the members',
      'the menu of a member',
      'the form that mutes',
      'those to remove',
    ],
  },
  'the group is dissolved': {
    act: (at) => at.receive(left(GROUP, 'dissolved')),
    seenIn: [
      'the inbox',
      'the archived chats',
      'the list of chats',
      'the menu of a chat',
      'a group chat of a member',
      'the menu of my message',
      'the menu "Attach"',
      'the page of a group',
      'the rules of a group',
      'the members',
      'the menu of a member',
      'the form that mutes',
      'those to remove',
      'those to forward to',
      'the switcher',
    ],
  },
  'I am removed': {
    act: (at) => at.receive(left(GROUP, 'removed')),
    seenIn: [
      'a thread of a group',
      'the inbox',
      'the list of chats',
      'a group chat of a member',
      'the menu of another message',
      'the page of a group, as a member',
      'the members',
    ],
  },
  'the server allows less': {
    act: (at) =>
      configured(at, () => ({
        chatInfo: {
          webrtc: false,
          groupChat: false,
          dbDelMsg: false,
          redoTimeSec: 0,
          editTimeSec: 0,
          simpleChat: false,
          online: false,
        },
        sysInfo: { diyName: false },
      })),
    seenIn: [
      'the menu of my message',
      'the menu "+" of the list',
      'the menu of the address book',

      'a chat of two',
      'the menu of a message in two',

      'the page of a chat of two',
    ],
  },
  'the server lets nobody delete any more': {
    act: (at) => configured(at, () => ({ chatInfo: { dbDelMsg: false } })),
    seenIn: ['the menu of my message'],
  },
  'the server is a closed organisation': {
    act: (at) => configured(at, () => ({ sysInfo: { runMode: 1 } })),
    seenIn: [
      'the menu "+" of the list',
      'the menu of the address book',
      'the address book',
      'what is rarely done with a friend',
      'the page of a member',
    ],
  },
};
