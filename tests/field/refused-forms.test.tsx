// @vitest-environment happy-dom
import { afterEach, describe, expect, it, vi } from 'vitest';
import LoginPage from '../../src/app/screens/account/login/login-route.tsx';
import RegisterPage from '../../src/app/screens/account/login/register-page.tsx';
import { PasswordForm } from '../../src/app/screens/account/settings/password-form.tsx';
import { PasswordSheet } from '../../src/app/screens/account/settings/password-sheet.tsx';
import { atPassword } from '../../src/app/shared/at-password.ts';
import { textsNow } from '../../src/app/i18n/shown.ts';
import { DEFAULT_CONFIG } from '../../src/domain/config.ts';
import { fail, ok } from '../../src/domain/result.ts';
import { closeScreens, type Screen, showApp, showPart } from '../support/screen.tsx';
import { scriptedClient, stateWith } from '../support/scripted-client.ts';
import { until } from '../support/until.ts';

const service = stateWith([], {
  config: { ...DEFAULT_CONFIG, sysInfo: { ...DEFAULT_CONFIG.sysInfo, regtype: 1 } },
});
const refusal = (message: string, field?: string, code = 400) =>
  fail({ kind: 'server', code, message, ...(field !== undefined && { field }) } as const);
const HINT = '. The password begins or ends with a space';

function field(label: string): HTMLInputElement {
  const id = [...document.querySelectorAll('label')].findLast((one) => one.textContent === label)?.htmlFor;
  const input = document.getElementById(id ?? '');
  if (!(input instanceof HTMLInputElement)) throw new Error(`no field ${label}`);
  return input;
}
/** The text that a screen reader reads with a field that is wrong; null: the field is not marked as wrong. */
function errorAt(label: string): string | null {
  const input = field(label);
  if (input.getAttribute('aria-invalid') !== 'true') return null;
  return document.getElementById(input.getAttribute('aria-describedby') ?? '')?.textContent ?? null;
}
const pressLast = (screen: Screen, name: string) => {
  const button = screen.all('button').findLast((one) => one.textContent === name);
  if (button === undefined) throw new Error(`no button ${name}`);
  return screen.press(button);
};
afterEach(closeScreens);

