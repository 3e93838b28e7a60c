import { go, type Look, narrow, type Person, wide } from './browser.ts';
import { measureCall, smallPictures } from './calls/people.ts';
import { newGroup } from './http-user.ts';
import { type Absent, type Arrived, befriendAll, bubble, button, openWindows } from './person.ts';
import type { ServerOptions } from './server.ts';
import type { Stage } from './stage.ts';
import type { TextKey } from './texts.ts';

const NAMES = { a: '安小满', b: 'Bela Hill', c: 'Cleo Moor' } as const;
const GROUP = '周末爬山 Hiking';

type Which = keyof typeof NAMES;
type Looks = Partial<Record<Which, Look | 'away'>>;
type Hiker<L extends Looks, W extends Which> = L[W] extends 'away' ? Absent : Arrived;

interface Hikers<L extends Looks> {
  readonly url: string;
  /** A friend of the other two, and the owner of the group. */
  readonly a: Hiker<L, 'a'>;
  readonly b: Hiker<L, 'b'>;
  readonly c: Hiker<L, 'c'>;
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
 * language. With options the test has its own server.
 */
export async function meetHikers<const L extends Looks = { readonly a?: Look }>(
  stage: Stage,
  looks?: L,
  options?: ServerOptions,
): Promise<Hikers<L>> {
  const { url } = await (options ? stage.server(options) : stage.commonServer());
  const people = (['a', 'b', 'c'] as const).map((which) => {
    const look: Look | 'away' | undefined = looks?.[which];
    return [NAMES[which], look === 'away' ? look : { ...LOOKS[which], ...look }] as const;
  });
  const users = await befriendAll(url, people);
  const [owner, ...others] = users;
  if (owner === undefined) throw new Error('nobody is there');
  const groupId = await newGroup(owner, others, GROUP);
  const [a, b, c] = await openWindows(stage, url, users, people);
  return { url, a, b, c, group: GROUP, groupId } as Hikers<L>;
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

type Callers = readonly [Person, Person, Person, Person];

const CALLERS = [
  ['Ada Sea', { language: 'en', size: wide }],
  ['Ben Sea', { language: 'en', size: narrow }],
  ['Cai Sea', { language: 'zh-CN', size: wide }],
  ['Dan Sea', { language: 'en', size: wide }],
] as const;

/** The tone that the microphone of each of the four gives, in Hz. */
export const TONES = [400, 600, 800, 1_000] as const;

/** Four users with windows beside a group of theirs; none is in its call yet. */
export async function meetCallers(
  stage: Stage,
  url: string,
  prepare: (person: Person) => Promise<unknown> = async () => undefined,
) {
  const users = await befriendAll(url, CALLERS);
  const [owner, ...others] = users;
  if (owner === undefined) throw new Error('nobody is there');
  const groupId = await newGroup(owner, others, 'Four at sea');
  const people: Callers = await openWindows(stage, url, users, CALLERS);
  for (const [no, person] of people.entries()) {
    await person.page.addInitScript(smallPictures);
    await person.page.addInitScript(measureCall, TONES[no] ?? 0);
    await prepare(person);
    await person.page.reload();
  }
  return { people, groupId };
}

/** Joins the call with a picture, or begins it. */
export async function joinCall(person: Person, groupId: string): Promise<void> {
  const { t } = person;
  await go(person, `/pages/message/call?group=${groupId}`);
  await button(person, t('gcall.joinVideo'))
    .or(button(person, t('gcall.startVideo')))
    .click();
  await button(person, t('gcall.leave')).waitFor();
}

/** The owner of the group removes a user from the call. */
export async function removeFromCall(owner: Person, other: Person): Promise<void> {
  await button(owner, owner.t('gcall.actionsFor', { name: other.name })).click();
  await entry(owner, 'gcall.remove').click();
  await button(owner, owner.t('gcall.remove')).click();
  await other.page.getByText(other.t('gcall.removed')).first().waitFor();
}
