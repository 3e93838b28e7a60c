// @vitest-environment happy-dom
import { expect, it } from 'vitest';
import '../support/node-names.ts';
import '../support/pretended-layout.ts';
import { DEFAULT_GROUP_SETTING, type GroupSetting } from '../../src/domain/group-fields.ts';
import { toMarkup } from '../../src/domain/markup.ts';
import type { Message } from '../../src/domain/message.ts';
import { aContact, aGroup, by, message } from '../support/contacts.ts';
import { happens, showApp } from '../support/screen.tsx';
import { scriptedClient, stateWith, windowOf } from '../support/scripted-client.ts';
import { until } from '../support/until.ts';

const makeMessage = (n: number, typed: string, parts: Partial<Message>): Message =>
  message(n, { content: toMarkup(typed), from: by(2, 'Two'), ...parts });

async function open(
  messages: readonly Message[],
  others: Parameters<typeof stateWith>[0] = [],
  setting: Partial<GroupSetting> = { profile: true },
) {
  const group = aGroup({ setting: { ...DEFAULT_GROUP_SETTING, ...setting } });
  const chat = aContact('group-1', { kind: 'group', displayName: 'Crew', group });
  const client = scriptedClient(stateWith([chat, ...others], windowOf(chat, messages)));
  const screen = await showApp(client, '/pages/message/chat?id=group-1');
  await until(() => expect(screen.all('article')).toHaveLength(messages.length));
}
const readDrawing = () =>
  [...document.querySelectorAll<HTMLElement>('article [data-mention]')].map((one) => [
    one.tagName,
    one.dataset['mention'],
    one.textContent,
  ]);

it('MENTION-5: a mention is drawn by its id, and a press opens the profile', async () => {
  const mentions = [
    { id: 5, name: 'Anna' },
    { id: 6, name: 'Anna (anna2)' },
  ];
  await open([
    makeMessage(1, 'hi @Anna and @Anna (anna2), `@Anna`', { at: [5, 6], extra: { format: 'md', mentions } }),
    makeMessage(2, 'by name alone: @Anna', { at: [5] }),
    makeMessage(3, 'https://example.org/@Anna', { at: [5], extra: { mentions } }),
  ]);
  expect(readDrawing()).toEqual([
    ['A', '5', '@Anna'],
    ['A', '6', '@Anna (anna2)'],
  ]);
  await happens(() => document.querySelectorAll<HTMLElement>('[data-mention]')[1]?.click());
  await until(() => expect(location.hash).toContain('id=6'));
});

it('MENTION-5: a mention of the viewer and of everyone is highlighted and opens no profile', async () => {
  const mentions = [
    { id: 1, name: 'Me' },
    { id: 0, name: 'Everyone' },
  ];
  await open([makeMessage(1, '@Me @Everyone', { at: [1, 0], extra: { mentions } })]);
  expect(readDrawing()).toEqual([
    ['BDI', '1', '@Me'],
    ['BDI', '0', '@Everyone'],
  ]);
});

it('MENTION-7: the bubble says the name of now, of a friend the one this user gave', async () => {
  const mentions = [
    { id: 5, name: 'Anna', now: 'Anna Berg' },
    { id: 6, name: 'Bo' },
  ];
  const friend = aContact(6, { displayName: 'My Bo', realname: 'Bo' });
  await open([makeMessage(1, '@Anna @Bo', { at: [5, 6], extra: { mentions } })], [friend]);
  expect(readDrawing().map(([, , text]) => text)).toEqual(['@Anna Berg', '@My Bo']);
});

it('MENTION-9: the mention of an erased account is the written name', async () => {
  await open([
    makeMessage(1, 'hi @Anna', { at: [5], extra: { mentions: [{ id: 5, name: 'Deleted account' }] } }),
  ]);
  expect(readDrawing()).toEqual([]);
  expect(document.querySelector('article')?.textContent).toContain('hi @Anna');
});

it('MENTION-5: in a group with hidden members a press opens no profile', async () => {
  const mentions = [{ id: 5, name: 'Anna' }];
  await open([makeMessage(1, '@Anna', { at: [5], extra: { mentions } })], [], { profile: false });
  expect(readDrawing()).toHaveLength(1);
  await happens(() => document.querySelector<HTMLElement>('[data-mention]')?.click());
  expect(location.hash).toContain('id=group-1');
});
