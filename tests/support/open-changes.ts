import { vi } from 'vitest';
import { setLanguage } from '../../src/app/i18n/shown.ts';
import { writeSetting } from '../../src/app/platform/settings.ts';
import type { GlobalConfig } from '../../src/domain/config.ts';
import { DEFAULT_GROUP_SETTING } from '../../src/domain/contact.ts';
import type { ServerEvent } from '../../src/domain/events.ts';
import { contactId, userId } from '../../src/domain/ids.ts';
import { local, run } from './contacts.ts';
import { BELA, DAN, GROUP, type Scene } from './open-scene.ts';
import { happens } from './screen.tsx';

export const NOON = Date.UTC(2026, 2, 2, 12);
const inGroup = { conversation: GROUP } as const;

function member(at: Scene, user: number, part: Partial<Scene['members'][number]>): void {
  at.members = at.members.map((one) => (one.user === user ? { ...one, ...part } : one));
}
const roleSet = (at: Scene, user: number, role: 2 | 3): Promise<void> => {
  member(at, user, { role });
  return at.told({ type: 'groupManagerSet', ...inGroup, user: userId(user), role, avatar: '' });
};
const ownerSet = (at: Scene, user: number): Promise<void> => {
  const former = at.members.find(({ role }) => role === 1)?.user ?? 0;
  member(at, former, { role: 3 });
  member(at, user, { role: 1 });
  return at.told({ type: 'groupOwnerChanged', ...inGroup, user: userId(user) });
};
const muted = (at: Scene, user: number, untilSec: number): Promise<void> => {
  member(at, user, { mutedUntilSec: untilSec });
  return at.told({ type: 'memberMuted', ...inGroup, user: userId(user), untilSec });
};
const ruled = (at: Scene, setting: Partial<typeof DEFAULT_GROUP_SETTING>): Promise<void> =>
  at.told({ type: 'groupSettingSet', ...inGroup, setting: { ...DEFAULT_GROUP_SETTING, ...setting } });
function configured(
  at: Scene,
  change: (config: GlobalConfig) => { readonly [K in keyof GlobalConfig]?: Partial<GlobalConfig[K]> },
): Promise<void> {
  const { config } = at.client.store.get();
  const parts = change(config);
  return at.told({
    type: 'configSet',
    config: {
      ...config,
      sysInfo: { ...config.sysInfo, ...(parts.sysInfo as object) },
      chatInfo: { ...config.chatInfo, ...(parts.chatInfo as object) },
    },
  });
}
const profiled = (at: Scene, user: number, realname: string, avatar = ''): Promise<void> => {
  const known = at.cards.get(user);
  if (known) at.cards.set(user, { ...known, realname, displayName: realname, avatar });
  member(at, user, { displayName: realname, avatar });
  const profile = {
    user: userId(user),
    rev: 7,
    realname,
    avatar,
    namePy: realname,
    index: realname[0] ?? '#',
  };
  return at.told({ type: 'profilesSet', profiles: [profile] });
};
const remarked = (at: Scene, user: number, name: string): Promise<void> => {
  const known = at.cards.get(user);
  if (known?.friend)
    at.cards.set(user, { ...known, displayName: name, friend: { ...known.friend, nickname: name } });
  member(at, user, { displayName: name });
  return at.told({ type: 'remarkSet', user: userId(user), name });
};
const renamedMyself = (at: Scene, realname: string): Promise<void> => {
  const { self } = at.client.store.get();
  member(at, 1, { displayName: realname });
  const profile = { user: userId(1), rev: 7, realname, avatar: '', namePy: realname, index: 'L' };
  return at.told(
    { type: 'profileSet', self: { ...self!, realname } },
    { type: 'profilesSet', profiles: [profile] },
  );
};
const unfriended = (at: Scene, user: number): void => {
  const known = at.cards.get(user);
  if (known) at.cards.set(user, { ...known, friend: null });
};
const left = (id: string, why: 'removed' | 'dissolved' | 'unfriended'): ServerEvent => ({
  type: 'left',
  conversation: contactId(id),
  stream: null,
  until: null,
  why,
});
const minute = (at: Scene, ms: number): Promise<void> => {
  vi.setSystemTime(NOON + ms);
  const ticked = local({ type: 'minuteTicked', minute: Math.floor((NOON + ms) / 60_000) });
  return happens(() => at.client.set(run(at.client.store.get(), ticked).state));
};

