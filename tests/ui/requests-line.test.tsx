// @vitest-environment happy-dom
import { expect, it } from 'vitest';
import { until } from '../support/until.ts';
import '../support/node-names.ts';
import '../support/pretended-layout.ts';
import type { JoinRequest } from '../../src/client/interface/account.ts';
import { userId } from '../../src/domain/ids.ts';
import { EMPTY_DRAFT } from '../../src/domain/message.ts';
import { ok } from '../../src/domain/result.ts';
import { happens, showApp } from '../support/screen.tsx';
import { scriptedClient, stateWith, windowOf } from '../support/scripted-client.ts';
import { aGroup, aContact, message } from '../support/contacts.ts';

const request = (id: number): JoinRequest => ({
  user: userId(id),
  name: `Name ${id}`,
  account: `name${id}`,
  avatar: '',
  text: 'Hello',
  atMs: 0,
});

async function open(role: 1 | 2 | 3) {
  const chat = aContact('group-5', { displayName: 'Chat' });
  const waiting = [request(8)];
  const group = aGroup({ role, ownerId: userId(1) });
  const state = stateWith([{ ...chat, group }], {
    ...windowOf(chat, [message(1, { content: 'words' })], {}),
    connection: { name: 'open', bound: true },
  });
  const client = scriptedClient(state, {
    draft: () => EMPTY_DRAFT,
    groupLines: () => Promise.resolve(ok([])),
    joinRequests: () => Promise.resolve(ok([...waiting])),
    answerJoinRequest: (_id, user) => {
      waiting.splice(
        waiting.findIndex((one) => one.user === user),
        1,
      );
      return Promise.resolve(ok(undefined));
    },
  });
  const screen = await showApp(client, '/pages/message/chat?id=group-5');
  await until(() => expect(screen.all('article').length).toBe(1));
  const report = () => {
    const { contacts } = stateWith([{ ...chat, group: { ...group } }]);
    return happens(() => client.set({ ...client.store.get(), contacts }));
  };
  return { client, screen, waiting, report };
}

it('GROUP-29: the number of requests is above the chat of its leads, and follows notifications', async () => {
  const { screen, waiting, report } = await open(2);
  await until(() => expect(screen.text()).toContain('1 person asks to join'));
  waiting.push(request(9));
  await report();
  await until(() => expect(screen.text()).toContain('2 people ask to join'));
  const [line] = screen.all('button').filter((one) => one.textContent === '2 people ask to join');
  await screen.press(line ?? expect.fail('no line'));
  await until(() => expect(screen.text()).toContain('Name 9'));
  // Another device has answered both requests.
  waiting.length = 0;
  await report();
  await until(() => expect(screen.text()).not.toContain('ask to join'));
  await until(() => expect(screen.text()).not.toContain('Name 9'));
});

it('GROUP-29: members who do not lead the group ask for nothing and see nothing of it', async () => {
  const { client, screen } = await open(3);
  expect(client.asked.some(([name]) => name === 'joinRequests')).toBe(false);
  expect(screen.text()).not.toContain('to join');
});
