// @vitest-environment happy-dom
import { expect, it } from 'vitest';
import type { Actions } from '../../src/client/interface/client.ts';
import type { AccessToken, Bot, NewToken } from '../../src/client/interface/bots.ts';
import { ok } from '../../src/domain/result.ts';
import { userId } from '../../src/domain/ids.ts';
import { EMPTY_DRAFT } from '../../src/domain/message.ts';
import '../support/pretended-layout.ts';
import { aContact, by, message } from '../support/contacts.ts';
import { type Screen, happens, showApp } from '../support/screen.tsx';
import { scriptedClient, stateWith, windowOf } from '../support/scripted-client.ts';
import { until } from '../support/until.ts';

const AT_MS = new Date(2026, 10, 3, 14, 5).getTime();
const BOT: Bot = {
  id: userId(7),
  name: 'Build',
  account: 'bot-1',
  sinceMs: AT_MS,
  url: '',
  dialect: 'mrkdwn',
  commands: [],
};
const TOKEN: AccessToken = {
  id: 't',
  bot: 7,
  name: 'CI',
  right: 'write',
  chats: [],
  sinceMs: AT_MS,
  usedMs: AT_MS,
  untilMs: 0,
};

const open = async (own: Partial<Actions>): Promise<Screen> => {
  const screen = await showApp(scriptedClient(stateWith([]), own), '/pages/mine/secure?view=bots');
  await until(() => expect(screen.text()).toContain('Access tokens'));
  return screen;
};
const input = (label: string): HTMLInputElement => {
  const id = [...document.querySelectorAll('label')].findLast((one) => one.textContent === label)?.htmlFor;
  const match = document.getElementById(id ?? '');
  if (!(match instanceof HTMLInputElement)) throw new Error(`no field ${label}`);
  return match;
};
const press = (screen: Screen, text: string): Promise<void> =>
  screen.press(
    screen.all('button').findLast((one) => one.textContent === text) ?? expect.fail(`no button ${text}`),
  );
const submit = (screen: Screen): Promise<void> =>
  screen.press(document.querySelector('form [type=submit]') ?? expect.fail('no form'));

it('BOT-7: lists bots and tokens; adds and removes a bot, revokes a token', async () => {
  let [bots, tokens] = [[BOT], [TOKEN]];
  const screen = await open({
    bots: () => Promise.resolve(ok({ bots, tokens })),
    addBot: (name) => {
      bots = [...bots, { ...BOT, id: userId(8), name }];
      return Promise.resolve(ok(undefined));
    },
    removeBot: (id) => {
      bots = bots.filter((bot) => bot.id !== id);
      return Promise.resolve(ok(undefined));
    },
    removeToken: () => {
      tokens = [];
      return Promise.resolve(ok(undefined));
    },
  });
  expect(screen.text()).toContain('CIBuild · Read and write · last used 3 Nov 14:05 · never expires');
  await press(screen, 'Add a bot');
  await until(() => input('Name'));
  await submit(screen);
  expect(screen.text()).toContain('Please enter a name');
  await screen.type(input('Name'), 'Deploy');
  await submit(screen);
  await until(() => expect(screen.text()).toContain('Deploybot-1'));
  await screen.press(screen.all('button').find((one) => one.textContent?.startsWith('Build'))!);
  await until(() => input('Name'));
  await press(screen, 'Remove');
  await until(() => expect(screen.text()).toContain('Remove Build?'));
  await press(screen, 'Remove');
  await until(() => expect(bots.map(({ name }) => name)).toEqual(['Deploy']));
  await press(screen, 'Revoke');
  await until(() => expect(screen.text()).toContain('Revoke CI?'));
  await press(screen, 'Revoke');
  await until(() => expect(screen.text()).toContain('No tokens yet'));
});

