// @vitest-environment happy-dom
import { expect, it } from 'vitest';
import type { OwnLogin } from '../../src/client/interface/logins.ts';
import { fail, ok } from '../../src/domain/result.ts';
import { type Screen, showApp } from '../support/screen.tsx';
import { scriptedClient, stateWith } from '../support/scripted-client.ts';
import { until } from '../support/until.ts';

const AT_MS = new Date(2026, 10, 3, 14, 5).getTime();
const login = (id: string, device: string, more: Partial<OwnLogin> = {}): OwnLogin => ({
  id,
  device,
  place: '192.0.2.7',
  sinceMs: AT_MS,
  usedMs: AT_MS,
  isOwn: false,
  ...more,
});
const open = async (rows: () => readonly OwnLogin[]): Promise<{ screen: Screen; ended: string[] }> => {
  const ended: string[] = [];
  const client = scriptedClient(stateWith([]), {
    logins: () => Promise.resolve(ok(rows())),
    endLogin: (id) => {
      ended.push(id);
      return Promise.resolve(
        id === 'gone' ? fail({ kind: 'server', code: 400, message: 'out' }) : ok(undefined),
      );
    },
  });
  const screen = await showApp(client, '/pages/mine/secure?view=logins');
  await until(() => expect(screen.text()).toContain('Other devices'));
  return { screen, ended };
};
const confirm = async (screen: Screen, name: string): Promise<void> => {
  await until(() => expect(screen.text()).toContain('This takes effect at once'));
  const yes = screen.all('button').findLast((one) => one.textContent === name);
  await screen.press(yes ?? expect.fail('not asked'));
};

it('LOGINS-4: this device and the others with place and time; logged out after asking', async () => {
  let rows = [login('a', 'Chrome · Linux', { isOwn: true }), login('b', 'Safari · iPhone'), login('c', '')];
  const { screen, ended } = await open(() => rows);
  for (const text of [
    'Chrome · Linux192.0.2.7 · logged in 3 Nov 14:05',
    'Safari · iPhone192.0.2.7 · last used 3 Nov 14:05',
    'Unknown device',
  ])
    expect(screen.text()).toContain(text);
  await screen.press(screen.find('button', 'Log out Safari · iPhone'));
  await until(() => expect(screen.text()).toContain('Log out Safari · iPhone?'));
  await screen.press(screen.find('button', 'Cancel'));
  expect(ended).toEqual([]);
  await screen.press(screen.find('button', 'Log out Safari · iPhone'));
  rows = rows.filter(({ id }) => id !== 'b');
  await confirm(screen, 'Log out');
  await until(() => expect(screen.text()).toContain('Safari · iPhone is logged out'));
  expect(ended).toEqual(['b']);
  await until(() => expect(screen.text()).not.toContain('last used 3 Nov 14:05192'));
  rows = rows.filter(({ isOwn }) => isOwn);
  await screen.press(screen.find('button', /^Log out all other devices$/));
  await confirm(screen, 'Log out all other devices');
  await until(() => expect(screen.text()).toContain('You are logged in on this device only'));
  expect(ended).toEqual(['b', 'others']);
});

it('LOGINS-4: a session that was ended elsewhere is reported, and the list is fetched again', async () => {
  let rows = [login('a', 'Chrome · Linux', { isOwn: true }), login('gone', 'Safari · iPhone')];
  const { screen } = await open(() => rows);
  await screen.press(screen.find('button', 'Log out Safari · iPhone'));
  rows = rows.slice(0, 1);
  await confirm(screen, 'Log out');
  await until(() => expect(screen.text()).toContain('You are logged in on this device only'));
  expect(screen.text()).toContain('out');
});
