// @vitest-environment happy-dom
import { expect, it } from 'vitest';
import type { Actions } from '../../src/client/interface/client.ts';
import type { Passkey } from '../../src/client/interface/logins.ts';
import { fail, ok } from '../../src/domain/result.ts';
import { type Screen, showApp } from '../support/screen.tsx';
import { scriptedClient, stateWith } from '../support/scripted-client.ts';
import { until } from '../support/until.ts';

const AT_MS = new Date(2026, 10, 3, 14, 5).getTime();
const open = async (own: Partial<Actions>, words: string) => {
  const client = scriptedClient(stateWith([]), own);
  const screen = await showApp(client, '/pages/mine/secure?view=passkeys');
  await until(() => expect(screen.text()).toContain(words));
  return { client, screen };
};
const input = (label: string): HTMLInputElement => {
  const id = [...document.querySelectorAll('label')].findLast((one) => one.textContent === label)?.htmlFor;
  const match = document.getElementById(id ?? '');
  if (!(match instanceof HTMLInputElement)) throw new Error(`no field ${label}`);
  return match;
};
const submit = (screen: Screen): Promise<void> =>
  screen.press(document.querySelector('form [type=submit]') ?? expect.fail('no form'));

it('PASSKEY-1: listed with when each was added or used, renamed, removed after asking', async () => {
  let list: readonly Passkey[] = [
    { id: 'a', name: 'Phone', sinceMs: AT_MS, usedMs: 0 },
    { id: 'b', name: '', sinceMs: AT_MS, usedMs: AT_MS },
  ];
  const { screen } = await open(
    {
      passkeys: () => Promise.resolve(ok({ isPossible: true, list })),
      renamePasskey: (id, name) => {
        list = list.map((one) => (one.id === id ? { ...one, name } : one));
        return Promise.resolve(ok(undefined));
      },
      removePasskey: (id) => {
        list = list.filter((one) => one.id !== id);
        return Promise.resolve(ok(undefined));
      },
    },
    'Your passkeys',
  );
  for (const text of ['Phoneadded 3 Nov 14:05', 'Passkeylast used 3 Nov 14:05'])
    expect(screen.text()).toContain(text);
  await screen.press(screen.all('button').find((one) => one.textContent?.startsWith('Phone'))!);
  await until(() => input('Name'));
  await screen.type(input('Name'), ' Old phone ');
  await submit(screen);
  await until(() => expect(screen.text()).toContain('Old phoneadded'));
  await screen.press(screen.all('button').find((one) => one.textContent?.startsWith('Old phone'))!);
  await until(() => input('Name'));
  await screen.press(screen.all('button').findLast((one) => one.textContent === 'Remove')!);
  await until(() => expect(screen.text()).toContain('Remove Old phone?'));
  await screen.press(screen.all('button').findLast((one) => one.textContent === 'Remove')!);
  await until(() => expect(screen.text()).not.toContain('Old phoneadded'));
  expect(list.map(({ id }) => id)).toEqual(['b']);
});

it('PASSKEY-1: the password first; a refusal and a browser without passkeys are reported', async () => {
  const { client, screen } = await open(
    {
      passkeys: () => Promise.resolve(ok({ isPossible: true, list: [] })),
      beginPasskey: (given) =>
        Promise.resolve(
          given === 'secret-1'
            ? ok({ challenge: 'x' })
            : fail({ kind: 'server', code: 400, message: 'wrong' } as const),
        ),
    },
    'No passkeys yet',
  );
  await screen.press(screen.find('button', 'Add a passkey'));
  await until(() => input('Your password'));
  await submit(screen);
  await until(() => expect(screen.text()).toContain('Enter your password'));
  await screen.type(input('Your password'), 'secret-2');
  await submit(screen);
  await until(() => expect(screen.text()).toContain('wrong'));
  await screen.type(input('Your password'), 'secret-1');
  await submit(screen);
  await until(() => expect(screen.text()).toContain("This browser can't use passkeys here"));
  expect(client.asked.some(([name]) => name === 'addPasskey')).toBe(false);
});

it('PASSKEY-5: if the server has no such address the page says so, and offers none', async () => {
  const { screen } = await open(
    { passkeys: () => Promise.resolve(ok({ isPossible: false, list: [] })) },
    'set up a domain with https',
  );
  expect(screen.all('button').some((one) => one.textContent === 'Add a passkey')).toBe(false);
});
