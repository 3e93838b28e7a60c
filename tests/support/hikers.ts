import { type Look, narrow, type Person, wide } from './browser.ts';
import { arrive, type Arrived, befriended, bubble, grouped } from './person.ts';
import type { ServerOptions } from './server.ts';
import type { Stage } from './stage.ts';
import type { TextKey } from './texts.ts';

const NAMES = { a: '安小满', b: 'Bela Hill', c: 'Cleo Moor' } as const;
const GROUP = '周末爬山 Hiking';

interface Hikers {
  readonly url: string;
  /** A friend of the other two, and the owner of the group. */
  readonly a: Arrived;
  readonly b: Arrived;
  readonly c: Arrived;
  /** The name of their group. */
  readonly group: string;
  readonly groupId: string;
}

const LOOKS = {
  a: { language: 'zh-CN', size: wide },
  b: { language: 'en', size: narrow },
  c: { language: 'en', size: wide },
} as const;

/**
 * Three users in a group, in separate windows and two languages. An action of one reaches the others in their
 * language.
 */
export async function meetHikers(
  stage: Stage,
  looks: Partial<Record<'a' | 'b' | 'c', Look>> = {},
  options?: ServerOptions,
): Promise<Hikers> {
  const { url } = await stage.server(options);
  const enter = async (which: 'a' | 'b' | 'c') =>
    stage.watch(await arrive(stage.browser, url, NAMES[which], { ...LOOKS[which], ...looks[which] }));
  const [a, b, c] = [await enter('a'), await enter('b'), await enter('c')];
  await befriended(a, b);
  await befriended(a, c);
  return { url, a, b, c, group: GROUP, groupId: await grouped(a, [b, c], GROUP) };
}

/** Finds an entry of an open menu, which is a sheet of buttons when narrow. */
export const entry = (person: Person, key: TextKey | RegExp) => {
  const name = typeof key === 'string' ? person.t(key) : key;
  return person.page
    .getByRole('menuitem', { name, exact: true })
    .or(person.page.getByRole('dialog').getByRole('button', { name, exact: true }))
    .first();
};

/** Opens the menu of a message with the mouse. */
export async function openMenu(person: Person, chat: string, words: string): Promise<void> {
  await bubble(person, chat, words).first().click({ button: 'right' });
  await entry(person, 'menu.copy').waitFor();
}

export async function choose(person: Person, chat: string, words: string, key: TextKey): Promise<void> {
  await openMenu(person, chat, words);
  await entry(person, key).click();
}
