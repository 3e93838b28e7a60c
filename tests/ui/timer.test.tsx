// @vitest-environment happy-dom
import { expect, it } from 'vitest';
import { until } from '../support/until.ts';
import '../support/node-names.ts';
import '../support/pretended-layout.ts';
import { ok } from '../../src/domain/result.ts';
import { type Screen, showApp } from '../support/screen.tsx';
import { type ScriptedClient, scriptedClient, stateWith } from '../support/scripted-client.ts';
import { aContact, aGroup } from '../support/contacts.ts';

async function open(
  role: 1 | 2 | 3,
  days: number,
): Promise<{ readonly client: ScriptedClient; readonly screen: Screen }> {
  const group = aGroup({ role });
  const timers = days === 0 ? undefined : [{ n: 4, days }];
  const chat = aContact('group-5', { displayName: 'Chat', group, timers });
  const client = scriptedClient(stateWith([chat]), {
    members: () => Promise.resolve(ok([])),
    setTimer: () => Promise.resolve(ok(undefined)),
  });
  const screen = await showApp(client, '/pages/message/detail?id=group-5');
  await until(() => expect(screen.text()).toContain('Disappearing messages'));
  return { client, screen };
}
const row = (screen: Screen) =>
  screen.all('button').find((one) => one.textContent?.startsWith('Disappearing messages'));

it('VANISH-8: a user who may sets the timer, and nothing changes before it is saved', async () => {
  const { client, screen } = await open(2, 7);
  expect(row(screen)?.textContent).toBe('Disappearing messages7 days');
  await screen.press(row(screen) ?? expect.fail('no row'));
  await until(() => expect(screen.all('[type=radio]').length).toBe(4));
  const choices = screen.all('[type=radio]');
  expect(choices.map((one) => (one as HTMLInputElement).checked)).toEqual([false, false, true, false]);
  await screen.press(choices[3] ?? expect.fail('no choice'));
  const listRequests = () => client.asked.filter(([name]) => name === 'setTimer');
  expect(listRequests()).toEqual([]);
  await screen.press(
    screen.all('button').find((one) => one.textContent === 'Save') ?? expect.fail('no button'),
  );
  await until(() => expect(listRequests()).toEqual([['setTimer', 'group-5', 90]]));
});

it('VANISH-8: a member reads how long messages remain, and cannot change it', async () => {
  const { screen } = await open(3, 1);
  expect(screen.text()).toContain('Disappearing messages1 day');
  expect(row(screen)).toBeUndefined();
});