it('BOT-4: a new token is shown once', async () => {
  const made: NewToken[] = [];
  const screen = await open({
    bots: () => Promise.resolve(ok({ bots: [BOT], tokens: [] })),
    addToken: (token) => {
      made.push(token);
      return Promise.resolve(ok('parley_abc'));
    },
  });
  await press(screen, 'Create a token');
  await until(() => input('Name'));
  await submit(screen);
  expect(screen.text()).toContain('Please enter a name');
  await screen.type(input('Name'), ' CI ');
  await screen.press(document.querySelector('[role=switch]') ?? expect.fail('no switch'));
  await submit(screen);
  expect(screen.text()).toContain('Please choose at least one chat');
  await screen.press(document.querySelector('[role=switch]') ?? expect.fail('no switch'));
  await submit(screen);
  await until(() => expect(screen.text()).toContain('parley_abc'));
  expect(made).toEqual([{ bot: 0, name: 'CI', right: 'read', chats: [], days: 90 }]);
  await press(screen, 'Done');
  await until(() => expect(screen.text()).not.toContain('parley_abc'));
});

it('COMMAND-9: a bot has an address and commands, one on each line; its secret is shown once', async () => {
  const sent: unknown[] = [];
  const screen = await open({
    bots: () => Promise.resolve(ok({ bots: [BOT], tokens: [] })),
    setBotProgram: (id, form, renew) => {
      sent.push([id, form, renew]);
      return Promise.resolve(ok('whsec_abc'));
    },
  });
  await screen.press(screen.all('button').find((one) => one.textContent?.startsWith('Build')) as HTMLElement);
  const lines = document.querySelector('textarea') ?? expect.fail('no commands');
  await screen.type(lines, '/deploy');
  await submit(screen);
  await until(() => expect(screen.text()).toContain('Please enter an address'));
  await screen.type(input('Address'), 'https://ci.example.org/');
  await screen.type(lines, '/deploy branch | Deploy a branch\n\n/9lives');
  await submit(screen);
  await until(() => expect(screen.text()).toContain('Line 3 is not a command'));
  await screen.type(lines, '/Deploy branch | Deploy a branch\nstop');
  await submit(screen);
  await until(() => expect(screen.text()).toContain('whsec_abc'));
  const commands = [
    { name: 'deploy', words: 'branch', help: 'Deploy a branch' },
    { name: 'stop', words: '', help: '' },
  ];
  expect(sent).toEqual([[BOT.id, { url: 'https://ci.example.org/', dialect: 'mrkdwn', commands }, false]]);
});

it('BOT-13, BOT-14: buttons under a message call the bot, one press at a time', async () => {
  const chat = aContact(2, { displayName: 'Two' });
  const buttons = [
    { id: 'yes', text: 'Yes', style: 'primary' },
    { id: 'no', text: 'No' },
  ];
  const asking = message(1, { content: 'Deploy?', from: by(2), extra: { buttons } });
  const ends: ((answer: string) => void)[] = [];
  const client = scriptedClient(stateWith([chat], windowOf(chat, [asking])), {
    draft: () => EMPTY_DRAFT,
    pressButton: () => new Promise((resolve) => ends.push((text) => resolve(ok(text)))),
  });
  const screen = await showApp(client, '/pages/message/chat?id=2');
  const button = (text: string) => screen.all('button').find((one) => one.textContent === text);
  await until(() => expect(button('Yes')).toBeDefined());
  await screen.press(button('Yes') ?? expect.fail('no button'));
  await screen.press(button('No') ?? expect.fail('no button'));
  expect(client.asked.filter(([name]) => name === 'pressButton')).toEqual([
    ['pressButton', asking.id, 'yes'],
  ]);
  await happens(() => ends.pop()?.('noted'));
  await until(() => expect(screen.text()).toContain('only for younoted'));
  await screen.press(button('No') ?? expect.fail('no button'));
  expect(client.asked.at(-1)).toEqual(['pressButton', asking.id, 'no']);
});
