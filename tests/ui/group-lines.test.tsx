// @vitest-environment happy-dom
import { expect, it } from 'vitest';
import { until } from '../support/until.ts';
import '../support/node-names.ts';
import '../support/pretended-layout.ts';
import type { Contact } from '../../src/client/state/state.ts';
import type { GroupChangeKind, GroupLine } from '../../src/domain/group-lines.ts';
import { userId } from '../../src/domain/ids.ts';
import { keepOwn } from '../../src/app/platform/settings.ts';
import { EMPTY_DRAFT } from '../../src/domain/message.ts';
import { ok } from '../../src/domain/result.ts';
import { happens, type Screen, showApp } from '../support/screen.tsx';
import { scriptedClient, stateWith, windowOf } from '../support/scripted-client.ts';
import { aGroup, aContact, by, message } from '../support/contacts.ts';

const person = (id: number) => ({ id: userId(id), name: `Name ${id}` });
const line = (
  seq: number,
  afterN: number,
  what: GroupChangeKind,
  more: Partial<GroupLine> = {},
): GroupLine => ({
  seq,
  afterN,
  atMs: 0,
  what,
  by: person(2),
  who: person(seq),
  value: '',
  ...more,
});
const makeJoin = (n: number, who: number, from = 2) =>
  message(n, {
    type: 'event',
    content: '',
    from: by(from, `Name ${from}`),
    note: {
      note: 'joined',
      users: [userId(who)],
      names: [`Name ${who}`],
      by: userId(from),
      name: `Name ${from}`,
    },
  });
const sentMessages = [1, 2].map((n) => message(n, { content: `words ${n}`, from: by(2, 'Two') }));

async function open(given: readonly GroupLine[], messages = sentMessages) {
  const chat = aContact('group-5', { displayName: 'Chat' });
  const group = aGroup({ role: 1, ownerId: userId(1) });
  const state = stateWith([{ ...chat, group }], {
    ...windowOf(chat, messages, {}),
    connection: { name: 'open', bound: true },
  });
  const lines = [...given];
  const client = scriptedClient(state, {
    draft: () => EMPTY_DRAFT,
    groupLines: () => Promise.resolve(ok([...lines])),
  });
  const screen = await showApp(client, '/pages/message/chat?id=group-5');
  await until(() => expect(screen.all('[data-message]').length).toBeGreaterThan(0));
  return { client, screen, lines, chat: { ...chat, group } };
}

/** The rows of the list. */
const rowsOf = (screen: Screen) =>
  screen.all('[data-message]').map((row) => (row.textContent ?? '').replaceAll(/\d+:\d+|Just now/gu, ''));

it('GROUP-27: the line of an action is below the message that was the newest then', async () => {
  const { screen } = await open([
    line(5, 1, 'manager'),
    line(6, 1, 'renamed', { who: null, value: 'Crew' }),
    line(7, 2, 'slow', { who: null, value: '60' }),
    line(8, 2, 'left', { by: person(8) }),
  ]);
  await until(() => expect(screen.text()).toContain('Name 8 left the group'));
  const [first, second] = rowsOf(screen);
  expect(first).toContain('Name 2 made Name 5 an admin');
  expect(first).toContain('Name 2 renamed the group to "Crew"');
  expect(second).toContain('Name 2 turned on slow mode: one message every 1\u00a0min');
});

it('GROUP-28: several of a kind are one line that opens to all of them', async () => {
  const { screen } = await open(
    [line(6, 4, 'removed'), line(7, 4, 'removed')],
    [...sentMessages, makeJoin(3, 7), makeJoin(4, 8)],
  );
  await until(() => expect(screen.text()).toContain('Name 2 removed 2 people'));
  expect(screen.text()).toContain('Name 2 added 2 people');
  const opens = screen.all('[data-message] button').filter((one) => one.hasAttribute('aria-expanded'));
  expect(opens.map(({ textContent }) => textContent)).toEqual([
    'Name 2 added 2 people',
    'Name 2 removed 2 people',
  ]);
  const [, removed] = opens;
  if (!removed) expect.fail('nothing opens');
  await screen.press(removed);
  expect(removed.getAttribute('aria-expanded')).toBe('true');
  expect(removed.parentElement?.querySelectorAll('li')).toHaveLength(2);
  expect(screen.text()).toContain('Name 2 removed Name 7');
});

it('GROUP-27: actions during an open chat are requested, joins are not', async () => {
  const { client, screen, lines, chat } = await open([line(5, 2, 'manager')]);
  await until(() => expect(screen.text()).toContain('Name 5 an admin'));
  const countRequests = () => client.asked.filter(([name]) => name === 'groupLines').length;
  const before = countRequests();
  const changed = (group: Contact['group']) => {
    const { contacts } = stateWith([{ ...chat, group }]);
    return happens(() => client.set({ ...client.store.get(), contacts }));
  };
  await changed({ ...chat.group, members: 4 });
  expect(countRequests()).toBe(before);
  lines.push(line(9, 2, 'silenced'));
  await changed({ ...chat.group, members: 4, setting: { ...chat.group.setting } });
  await until(() => expect(screen.text()).toContain('Name 2 muted Name 9'));
});

it('GROUP-30: with lines switched off none is in the chat, and messages stay', async () => {
  keepOwn('lines-hidden-group-5', '1');
  const { screen } = await open([line(6, 2, 'removed')], [...sentMessages, makeJoin(3, 7)]);
  await until(() => expect(screen.all('article')).toHaveLength(2));
  expect(screen.text()).not.toContain('Name 6');
  expect(screen.text()).not.toContain('Name 7');
  await happens(() => keepOwn('lines-hidden-group-5', null));
  await until(() => expect(screen.text()).toContain('Name 2 removed Name 6'));
  expect(screen.text()).toContain('Name 2 added Name 7');
});

it('GROUP-27: a line below that of the founding leaves it where it is', async () => {
  const founded = message(1, {
    type: 'event',
    content: '',
    from: by(2, 'Name 2'),
    note: { note: 'groupCreated', by: userId(2), name: 'Name 2' },
  });
  const { screen } = await open([line(6, 1, 'removed')], [founded]);
  await until(() => expect(screen.text()).toContain('Name 2 removed Name 6'));
  expect(screen.text()).toContain('Name 2 created the group');
});