describe('a refusal at its field', () => {
  const FIELDS = ['Username', 'Nickname', 'Password', 'Repeat password'] as const;
  const fillRegister = async (screen: Screen) => {
    for (const [at, value] of ['lin.an', '林安', '123456', '123456'].entries())
      await screen.type(field(FIELDS[at] ?? ''), value);
    await pressLast(screen, 'Register');
  };

  it.each([
    ['newPassword', 'Password', 'too common'],
    ['account', 'Username', 'taken'],
    ['realname', 'Nickname', 'reserved'],
    ['repeat', 'Repeat password', 'do not match'],
  ] as const)('UI-166: a registration, %s', async (name, label, message) => {
    const client = scriptedClient(service, { register: () => Promise.resolve(refusal(message, name)) });
    await fillRegister(await showPart(client, <RegisterPage />));
    expect(FIELDS.map(errorAt)).toEqual(FIELDS.map((one) => (one === label ? message : null)));
    expect(document.activeElement).toBe(field(label));
  });

  it.each([['invite'], [undefined]])(
    'UI-166: a registration is refused as a whole, about %s',
    async (name) => {
      const client = scriptedClient(service, {
        register: () => Promise.resolve(refusal('The invitation is over', name)),
      });
      const screen = await showPart(client, <RegisterPage />);
      await fillRegister(screen);
      expect(FIELDS.map(errorAt)).toEqual([null, null, null, null]);
      expect(screen.find('alert').textContent).toBe('The invitation is over');
    },
  );

  it('UI-166: a login names a disabled account at the username', async () => {
    const client = scriptedClient(service, {
      login: () => Promise.resolve(refusal('This account is disabled', 'account')),
    });
    const screen = await showPart(client, <LoginPage />);
    await screen.type(field('Username'), 'lin.an');
    await screen.type(field('Password'), 'secret-11');
    await pressLast(screen, 'Log in');
    expect([errorAt('Username'), errorAt('Password')]).toEqual(['This account is disabled', null]);
  });

  it('UI-166: a second step marks its code', async () => {
    const answers = [refusal('code, please', undefined, 412), refusal('not that one', undefined, 412)];
    const client = scriptedClient(service, {
      login: () => Promise.resolve(answers.shift() ?? ok(undefined)),
    });
    const screen = await showPart(client, <LoginPage />);
    await screen.type(field('Username'), 'lin.an');
    await screen.type(field('Password'), 'secret-11');
    await pressLast(screen, 'Log in');
    const otp = 'Code from the app, or a recovery code';
    await until(() => field(otp));
    await screen.type(field(otp), '000000');
    await pressLast(screen, 'Log in');
    await until(() => expect(errorAt(otp)).toBe('not that one'));
    expect(document.activeElement).toBe(field(otp));
  });

  it.each([
    ['password', 'Old password', `wrong${HINT}`],
    ['newPassword', 'New password', 'wrong'],
    ['repeat', 'Repeat password', 'wrong'],
    [undefined, null, null],
  ] as const)('UI-166, ACC-25: a change of the password, %s', async (name, label, text) => {
    const client = scriptedClient(service, { changePassword: () => Promise.resolve(refusal('wrong', name)) });
    const screen = await showPart(
      client,
      <PasswordForm proved={false} account="lin.an" open onClose={() => undefined} />,
    );
    await screen.type(field('Old password'), ' old-one');
    await screen.type(field('New password'), 'new-one');
    await screen.type(field('Repeat password'), 'new-one');
    await pressLast(screen, 'Save');
    await until(() => expect(screen.all('alert')).toHaveLength(1));
    for (const one of ['Old password', 'New password', 'Repeat password'])
      expect(errorAt(one)).toBe(one === label ? text : null);
  });

  it('UI-166, ACC-25: a question for the password marks it, and keeps other reasons below', async () => {
    const answers = [refusal('wrong', 'password').reason, refusal('too many passkeys').reason];
    const screen = await showPart(
      scriptedClient(service),
      <PasswordSheet
        title="Add"
        confirm="Next"
        label="Your password"
        onPassword={async (password) => atPassword(textsNow().t, answers.shift()!, password)}
        onClose={() => undefined}
      />,
    );
    await screen.type(field('Your password'), 'secret-11 ');
    await pressLast(screen, 'Next');
    expect(errorAt('Your password')).toBe(`wrong${HINT}`);
    await pressLast(screen, 'Next');
    expect(errorAt('Your password')).toBeNull();
    expect(screen.find('alert').textContent).toBe('too many passkeys');
  });
});

it.each([
  ['secret-11', 'wrong'],
  [' secret-11', `wrong${HINT}`],
  ['secret-11\t', `wrong${HINT}`],
])('ACC-25: a login with the wrong password %j', async (password, text) => {
  const client = scriptedClient(service, { login: () => Promise.resolve(refusal('wrong', 'password')) });
  const screen = await showPart(client, <LoginPage />);
  await screen.type(field('Username'), 'lin.an');
  await screen.type(field('Password'), password);
  await pressLast(screen, 'Log in');
  expect(errorAt('Password')).toBe(text);
  // It is sent as typed: a password may have blanks.
  expect(client.asked.at(-1)).toMatchObject(['login', { password }]);
});

describe('the way back to the console', () => {
  it.each([
    ['/admin#settings', '/admin#settings'],
    ['/admin', '/admin'],
    ['/admin/../other', null],
    ['//example.org/admin', null],
    ['/admin#a?b=//example.org', null],
  ])('CONSOLE-7: a login for %s', async (wanted, address) => {
    const went: string[] = [];
    vi.spyOn(location, 'assign').mockImplementation((to) => void went.push(String(to)));
    const client = scriptedClient(
      { ...service, connection: { name: 'connecting' } as never },
      {},
      { name: 'signedIn' },
    );
    await showApp(client, `/pages/login/index?redirect=${encodeURIComponent(wanted)}`);
    // The console would send the user back before the server accepts the login.
    expect(went).toEqual([]);
    client.set({ ...client.store.get(), connection: { name: 'open', bound: true } });
    if (address === null) await until(() => expect(location.hash).not.toContain('login'));
    else await until(() => expect(went).toEqual([address]));
    expect(went).toEqual(address === null ? [] : [address]);
    vi.restoreAllMocks();
  });
});
