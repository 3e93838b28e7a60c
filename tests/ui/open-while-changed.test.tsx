import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { TFunction } from 'i18next';
import '../support/node-names.ts';
import '../support/pretended-layout.ts';
import { indexOf } from '../../src/client/state/contact-index.ts';
import { addressBook } from '../../src/client/state/address-book.ts';
import { CHANGES } from '../support/open-changes.ts';
import { answers, archived, GROUP, openThread, scene, type Scene } from '../support/open-scene.ts';
import { scriptedClient, stateWith } from '../support/scripted-client.ts';
import { NOON } from '../support/server-changes.ts';
import type { Role } from '../../src/domain/contact.ts';
import Switcher from '../../src/app/screens/chats/switcher/switcher.tsx';
import { textsNow } from '../../src/app/i18n/shown.ts';
import { closeScreens, happens, type Screen, showApp, showPart } from '../support/screen.tsx';
import { callOf } from '../support/scripted-calls.ts';

/** Attributes that a user or a screen reader notices. */
const NOTICED = [
  'role',
  'aria-label',
  'aria-checked',
  'aria-disabled',
  'aria-pressed',
  'aria-selected',
  'aria-current',
  'disabled',
  'title',
  'placeholder',
  'src',
  'href',
] as const;

/** Temporary elements: toasts and announcements for screen readers. */
const isPassing = (element: Element): boolean =>
  /^(?:script|style|svg)$/i.test(element.tagName) ||
  element.hasAttribute('aria-live') ||
  element.hasAttribute('data-base-ui-focus-guard');

/** The list of chats, which is beside other pages and shows nearly every change. */
const isList = (element: Element): boolean =>
  element.tagName === 'UL' && element.querySelector('a[data-chat]') !== null;

/** The visible page, one line for each element with text or a label. */
function listSeen({ withList }: { readonly withList: boolean }): readonly string[] {
  const lines: string[] = [];
  const look = (element: Element): void => {
    if (isPassing(element) || (!withList && isList(element))) return;
    const words = [...element.childNodes]
      .filter(({ nodeType }) => nodeType === Node.TEXT_NODE)
      .map(({ textContent }) => textContent ?? '')
      .join('');
    const names = element.getAttributeNames();
    const meaning = NOTICED.filter((name) => names.includes(name)).map(
      (name) => `${name}=${element.getAttribute(name)}`,
    );
    const typed =
      element instanceof HTMLInputElement ? [`value=${element.value}`, `checked=${element.checked}`] : [];
    if (words.trim() !== '' || meaning.length > 0 || typed.length > 0)
      lines.push([element.tagName.toLowerCase(), ...meaning, ...typed, words.trim()].join(' ').trim());
    for (const child of element.children) look(child);
  };
  look(document.body);
  return lines;
}

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

interface Thing {
  /** The user's first role in the group; owner by default. */
  readonly mine?: Role;
  readonly path?: string;
  readonly part?: (scene: Scene) => React.ReactNode;
  readonly before?: (scene: Scene) => void;
  readonly steps?: readonly Step[];
}

const chat = `/pages/message/chat?id=${GROUP}`;
const info = `/pages/message/detail?id=${GROUP}`;
const ARCHIVE = '/pages/index/archived';
const members = `/pages/message/group/groupUser?group_id=${GROUP}`;

/** All that can be open while something changes. */
const THINGS: Readonly<Record<string, Thing>> = {
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
  'a thread of a group': {
    path: `/pages/message/thread?id=${GROUP}&root=1`,
    mine: 3,
    before: openThread,
  },
  'the inbox': { path: '/pages/mine/inbox' },
  'the groups': { path: '/pages/contacts/group?tab=managed' },
  'the archived chats': { path: ARCHIVE, before: archived },
  'my own page': { path: '/?view=me' },
  'the settings': { path: '/pages/mine/setting' },
};

/** Drawn, with the code that came for it. */
async function settle({ path }: Thing): Promise<readonly string[]> {
  let before = '';
  for (let same = 0; same < 2;) {
    await vi.dynamicImportSettled();
    await happens(() => new Promise((next) => requestAnimationFrame(next)));
    const now = listSeen({ withList: path === '/' || path === ARCHIVE });
    same = now.join('\n') === before ? same + 1 : 0;
    before = now.join('\n');
  }
  return before.split('\n');
}

/** Opens the layer step by step, at most this number of steps. */
async function opened(
  thing: Thing,
  scene: Scene,
  most = Infinity,
): Promise<{ readonly steps: number; readonly seen: readonly string[] }> {
  const { language } = scene;
  const screen = thing.part
    ? await showPart(scene.client, thing.part(scene), language)
    : await showApp(scene.client, thing.path, language);
  let observations = await settle(thing);
  let steps = 0;
  for (const step of thing.steps ?? []) {
    if (steps === most || !(await step(screen))) break;
    steps += 1;
    observations = await settle(thing);
  }
  return { steps, seen: observations };
}

const closed = closeScreens;

// @vitest-environment happy-dom

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: NOON });
});
afterEach(() => {
  closed();
  vi.useRealTimers();
});

/** The same thing opened only after the change, by the same steps. */
async function anew(thing: Thing, at: Scene, steps: number): Promise<readonly string[]> {
  closed();
  const state = at.client.store.get();
  // Prevents cached parts of an older state from passing as parts of the current one.
  addressBook(stateWith([]));
  const contacts = indexOf([...state.contacts].map((one) => ({ ...one })));
  const client = scriptedClient({ ...state, contacts }, answers(at));
  client.calls.show(at.client.calls.get());
  // A layer that can no longer be opened is gone, and so is the menu that led to it.
  const again = await opened(thing, { ...at, client }, steps);
  if (again.steps === steps) return again.seen;
  closed();
  client.calls.show(at.client.calls.get());
  return (await opened(thing, { ...at, client }, 0)).seen;
}

const CASES = Object.entries(CHANGES).flatMap(([what, change]) =>
  change.seenIn.map((name) => [name, what, change] as const),
);

describe('open layers during changes', () => {
  it.each(CASES)('UI-150: %s shows that %s as if it were opened then', async (name, _, change) => {
    const thing = THINGS[name];
    if (thing === undefined) expect.fail('no such thing');
    const at = scene(change.mine ?? thing.mine);
    await change.before?.(at);
    thing.before?.(at);
    const { steps, seen: before } = await opened(thing, at);
    expect(steps).toBe(thing.steps?.length ?? 0);
    await change.act(at);
    const after = await settle(thing);
    expect(after).not.toEqual(before);
    expect(after).toEqual(await anew(thing, at, steps));
  });

  it('UI-150: each thing that can be open is looked at', () => {
    const looked = new Set(CASES.map(([name]) => name));
    expect(Object.keys(THINGS).filter((name) => !looked.has(name))).toEqual([]);
  });
});
