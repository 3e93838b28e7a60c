// @vitest-environment happy-dom
import { expect, it } from 'vitest';
import '../support/node-names.ts';
import '../support/pretended-layout.ts';
import { userId } from '../../src/domain/ids.ts';
import { ok } from '../../src/domain/result.ts';
import { happens, type Screen, showApp } from '../support/screen.tsx';
import { lastText, scriptedClient, stateWith } from '../support/scripted-client.ts';
import { until } from '../support/until.ts';
import { aGroup, aContact } from '../support/contacts.ts';

/** Written, and typed by a user in search of it. */
const WORDS = [
  ['Réunion avec Jérôme', 'reunion'],
  ['Réunion avec Jérôme', 'jerome'],
  ['naïve façade', 'naive'],
  ['we don’t ship', "don't"],
  ['İstanbul ofisi', 'istanbul'],
  ['non‑breaking', 'non-breaking'],
] as const;
const NAMES = [...new Set(WORDS.map(([written]) => written))];

const group = aGroup({ ownerId: userId(1), role: 1, members: NAMES.length });
const members = NAMES.map((displayName, at) => ({
  user: userId(10 + at),
  role: 3 as const,
  displayName,
  account: `account${at}`,
  namePy: '',
  avatar: '',
  mutedUntilSec: 0,
}));

/** The app of a user whose friends have these names, who are also the members of a group. */
const open = (path: string): Promise<Screen> =>
  showApp(
    scriptedClient(
      stateWith([
        ...NAMES.map((displayName, at) =>
          aContact(10 + at, { displayName, index: 'N', ...lastText('hi', 1_000 * at) }),
        ),
        aContact(2, { displayName: 'Omar', index: 'O', ...lastText('hi', 1) }),
        aContact('group-5', { displayName: 'Hikers', group }),
      ]),
      { members: () => Promise.resolve(ok(members)) },
    ),
    path,
  );

const main = (selector: string) =>
  document.querySelector<HTMLInputElement>(`main ${selector}`) ?? expect.fail(`no ${selector}`);
/** The names among these elements. */
const listNamed = (selector: string) =>
  [...document.querySelectorAll(selector)].flatMap(
    ({ textContent }) => NAMES.find((name) => textContent.includes(name)) ?? [],
  );

/** Checks the results of each word, one after the other. */
async function expectAll(type: (typed: string) => Promise<void>, selector: string): Promise<void> {
  for (const [written, typed] of WORDS) {
    await type(typed);
    await until(() => expect([typed, listNamed(selector)]).toEqual([typed, [written]]));
  }
}

it('SEARCH-17: chats are found', async () => {
  const screen = await open('/pages/index/search?type=1');
  await until(() => main('input'));
  await expectAll((typed) => screen.type(main('input'), typed), 'main [data-row]');
});

it('SEARCH-17: chats to switch to are found', async () => {
  const screen = await open('/');
  await happens(() => globalThis.dispatchEvent(new KeyboardEvent('keydown', { key: 'k', ctrlKey: true })));
  await until(() => screen.find('combobox'));
  await expectAll((typed) => screen.type(screen.find('combobox'), typed), '[role=option]');
});

it.each([
  ['members', '/pages/message/group/groupUser?group_id=group-5', 'main li'],
  ['chats to forward to', '/pages/index/userSelection?type=3&contact_id=2&msg_id=77', 'main [role=checkbox]'],
  ['members to choose', '/pages/index/userSelection?type=4&contact_id=group-5', 'main [role=checkbox]'],
])('SEARCH-17: %s are found', async (_whom, path, selector) => {
  const screen = await open(path);
  await until(() => expect(listNamed(selector)).toHaveLength(NAMES.length));
  await expectAll((typed) => screen.type(main('[type=search]'), typed), selector);
});

it('SEARCH-17: members to mention are found', async () => {
  await open('/pages/message/chat?id=group-5');
  await until(() => main('textarea'));
  await expectAll(
    (typed) =>
      happens(() => {
        // React watches the setter of the prototype.
        Reflect.set(HTMLTextAreaElement.prototype, 'value', `@${typed}`, main('textarea'));
        main('textarea').dispatchEvent(new Event('input', { bubbles: true }));
      }),
    '[role=option]',
  );
});

it.each([
  ['Two-step verification', 'two‑step'],
  ['System notifications', 'nótifications'],
  ['Send with Enter', 'ｅｎｔｅｒ'],
])('SEARCH-17: finds the setting %s, typed as %s', async (title, typed) => {
  const screen = await open('/pages/index/search?type=1');
  await until(() => main('input'));
  await screen.type(main('input'), typed);
  await until(() => expect(screen.text()).toContain(title));
});
