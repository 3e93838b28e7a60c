import { expect } from 'vitest';
import type { Actions } from '../../src/client/interface/client.ts';
import type { Contact } from '../../src/client/state/state.ts';
import type { Message } from '../../src/domain/message.ts';
import { happens, showApp } from './screen.tsx';
import { scriptedClient, stateWith, windowOf } from './scripted-client.ts';
import { until } from './until.ts';
import { aContact, message } from './contacts.ts';

export const at = (seq: number, part: Partial<Contact> = {}): Contact => {
  const hikers = aContact('group-5', { displayName: 'Hikers', ...part });
  return { ...hikers, counting: { ...hikers.counting, seq } };
};
export const others = aContact(2, { displayName: 'Maya' });

/** A page on screen, and what happens in the chat `group-5` afterwards. */
export async function openPage(path: string, own: Partial<Actions>, part: Partial<Contact> = {}) {
  const client = scriptedClient(stateWith([others, at(1, part)]), own);
  const screen = await showApp(client, path);
  const countRequests = (name: string) => client.asked.filter(([one]) => one === name).length;
  const becomes = (...contacts: readonly Contact[]) => happens(() => client.set(stateWith(contacts)));
  return { screen, asked: countRequests, becomes };
}

export const range = (from: number, to: number) => Array.from({ length: from - to + 1 }, (_, i) => from - i);
export const picture = (n: number) => message(n, { type: 'image', content: `/pictures/${n}` });

export const chatWith = (messages: readonly Message[], seq: number) =>
  stateWith([at(seq)], windowOf(at(seq), messages));

/** Opens the chat `group-5` with these messages and returns its later content. */
export async function openChat(first: readonly Message[], own: Partial<Actions> = {}) {
  const client = scriptedClient(chatWith(first, 1), own);
  const screen = await showApp(client, '/pages/message/chat?id=group-5');
  await until(() => expect(screen.all('article').length).toBeGreaterThan(0));
  let seq = 1;
  return {
    screen,
    client,
    asked: (name: string) => client.asked.filter(([one]) => one === name).map(([, ...args]) => args),
    becomes: (...messages: readonly Message[]) => happens(() => client.set(chatWith(messages, (seq += 1)))),
  };
}
