// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest';
import { until } from '../support/until.ts';
import '../support/node-names.ts';
import '../support/pretended-layout.ts';
import { userId } from '../../src/domain/ids.ts';
import { EMPTY_DRAFT, type Message, type MessagePin } from '../../src/domain/message.ts';
import { ok } from '../../src/domain/result.ts';
import { closeScreens, happens, type Screen, showApp } from '../support/screen.tsx';
import { type ScriptedClient, scriptedClient, stateWith, windowOf } from '../support/scripted-client.ts';
import { aContact, aGroup, by, message } from '../support/contacts.ts';

const lines = [1, 2, 3].map((n) => message(n, { content: `words ${n}`, from: by(2, 'Two') }));
const far = message(90, { content: 'far away', from: by(3, 'Three') });
const pinOf = ({ id, msgId, n }: Message, seq: number): MessagePin => ({
  id,
  msgId,
  n: n ?? 0,
  seq,
  by: userId(2),
  byName: 'Two',
  atMs: 0,
  afterN: 3,
  rev: 0,
});

async function open(
  pins: readonly MessagePin[],
  role: 1 | 3 = 1,
): Promise<{ client: ScriptedClient; screen: Screen }> {
  const chat = aContact('group-5', { displayName: 'Chat' });
  const group = aGroup({ role });
  const client = scriptedClient(
    stateWith([{ ...chat, group }], {
      ...windowOf(chat, lines, { pins: { seq: 9, list: pins } }),
      connection: { name: 'open', bound: true },
    }),
    {
      draft: () => EMPTY_DRAFT,
      pinMessage: () => Promise.resolve(ok(undefined)),
      messagePins: () => Promise.resolve(ok([far])),
      loadUntil: () => Promise.resolve(ok(true)),
    },
  );
  const screen = await showApp(client, '/pages/message/chat?id=group-5');
  await until(() => expect(screen.all('article').length).toBeGreaterThan(0));
  return { client, screen };
}

const bar = (screen: Screen) =>
  screen.all('section').find((one) => one.getAttribute('aria-label') === 'Pinned messages');
const barText = (screen: Screen) => bar(screen)?.textContent ?? '';
const listRequests = (client: ScriptedClient, name: string) =>
  client.asked.filter(([one]) => one === name).map(([, ...args]) => args);
const [first, second] = lines as [Message, Message];

describe('the bar of pinned messages', () => {
  it('PINS-5: a press leads to the newest one and brings the next older one, round and round', async () => {
    const { client, screen } = await open([pinOf(second, 2), pinOf(first, 1)]);
    expect(barText(screen)).toContain('Pinned message 1 of 2');
    expect(barText(screen)).toContain('Two: words 2');
    const press = async () => screen.press(bar(screen)?.querySelector('button') ?? expect.fail('no bar'));
    await press();
    expect(barText(screen)).toContain('Pinned message 2 of 2Two: words 1');
    await press();
    expect(barText(screen)).toContain('words 2');
    expect(listRequests(client, 'loadUntil')).toEqual([
      ['group-5', 2],
      ['group-5', 1],
    ]);
  });

  it('PINS-5: text that is not in the window is fetched; without pins there is no bar', async () => {
    const { client, screen } = await open([pinOf(far, 1)]);
    await until(() => expect(barText(screen)).toContain('Three: far away'));
    expect(listRequests(client, 'messagePins')).toEqual([['group-5']]);
    closeScreens();
    const none = await open([]);
    expect([bar(none.screen), listRequests(none.client, 'messagePins')]).toEqual([undefined, []]);
  });

  it('UI-109: the bar is hidden while the chat is searched', async () => {
    const { screen } = await open([pinOf(first, 1)]);
    await until(() => expect(bar(screen)).toBeDefined());
    await screen.press(screen.find('button', 'Search this chat'));
    await until(() => screen.find('button', 'Close search'));
    expect(bar(screen)).toBeUndefined();
    await screen.press(screen.find('button', 'Close search'));
    expect(bar(screen)).toBeDefined();
  });

  it('PINS-9: the list leads to each pin, and a user who may unpin can do it there', async () => {
    const { client, screen } = await open([pinOf(second, 2), pinOf(first, 1)]);
    await screen.press(screen.find('button', 'All pinned messages'));
    await until(() => screen.find('button', 'Unpin this message'));
    await screen.press(screen.find('button', 'Unpin this message'));
    expect(listRequests(client, 'pinMessage')).toEqual([['group-5', 'm2', false]]);
  });

  it('PINS-9, PINS-2: the menu offers pinning to users who may pin', async () => {
    for (const [role, offered] of [
      [1, ['Unpin message', 'Pin message']],
      [3, [undefined, undefined]],
    ] as const) {
      const { screen } = await open([pinOf(second, 2)], role);
      const matches: (string | undefined)[] = [];
      for (const words of ['words 2', 'words 1']) {
        const article = screen.all('article').find((one) => one.textContent?.includes(words));
        await happens(() =>
          article?.dispatchEvent(new MouseEvent('contextmenu', { bubbles: true, cancelable: true })),
        );
        await until(() => screen.find('menuitem', 'Select'));
        const items = screen.all('[role=menuitem]').map((one) => one.textContent ?? '');
        matches.push(items.find((one) => /pin message/i.test(one)));
        await screen.key(screen.find('menuitem', 'Select'), 'Escape');
      }
      expect(matches).toEqual(offered);
      closeScreens();
    }
  });

  it('PINS-4: a line in the chat says who did it, and leads there', async () => {
    const { client, screen } = await open([pinOf(second, 2), pinOf(first, 1)]);
    expect(screen.text()).toContain('Two pinned 2 messages');
    await screen.press(screen.find('button', 'View'));
    expect(listRequests(client, 'loadUntil')).toEqual([['group-5', 2]]);
  });
});
