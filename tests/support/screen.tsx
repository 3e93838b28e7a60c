import { act, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, TestRunner } from 'vitest';
import type { Client } from '../../src/client/interface/client.ts';
import { type Language, pageTexts, startTexts } from '../../src/app/i18n/index.ts';
import { textsNow } from '../../src/app/i18n/shown.ts';
import { App } from '../../src/app/app.tsx';
import { Hosts } from '../../src/app/hosts.tsx';

/** Screens in a pretended browser, found by role and name as a screen reader would. */
export interface Screen {
  readonly root: HTMLElement;
  text(): string;
  /** The first element of a role (tag name or `role`) whose words or label contain the name. */
  find(role: string, name?: string | RegExp): HTMLElement;
  all(role: string): readonly HTMLElement[];
  press(element: Element): Promise<void>;
  key(element: Element, key: string): Promise<void>;
  type(element: Element, value: string): Promise<void>;
  /** Selects an entry of the browser's own list. */
  choose(element: HTMLElement, value: string): Promise<void>;
  close(): void;
}

const open = new Set<Screen>();

/** Ends every screen of a test; for `afterEach`. */
export function closeScreens(): void {
  for (const screen of open) screen.close();
  open.clear();
  document.body.replaceChildren();
  localStorage.clear();
  location.hash = '';
}

// A module that a test loads again closes the screens of that test only by `closeScreens`.
if (TestRunner.getCurrentTest() === undefined) afterEach(closeScreens);

/** A part of the kit or a page, inside everything it may ask for. */
export const showPart = (client: Client, part: ReactNode, language: Language = 'en'): Promise<Screen> =>
  show(<Hosts client={client}>{part}</Hosts>, language);

/** The whole app at a path. */
export function showApp(client: Client, path = '/', language: Language = 'en'): Promise<Screen> {
  location.hash = `#${path}`;
  return show(<App client={client} />, language);
}

let startedLanguage: Language | null = null;

/** Starts the texts, which takes 10 ms, unless an earlier screen started the same language. */
async function ensureTexts(language: Language): Promise<void> {
  if (startedLanguage === language && textsNow().language === language) return;
  await startTexts(language);
  startedLanguage = language;
}

async function show(element: ReactNode, language: Language): Promise<Screen> {
  await ensureTexts(language);
  // A part that is shown without its page still finds all texts.
  await pageTexts();
  const host = document.body.appendChild(document.createElement('div'));
  const root = createRoot(host);
  await happens(() => root.render(element));
  const screen = screenOf(host, () => root.unmount());
  open.add(screen);
  return screen;
}

const all = (role: string): readonly HTMLElement[] => [
  ...document.querySelectorAll<HTMLElement>(
    role.startsWith('[') ? role : `${TAGS[role] ?? role},[role=${role}]`,
  ),
];

function screenOf(root: HTMLElement, close: () => void): Screen {
  return {
    root,
    text: () => document.body.textContent ?? '',
    all,
    find: (role, name = '') => {
      const match = all(role).find((element) => matches(nameOf(element), name));
      if (match === undefined)
        throw new Error(`no ${role} "${String(name)}" in: ${document.body.innerHTML.slice(0, 2_000)}`);
      return match;
    },
    press: (element) =>
      happens(() => element.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }))),
    key: (element, key) =>
      happens(() =>
        element.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })),
      ),
    type: (element, value) =>
      happens(() => {
        // React watches the setter of the prototype.
        Object.getOwnPropertyDescriptor(Object.getPrototypeOf(element), 'value')?.set?.call(element, value);
        element.dispatchEvent(new Event('input', { bubbles: true }));
      }),
    choose: (element, value) =>
      happens(() => {
        (element as HTMLSelectElement).value = value;
        element.dispatchEvent(new Event('change', { bubbles: true }));
      }),
    close,
  };
}

const TAGS: Readonly<Record<string, string>> = {
  link: 'a',
  heading: 'h1,h2',
  listitem: 'li',
  textbox: 'input',
  list: 'ul',
  tab: '[role=tab]',
  dialog: '[role=alertdialog]',
};
const nameOf = (element: HTMLElement): string =>
  element.getAttribute('aria-label') ?? element.textContent ?? '';
const matches = (text: string, name: string | RegExp): boolean =>
  typeof name === 'string' ? text.includes(name) : name.test(text);

/** Lets something happen outside React and be drawn. What comes later is waited for by `vi.waitFor`. */
export async function happens(run: () => unknown): Promise<void> {
  Reflect.set(globalThis, 'IS_REACT_ACT_ENVIRONMENT', true);
  await act(async () => void run());
  Reflect.set(globalThis, 'IS_REACT_ACT_ENVIRONMENT', false);
}
