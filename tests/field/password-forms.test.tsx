// @vitest-environment happy-dom
import { afterEach, expect, it } from 'vitest';
import type { Actions } from '../../src/client/interface/client.ts';
import LoginPage from '../../src/app/screens/account/login/login-route.tsx';
import { fail, ok } from '../../src/domain/result.ts';
import { closeScreens, type Screen, showApp, showPart } from '../support/screen.tsx';
import { scriptedClient, stateWith } from '../support/scripted-client.ts';
import { until } from '../support/until.ts';

afterEach(closeScreens);

/** The usernames of the forms with a password, in the order of the page. */
const accounts = (): readonly string[] =>
  [...document.querySelectorAll('form')]
    .filter((form) => form.querySelector('input[type=password]') !== null)
    .map((form) => form.querySelector<HTMLInputElement>('[autocomplete=username]')?.value ?? 'none');

const FORMS: readonly (readonly [view: string, button: string, own: Partial<Actions>])[] = [
  ['', 'Change password', {}],
  ['second', 'Turn on two-step verification', { secondStep: async () => ok({ on: false, recovery: 0 }) }],
  ['second', 'Turn off two-step verification', { secondStep: async () => ok({ on: true, recovery: 1 }) }],
  ['data', 'Delete my account', { ownData: async () => ok({ words: 'stay', erasable: true }) }],
];

it.each(FORMS)(
  'ACC-26: a password manager learns the account at "secure?view=%s", %s',
  async (view, button, own) => {
    const screen: Screen = await showApp(
      scriptedClient(stateWith([]), own),
      `/pages/mine/secure${view === '' ? '' : `?view=${view}`}`,
    );
    await until(() => expect(screen.text()).toContain(button));
    await screen.press(screen.find('button', button));
    await until(() => expect(accounts()).toEqual(['lin.an']));
  },
);

it('ACC-26: the sheet for the password of this server names the account, too', async () => {
  const client = scriptedClient(stateWith([]), {
    login: async () => fail({ kind: 'server', code: 413, message: 'not its password' } as const),
  });
  const screen = await showPart(client, <LoginPage />);
  const [name, password] = document.querySelectorAll('form input');
  await screen.type(name ?? expect.fail('no username'), 'lin.an');
  await screen.type(password ?? expect.fail('no password'), 'of the company');
  expect(accounts()).toEqual(['lin.an']);
  await screen.press(document.querySelector('form [type=submit]') ?? expect.fail('no form'));
  await until(() => expect(accounts()).toEqual(['lin.an', 'lin.an']));
});
