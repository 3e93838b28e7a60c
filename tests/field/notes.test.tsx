// @vitest-environment happy-dom
import { afterEach, expect, it } from 'vitest';
import '../support/pretended-layout.ts';
import Switcher from '../../src/app/screens/chats/switcher/switcher.tsx';
import { addItems } from '../../src/app/screens/chats/add-menu.tsx';
import { selectionPath } from '../../src/app/paths/paths.ts';
import { FAVOURITES } from '../../src/domain/ids.ts';
import { aContact } from '../support/contacts.ts';
import { closeScreens, type Screen, showApp, showPart } from '../support/screen.tsx';
import { lastText, scriptedClient, stateWith } from '../support/scripted-client.ts';
import { until } from '../support/until.ts';

/** As the server names it; no message was saved. */
const notes = aContact(FAVOURITES, { kind: 'favourites', displayName: '文件传输助手' });
const friend = aContact(2, { displayName: 'Bela Hill', ...lastText('hi', 1) });
const client = () => scriptedClient(stateWith([friend, notes]));
const nothing = (): void => undefined;
const NAME = 'Notes to self';
const CHAT = '/pages/message/chat?id=-1';

afterEach(closeScreens);

const rowsOf = (screen: Screen, role: string) => screen.all(role).map((one) => one.textContent ?? '');

it('NOTES-1: notes to self are on the page Me', async () => {
  const screen = await showApp(client(), '/?view=me');
  await until(() => expect(screen.find('link', NAME).getAttribute('href')).toContain('id=-1'));
});

it('NOTES-1: notes to self are in the menu "+", and only where the server has them', () => {
  const paths: string[] = [];
  const keys = (contacts: Parameters<typeof stateWith>[0]) =>
    addItems(((key: string) => key) as never, scriptedClient(stateWith(contacts)), (to) => paths.push(to));
  keys([friend, notes])
    .find(({ key }) => key === 'notes')
    ?.onSelect();
  expect(paths).toEqual([CHAT]);
  expect(keys([friend]).some(({ key }) => key === 'notes')).toBe(false);
});

it('NOTES-1: notes to self are first in the list of chats to forward to, but not from there', async () => {
  const screen = await showApp(client(), selectionPath('forward', { contact_id: friend.id, msg_id: 77 }));
  await until(() => expect(rowsOf(screen, '[role=checkbox]')[0]).toContain(NAME));
  await screen.type(document.querySelector('main input[type=search]') ?? expect.fail('no search'), 'saved');
  expect(rowsOf(screen, '[role=checkbox]')).toHaveLength(1);
  closeScreens();
  const own = await showApp(client(), selectionPath('forward', { contact_id: FAVOURITES, msg_id: 77 }));
  await until(() => expect(rowsOf(own, '[role=checkbox]').length).toBeGreaterThan(0));
  expect(own.text()).not.toContain(NAME);
});

it.each(['notes', 'self', 'Saved messages', 'bookmarks'])(
  'NOTES-1: the switcher and the search find notes to self by %j',
  async (typed) => {
    const switcher = await showPart(client(), <Switcher onClose={nothing} />);
    await until(() => expect(rowsOf(switcher, '[role=option]').join()).toContain(NAME));
    await switcher.type(switcher.find('[role=combobox]'), typed);
    expect(rowsOf(switcher, '[role=option]')[0]).toContain(NAME);
    closeScreens();
    const search = await showApp(client(), `/pages/index/search?type=1&keywords=${typed}`);
    await until(() => expect(search.find('link', NAME).getAttribute('href')).toContain('id=-1'));
  },
);