export interface Change {
  /** What I am in the group before it. */
  readonly mine?: 1 | 2 | 3;
  readonly before?: (at: Scene) => Promise<unknown>;
  readonly act: (at: Scene) => Promise<unknown>;
  /** Where it is seen. */
  readonly seenIn: readonly string[];
}

const HOUR = 3_600_000;
const inAnHour = (NOON + HOUR) / 1_000;

/** All that can change, and where it is seen. */
export const CHANGES: Readonly<Record<string, Change>> = {
  'I become an admin': {
    mine: 3,
    act: (at) => roleSet(at, 1, 2),
    seenIn: [
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
    seenIn: ['the page of a group', 'the members', 'the menu of a member', 'the menu of a chat'],
  },
  'the group is mine no longer': {
    mine: 1,
    act: (at) => ownerSet(at, 2),
    seenIn: [
      'the question before the group is dissolved',
      'the page of a group',
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
      'a group chat of a member',
      'the menu of my message',
      'the menu "Attach"',
      'the rules of a group',
    ],
  },
  'all may write again': {
    before: (at) => ruled(at, { nospeak: 1 }),
    act: (at) => ruled(at, { nospeak: 0 }),
    seenIn: ['a group chat of a member', 'the menu of my message', 'the rules of a group'],
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
      'a group chat of a member',
      'the menu of my message',
      'the menu of another message',
      'the menu "Attach"',
    ],
  },
  'I am muted no longer': {
    before: (at) => muted(at, 1, inAnHour),
    act: (at) => muted(at, 1, 0),
    seenIn: ['a group chat of a member', 'the menu of my message'],
  },
  'the time of my mute is over': {
    before: (at) => muted(at, 1, inAnHour),
    act: (at) => minute(at, HOUR + 1_000),
    seenIn: ['a group chat of a member', 'the menu of my message'],
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
    act: (at) => profiled(at, BELA, 'Berta', '/a/2.png'),
    seenIn: [
      'the question before a friend goes',
      'the list of chats',
      'the menu of a message in two',
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
    ],
  },
  'a member is called otherwise': {
    act: (at) => profiled(at, DAN, 'Daniel', '/a/4.png'),
    seenIn: [
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
    seenIn: [
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
    ],
  },
  'the group is called otherwise': {
    act: (at) => at.told({ type: 'groupRenamed', ...inGroup, name: 'Climbers' }),
    seenIn: [
      'the list of chats',
      'the menu of a chat',
      'a group chat of a member',
      'the page of a group',
      'the members',
      'those to forward to',
      'the switcher',
    ],
  },
  'the notice is another': {
    act: (at) => at.told({ type: 'groupNoticeSet', ...inGroup, notice: 'bring ropes' }),
    seenIn: ['a group chat of a member', 'the page of a group'],
  },
  'I am called otherwise': {
    act: (at) => renamedMyself(at, 'Lin'),
    seenIn: ['my own page', 'the members', 'the page of a group'],
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
    act: (at) => at.told({ type: 'blockSet', user: BELA, on: true }),
    seenIn: [
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
      return at.told(left('2', 'unfriended'));
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
      await at.told(left('2', 'unfriended'));
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
      return at.told({ type: 'groupMemberRemoved', ...inGroup, user: DAN, avatar: '', members: 3 });
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
    act: (at) => at.told(left(GROUP, 'dissolved')),
    seenIn: [
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
    act: (at) => at.told(left(GROUP, 'removed')),
    seenIn: [
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
  'the server is a closed organisation': {
    act: (at) => configured(at, () => ({ sysInfo: { runMode: 1 } })),
    seenIn: [
      'the menu "+" of the list',
      'the menu of the address book',
      'the address book',
      'the page of a friend',
      'the page of a member',
    ],
  },
};
