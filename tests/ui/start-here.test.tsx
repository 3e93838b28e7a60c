// @vitest-environment happy-dom
import { afterEach, expect, it } from 'vitest';
import { DarkBar } from '../../src/app/screens/chats/list-bars.tsx';
import StartHere from '../../src/app/screens/chats/start-here.tsx';
import { writeSetting } from '../../src/app/platform/settings.ts';
import { closeScreens, showPart } from '../support/screen.tsx';
import { lastText, scriptedClient, stateWith } from '../support/scripted-client.ts';
import { aContact } from '../support/contacts.ts';

/** The pretended browser's own handle; its package declares it only in its own window type. */
const { device } = (
  Reflect.get(window, 'happyDOM') as {
    readonly settings: { readonly device: { prefersColorScheme: string } };
  }
).settings;

afterEach(() => {
  closeScreens();
  device.prefersColorScheme = 'light';
  for (const name of ['theme', 'dark-offered']) writeSetting(name, null);
});

/** One chat has an unfinished message. */
const draft = (id: string) => ({ text: id === '3' ? 'half a sentence' : '', at: [], quote: null });

it('UI-156: where no chat is open, mentions come first, then drafts, then the newest chats', async () => {
  const chats = [1, 2, 3, 4, 5, 6, 7, 8].map((n) =>
    aContact(n, { displayName: `Friend ${n}`, mentions: n === 2 ? 1 : 0, ...lastText('hi', n) }),
  );
  const screen = await showPart(scriptedClient(stateWith(chats), { draft }), <StartHere />);
  expect(screen.all('[role=link],a').map((one) => one.getAttribute('href')?.split('=')[1])).toEqual([
    '2',
    '3',
    '8',
    '7',
    '6',
    '5',
    '4',
  ]);
  expect(screen.find('link', 'Friend 3').textContent).toContain('half a sentence');
});

it('UI-156: beside contacts, the newest chats lead to profiles', async () => {
  const chats = [1, 2, 'group-3', 4].map((n, at) => aContact(n, lastText('hi', at)));
  const screen = await showPart(scriptedClient(stateWith(chats)), <StartHere people />);
  expect(screen.all('[role=link],a').map((one) => one.getAttribute('href'))).toEqual(
    [4, 2, 1].map((id) => expect.stringMatching(`/contacts/detail\\?id=${id}$`)),
  );
});

it('THEME-9: a dark system is offered the dark look once; taking it follows the system', async () => {
  device.prefersColorScheme = 'dark';
  const offer = 'Use the dark theme here?';
  const screen = await showPart(scriptedClient(stateWith([])), <DarkBar />);
  expect(screen.text()).toContain(offer);
  await screen.press(screen.find('button', 'Use dark'));
  expect(screen.text()).not.toContain(offer);
  expect(localStorage.getItem('theme')).toBe('system');
  writeSetting('theme', null);
  expect((await showPart(scriptedClient(stateWith([])), <DarkBar />)).text()).not.toContain(offer);
});
