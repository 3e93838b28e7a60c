import type { Language } from '../../src/app/i18n/shown.ts';
import { type Look, narrow, type Person, wide } from './browser.ts';
import { arrive, type Arrived, befriended, bubble, grouped } from './person.ts';
import type { ServerOptions } from './server.ts';
import type { Stage } from './stage.ts';
import type { TextKey } from './texts.ts';

const NAMES = {
  'zh-CN': { a: '安小满', b: '白露露', c: '谷雨生', group: '周末爬山' },
  en: { a: 'Anna Lake', b: 'Bela Hill', c: 'Cleo Moor', group: 'Hiking' },
} as const;

interface Hikers {
  readonly url: string;
  /** Whose friends the others are, and whose group it is. */
  readonly a: Arrived;
  readonly b: Arrived;
  readonly c: Arrived;
  /** The name of their group. */
  readonly group: string;
  readonly groupId: string;
}

const LOOKS = { a: { size: wide }, b: { size: narrow }, c: { size: wide } } as const;

/** Three people in a group of theirs, at windows of their own, in one language. */
export async function meetHikers(
  stage: Stage,
  language: Language,
  looks: Partial<Record<'a' | 'b' | 'c', Look>> = {},
  options?: ServerOptions,
): Promise<Hikers> {
  const { url } = await stage.server(options);
  const { group, ...names } = NAMES[language];
  const enter = async (which: 'a' | 'b' | 'c') =>
    stage.watch(
      await arrive(stage.browser, url, names[which], { language, ...LOOKS[which], ...looks[which] }),
    );
  const [a, b, c] = [await enter('a'), await enter('b'), await enter('c')];
  await befriended(a, b);
  await befriended(a, c);
  return { url, a, b, c, group, groupId: await grouped(a, [b, c], group) };
}

/** Of an open menu, which is a sheet of buttons when narrow. */
export const entry = (person: Person, key: TextKey | RegExp) => {
  const name = typeof key === 'string' ? person.t(key) : key;
  return person.page
    .getByRole('menuitem', { name, exact: true })
    .or(person.page.getByRole('dialog').getByRole('button', { name, exact: true }))
    .first();
};

/** Of a message, by the mouse. */
export async function openMenu(person: Person, chat: string, words: string): Promise<void> {
  await bubble(person, chat, words).first().click({ button: 'right' });
  await entry(person, 'menu.copy').waitFor();
}

export async function choose(person: Person, chat: string, words: string, key: TextKey): Promise<void> {
  await openMenu(person, chat, words);
  await entry(person, key).click();
}
