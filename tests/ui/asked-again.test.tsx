// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest';
import '../support/node-names.ts';
import '../support/pretended-layout.ts';
import { Avatar } from '../../src/app/kit/avatar.tsx';
import type { Failure } from '../../src/client/interface/answer.ts';
import { EMPTY_DRAFT } from '../../src/domain/message.ts';
import { fail, ok, type Result } from '../../src/domain/result.ts';
import { happens, showApp, showPart } from '../support/screen.tsx';
import { scriptedClient, stateWith, windowOf } from '../support/scripted-client.ts';
import { until } from '../support/until.ts';
import { aContact, by, message } from '../support/contacts.ts';

const LOST: Failure = { kind: 'transport', why: 'broken' };
const BUSY: Failure = { kind: 'server', code: 502, message: 'busy' };
const REFUSED: Failure = { kind: 'server', code: 403, message: 'not you' };
const chat = aContact('group-5', { displayName: 'Chat' });
const state = stateWith([chat], {
  ...windowOf(chat, [message(1, { content: 'words', from: by(2, 'Two') })]),
  connection: { name: 'open', bound: true },
});

/** A page whose request fails in this way until the test changes it. */
async function failing(action: string, path: string, failure: Failure) {
  let answer: Result<unknown, Failure> = fail(failure);
  const client = scriptedClient(state, { draft: () => EMPTY_DRAFT, [action]: () => Promise.resolve(answer) });
  const screen = await showApp(client, path);
  const times = () => client.asked.filter(([name]) => name === action).length;
  await until(() => expect(times()).toBe(1));
  // Waits until the page has received the answer.
  await happens(() => undefined);
  const beat = () => happens(() => client.beat());
  return { screen, beat, times, heals: (value: unknown) => (answer = ok(value)) };
}

const PAGES = [
  ['moments', '/pages/compass/moments', []],
  ['members', '/pages/message/group/groupUser?group_id=group-5', []],
  ['messagePins', '/pages/message/chat?id=group-5', []],
  ['openThread', '/pages/message/thread?id=group-5&root=1', undefined],
] as const;

describe('a question of a page', () => {
  it('ERR-8: a page without an answer says that the server cannot be reached', async () => {
    const { screen } = await failing('moments', '/pages/compass/moments', LOST);
    await until(() => expect(screen.text()).toContain('The server cannot be reached'));
    expect(screen.text()).not.toContain('No network');
  });

  it.each(PAGES)(
    'STORE-15: %s, lost, is asked again with each answer on the socket',
    async (name, path, none) => {
      const { beat, times, heals } = await failing(name, path, LOST);
      await beat();
      await until(() => expect(times()).toBe(2));
      heals(none);
      await beat();
      await until(() => expect(times()).toBe(3));
      await beat();
      await beat();
      expect(times()).toBe(3);
    },
  );

  it.each(PAGES)('STORE-15: %s, refused for now, is asked again, too', async (name, path) => {
    const { beat, times } = await failing(name, path, BUSY);
    await beat();
    await until(() => expect(times()).toBe(2));
  });

  it.each(PAGES)('STORE-15: %s, refused, is not requested again automatically', async (name, path) => {
    const { beat, times } = await failing(name, path, REFUSED);
    await beat();
    await beat();
    expect(times()).toBe(1);
  });

  it.each(['chat', 'detail', 'record', 'thread'])(
    'STORE-15: the page %s of a chat that failed to load does not claim that the chat is missing',
    async (page) => {
      let answer: Failure = LOST;
      const client = scriptedClient(stateWith([]), { ensureContact: () => Promise.resolve(fail(answer)) });
      const screen = await showApp(client, `/pages/message/${page}?id=77&root=1`);
      await until(() => expect(client.asked.map(([name]) => name)).toContain('ensureContact'));
      await happens(() => undefined);
      expect(screen.text()).not.toContain('This contact does not exist');
      answer = REFUSED;
      await happens(() => client.beat());
      await until(() => expect(screen.text()).toContain('This contact does not exist'));
    },
  );

  it.each(PAGES)('STORE-15: %s that never come are not asked for for ever', async (name, path) => {
    const { beat, times } = await failing(name, path, LOST);
    for (let beats = 0; beats < 20; beats += 1) await beat();
    expect(times()).toBe(11);
  });
});

it('STORE-15: a face that came to nothing without a network is shown with the network', async () => {
  const screen = await showPart(scriptedClient(state), <Avatar id={2} name="Two" src="/files/face" />);
  const picture = () => screen.all('img')[0];
  await until(() => expect(picture()).toBeDefined());
  await happens(() => picture()?.dispatchEvent(new Event('error')));
  expect(picture()).toBeUndefined();
  await happens(() => window.dispatchEvent(new Event('online')));
  expect(picture()).toBeDefined();
});
