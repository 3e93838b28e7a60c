// @vitest-environment happy-dom
import { afterEach, expect, it } from 'vitest';
import type { OwnData } from '../../src/client/interface/device.ts';
import { fail, ok } from '../../src/domain/result.ts';
import { closeScreens, type Screen, showApp } from '../support/screen.tsx';
import { scriptedClient, stateWith } from '../support/scripted-client.ts';
import { until } from '../support/until.ts';

afterEach(closeScreens);

const PASSWORD = 'secret-1';
const open = async (own: OwnData): Promise<{ screen: Screen; done: string[] }> => {
  const done: string[] = [];
  const client = scriptedClient(stateWith([]), {
    ownData: () => Promise.resolve(ok(own)),
    eraseAccount: (password) => {
      done.push(`erase ${password}`);
      const wrong = fail({ kind: 'server', code: 400, message: 'The password is wrong' } as const);
      return Promise.resolve(password === PASSWORD ? ok(undefined) : wrong);
    },
    exportData: (password) => {
      done.push(`export ${password}`);
      return Promise.resolve(ok({ address: '/files/own/1-2-0-abc' }));
    },
    logout: () => {
      done.push('log out');
      return Promise.resolve(ok(undefined));
    },
  });
  const screen = await showApp(client, '/pages/mine/secure?view=data');
  await until(() => expect(screen.text()).toContain('Delete my account'));
  return { screen, done };
};
const enter = async (screen: Screen, password: string, name = 'Delete my account'): Promise<void> => {
  const field = document.querySelector('input[type=password]') ?? expect.fail('no password is asked for');
  await screen.type(field, password);
  const yes = screen.all('button').findLast((one) => one.textContent === name);
  await screen.press(yes ?? expect.fail('not asked'));
};

it.each([
  ['stay', 'What you sent to others stays', 'is deleted for everyone'],
  ['go', 'is deleted for everyone', 'What you sent to others stays'],
] as const)(
  'DATA-6: the page explains the fate of messages, %s, before the user decides',
  async (words, says, not) => {
    const { screen, done } = await open({ words, erasable: true });
    for (const text of ['logged out on all devices', 'notes to self', 'Groups you own', says])
      expect(screen.text()).toContain(text);
    expect(screen.text()).not.toContain(not);
    expect(done).toEqual([]);
  },
);

it('DATA-6: only with the password; then this device forgets all, as after a log-out', async () => {
  const { screen, done } = await open({ words: 'stay', erasable: true });
  await screen.press(screen.find('button', 'Delete my account'));
  await until(() => expect(screen.text()).toContain('Delete your account?'));
  await enter(screen, '');
  expect(done).toEqual([]);
  await enter(screen, 'wrong-1');
  await until(() => expect(screen.text()).toContain('The password is wrong'));
  expect(done).toEqual(['erase wrong-1']);
  await enter(screen, PASSWORD);
  await until(() => expect(done).toEqual(['erase wrong-1', `erase ${PASSWORD}`, 'log out']));
});

it('DATA-6: a user who may not erase their account reads this', async () => {
  const { screen } = await open({ words: 'stay', erasable: false });
  expect(screen.text()).toContain("This account can't be deleted");
  expect(screen.all('button').filter((one) => one.textContent === 'Delete my account')).toEqual([]);
});

it('DATA-8: the archive is saved by the browser, only with the password', async () => {
  const { screen, done } = await open({ words: 'stay', erasable: true });
  const saved: string[] = [];
  document.addEventListener('click', (event) => {
    const link = event.target;
    if (link instanceof HTMLAnchorElement && link.download !== '') saved.push(link.href);
  });
  await screen.press(screen.find('button', 'Export my data'));
  await until(() => expect(screen.text()).toContain('anyone who has the file can read it'));
  await enter(screen, '', 'Save');
  expect(done).toEqual([]);
  await enter(screen, PASSWORD, 'Save');
  await until(() => expect(screen.text()).toContain('Your data is being downloaded'));
  expect(done).toEqual([`export ${PASSWORD}`]);
  expect(saved).toEqual([expect.stringContaining('/files/own/1-2-0-abc')]);
});
