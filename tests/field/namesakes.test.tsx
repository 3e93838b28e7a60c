// @vitest-environment happy-dom
import type { ReactNode } from 'react';
import { expect, it } from 'vitest';
import '../support/node-names.ts';
import '../support/pretended-layout.ts';
import { namesakes } from '../../src/app/shared/namesakes.ts';
import Switcher from '../../src/app/screens/chats/switcher/switcher.tsx';
import { BookLine } from '../../src/app/screens/people/contacts-page.tsx';
import { bookLinesOf } from '../../src/app/screens/people/book-lines.ts';
import { candidateOf } from '../../src/app/screens/conversation/selection/modes.ts';
import { Picker } from '../../src/app/screens/conversation/selection/picker.tsx';
import { showApp, showPart } from '../support/screen.tsx';
import { lastText, scriptedClient, stateWith } from '../support/scripted-client.ts';
import { until } from '../support/until.ts';
import { aContact, aGroup } from '../support/contacts.ts';
import { userId } from '../../src/domain/ids.ts';
import { ok } from '../../src/domain/result.ts';

const nothing = (): void => undefined;
const crew = [
  aContact(2, { displayName: 'Anna', account: 'anna1', index: 'A', ...lastText('hi', 2) }),
  aContact(3, { displayName: 'Ánna', account: 'anna2', index: 'A', ...lastText('hi', 1) }),
  aContact(4, { displayName: 'Bo', account: 'bo4', index: 'B', ...lastText('hi', 3) }),
];
const group = aContact('group-5', { displayName: 'Anna', group: aGroup() });
const member = (user: number, displayName: string, account: string) => ({
  user: userId(user),
  role: 3 as const,
  displayName,
  account,
  namePy: '',
  avatar: '',
  mutedUntilSec: 0,
});

it('MENTION-10: usernames are shown for equal names alone, and one user is never two', () => {
  const match = namesakes([
    { id: 2, name: 'Anna', account: 'anna1' },
    { id: 2, name: 'Anna', account: 'anna1' },
    { id: 4, name: 'Bo', account: 'bo' },
  ]);
  expect([...match]).toEqual([]);
  expect([...namesakes(crew.map(({ id, displayName: name, account }) => ({ id, name, account })))]).toEqual([
    ['2', 'anna1'],
    ['3', 'anna2'],
  ]);
});

// In the address book every person has the username below the name.
const lines = bookLinesOf({ letters: [{ letter: 'A', contacts: crew }], system: [], friends: false }).lines;
const places: readonly (readonly [string, ReactNode, others?: string])[] = [
  ['the switcher', <Switcher key="1" onClose={nothing} />],
  [
    'the address book',
    lines.flatMap((line) =>
      line.kind === 'contact' ? <BookLine key={line.key} line={line} waiting={0} /> : [],
    ),
    'bo4',
  ],
  [
    'the list of whom to forward to',
    <Picker
      key="2"
      sections={[
        { key: 'recent', title: 'Recent', candidates: [...crew, group].map((one) => candidateOf(one)) },
      ]}
      selection={[]}
      onToggle={nothing}
      empty=""
    />,
  ],
];
it.each(places)(
  'MENTION-10: two users of one name show their usernames in %s',
  async (_place, part, others = '') => {
    const screen = await showPart(scriptedClient(stateWith([...crew, group])), part);
    await until(() => expect(screen.text()).toContain('anna1'));
    expect(screen.text()).toContain('anna2');
    expect(screen.text().includes('bo4')).toBe(others === 'bo4');
    expect(screen.text()).not.toContain('group-5');
  },
);

it('MENTION-10: two users of one name show their usernames in the results of a search', async () => {
  const screen = await showApp(
    scriptedClient(stateWith([...crew, group])),
    '/pages/index/search?type=1&keywords=ann',
  );
  await until(() => expect(screen.text()).toContain('anna1'));
  expect(screen.text()).toContain('anna2');
});

it('MENTION-10: two members of one name show their usernames in the list of members', async () => {
  const match = [member(2, 'Anna', 'anna1'), member(3, 'Anna', 'anna2'), member(4, 'Bo', 'bo4')];
  const client = scriptedClient(stateWith([group]), { members: () => Promise.resolve(ok(match)) });
  const screen = await showApp(client, '/pages/message/group/groupUser?group_id=group-5');
  await until(() => expect(screen.text()).toContain('anna1'));
  expect(screen.text()).toContain('anna2');
  expect(screen.text()).not.toContain('bo4');
});
