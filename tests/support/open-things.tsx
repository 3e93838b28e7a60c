import { vi } from 'vitest';
import type { Role } from '../../src/domain/contact.ts';
import Switcher from '../../src/app/screens/chats/switcher/switcher.tsx';
import type { TFunction } from 'i18next';
import { textsNow } from '../../src/app/i18n/shown.ts';
import { GROUP, type Scene } from './open-scene.ts';
import { closeScreens, happens, type Screen, showApp, showPart } from './screen.tsx';
import { callOf } from './scripted-calls.ts';
import { seenNow } from './seen.ts';

/** Presses an element. Returns false if it is missing. */
type Step = (screen: Screen) => Promise<boolean>;
const pressed = async (screen: Screen, found: Element | undefined): Promise<boolean> => {
  if (found) await screen.press(found);
  return found !== undefined;
};
/** Removes the direction marks around names. */
const plain = (words: string): string => words.replaceAll(/[\u2066-\u2069\u200e\u200f]/g, '');
const nameOf = (one: Element): string => plain(one.getAttribute('aria-label') ?? one.textContent ?? '');
/** Presses an element by its label in the current language. */
const press =
  (words: (t: TFunction) => string, role = 'button'): Step =>
  (screen) => {
    const name = plain(words(textsNow().t));
    return pressed(
      screen,
      screen.all(role).find((one) => nameOf(one) === name),
    );
  };
const item = (words: (t: TFunction) => string): Step => press(words, '[role=menuitem]');
const dotsIn = (box: Element | null | undefined, title: string): Element | undefined =>
  [...(box?.querySelectorAll('button') ?? [])].find((one) => one.title === title);
/** Opens the menu of the message with this text. */
const messageMenu =
  (words: string): Step =>
  (screen) =>
    pressed(
      screen,
      dotsIn(
        screen.all('[data-message]').find((one) => one.textContent?.includes(words)),
        textsNow().t('a11y.openMenu'),
      ),
    );
const rowMenu =
  (chat: string): Step =>
  (screen) =>
    pressed(
      screen,
      dotsIn(document.querySelector(`[data-chat="${chat}"]`)?.closest('li'), textsNow().t('home.rowMenu')),
    );

/** Finds a member by the beginning of the name, which may change. */
const memberMenu =
  (name: string): Step =>
  (screen) =>
    pressed(
      screen,
      screen
        .all('button')
        .find((one) => one.getAttribute('aria-haspopup') === 'menu' && nameOf(one).includes(name)),
    );

export interface Thing {
  /** The user's first role in the group; owner by default. */
  readonly mine?: Role;
  readonly path?: string;
  readonly part?: (scene: Scene) => React.ReactNode;
  readonly before?: (scene: Scene) => void;
  readonly steps?: readonly Step[];
}

const chat = `/pages/message/chat?id=${GROUP}`;
const info = `/pages/message/detail?id=${GROUP}`;
const members = `/pages/message/group/groupUser?group_id=${GROUP}`;

/** All that can be open while something changes. */
export const THINGS: Readonly<Record<string, Thing>> = {
  'the list of chats': { path: '/' },
  'the menu of a chat': { path: '/', steps: [rowMenu(GROUP)] },
  'the menu "+" of the list': { path: '/', steps: [press((t) => t('common.add'))] },
  'a group chat of a member': { path: chat, mine: 3 },
  'a group chat of an admin': { path: chat, mine: 2 },
  'the menu of my message': { path: chat, mine: 3, steps: [messageMenu('my words')] },
  'the menu of another message': { path: chat, mine: 2, steps: [messageMenu('words of Dan')] },
  'the menu "Attach"': { path: chat, mine: 3, steps: [press((t) => t('plus.open'))] },
  'a chat of two': { path: '/pages/message/chat?id=2' },
  'the menu of a message in two': { path: '/pages/message/chat?id=2', steps: [messageMenu('hello')] },
  'the page of a group': { path: info },
  'the page of a group, as a member': { path: info, mine: 3 },
  'what is rarely done with a group': { path: info, steps: [press((t) => t('common.more'))] },
  'the rules of a group': { path: info, mine: 2, steps: [press((t) => t('gman.title'))] },
  'the page of a chat of two': { path: '/pages/message/detail?id=2' },
  'the members': { path: members },
  'the menu of a member': { path: members, steps: [memberMenu('Dan')] },
  'the menu of a member, as an admin': {
    path: members,
    mine: 2,
    steps: [memberMenu('Dan')],
  },
  'the form that mutes': {
    path: members,
    mine: 2,
    steps: [memberMenu('Dan'), item((t) => t('gmem.mute'))],
  },
  'the question before a removal': {
    path: members,
    steps: [memberMenu('Dan'), item((t) => t('gmem.remove'))],
  },
  'the question before the group is dissolved': {
    path: info,
    steps: [press((t) => t('common.more')), item((t) => t('ginfo.dissolve'))],
  },
  'the question before a friend goes': {
    path: '/pages/contacts/detail?id=2',
    steps: [press((t) => t('common.more')), item((t) => t('friend.delete'))],
  },
  'those to remove': { path: `/pages/index/userSelection?type=6&contact_id=${GROUP}` },
  'those to forward to': { path: `/pages/index/userSelection?type=3&contact_id=${GROUP}&msg_id=1` },
  'the address book': { path: '/pages/contacts/index' },
  'the menu of the address book': { path: '/pages/contacts/index', steps: [press((t) => t('common.add'))] },
  'the page of a friend': { path: '/pages/contacts/detail?id=2' },
  'what is rarely done with a friend': {
    path: '/pages/contacts/detail?id=2',
    steps: [press((t) => t('common.more'))],
  },
  'the page of a member': { path: '/pages/contacts/detail?id=4' },
  'the ways to call': { path: '/pages/contacts/detail?id=2', steps: [press((t) => t('call.way'))] },
  'the switcher': { part: () => <Switcher onClose={() => undefined} /> },
  'a call': {
    path: '/pages/message/call?id=2',
    before: ({ client }) => client.calls.show(callOf({ peer: 2 as never, name: 'Bela', stage: 'talking' })),
  },
  'my own page': { path: '/?view=me' },
  'the settings': { path: '/pages/mine/setting' },
};

/** Drawn, with the code that came for it. */
export async function settled({ path }: Thing): Promise<readonly string[]> {
  let before = '';
  for (let same = 0; same < 2;) {
    await vi.dynamicImportSettled();
    await happens(() => new Promise((next) => requestAnimationFrame(next)));
    const now = seenNow({ withList: path === '/' });
    same = now.join('\n') === before ? same + 1 : 0;
    before = now.join('\n');
  }
  return before.split('\n');
}

/** Opens the layer step by step, at most this number of steps. */
export async function opened(
  thing: Thing,
  scene: Scene,
  most = Infinity,
): Promise<{ readonly steps: number; readonly seen: readonly string[] }> {
  const { language } = scene;
  const screen = thing.part
    ? await showPart(scene.client, thing.part(scene), language)
    : await showApp(scene.client, thing.path, language);
  let seen = await settled(thing);
  let steps = 0;
  for (const step of thing.steps ?? []) {
    if (steps === most || !(await step(screen))) break;
    steps += 1;
    seen = await settled(thing);
  }
  return { steps, seen };
}

export const closed = closeScreens;
