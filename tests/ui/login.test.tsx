// @vitest-environment happy-dom
import { afterEach, describe, expect, it, vi } from 'vitest';
import LoginPage from '../../src/app/screens/login/login-page.tsx';
import RegisterPage from '../../src/app/screens/login/register-page.tsx';
import { DEFAULT_CONFIG } from '../../src/domain/config.ts';
import { fail, ok } from '../../src/domain/result.ts';
import { closeScreens, type Screen, showPart } from '../support/screen.tsx';
import { scriptedClient, stateWith } from '../support/scripted-client.ts';

const field = (screen: Screen, label: string): HTMLInputElement => {
  const id = [...document.querySelectorAll('label')].find((one) => one.textContent === label)?.htmlFor;
  const input = id === undefined ? null : document.getElementById(id);
  if (!(input instanceof HTMLInputElement)) throw new Error(`no field ${label} in ${screen.text()}`);
  return input;
};
const openService = stateWith([], { config: { ...DEFAULT_CONFIG, sysInfo: { ...DEFAULT_CONFIG.sysInfo, regtype: 1 } } });
const send = (screen: Screen) => screen.press(screen.find('button', /^(Log in|Register)$/));

describe('login', () => {
  afterEach(closeScreens);

  it('UI-3: fields say what they are for, and empty ones are refused at the field', async () => {
    const client = scriptedClient(openService);
    const screen = await showPart(client, <LoginPage />);
    expect(field(screen, 'Account').autocomplete).toBe('username');
    expect(field(screen, 'Password').autocomplete).toBe('current-password');
    await send(screen);
    expect(screen.find('alert').textContent).toBe('Enter your account');
    expect(document.activeElement).toBe(field(screen, 'Account'));
    expect(client.asked.map(([name]) => name)).not.toContain('login');
  });

  it('UI-3: a refusal keeps what was typed; the remembered account is filled in', async () => {
    const answers = [fail({ kind: 'server', code: 400, message: 'Wrong password' } as const), ok(undefined)];
    const client = scriptedClient(openService, { login: () => Promise.resolve(answers.shift() ?? ok(undefined)) });
    const screen = await showPart(client, <LoginPage />);
    await screen.type(field(screen, 'Account'), 'lin.an');
    await screen.type(field(screen, 'Password'), 'secret-11');
    await send(screen);
    expect(screen.find('alert').textContent).toBe('Wrong password');
    expect(field(screen, 'Password').value).toBe('secret-11');
    await send(screen);
    expect(client.asked.filter(([name]) => name === 'login')).toHaveLength(2);
    expect(client.asked.at(-1)).toEqual(['login', { account: 'lin.an', password: 'secret-11', remember: true }]);
    expect(JSON.stringify({ ...localStorage })).not.toContain('secret-11');
    closeScreens();
    localStorage.setItem('LoginAccount', 'lin.an');
    expect(field(await showPart(client, <LoginPage />), 'Account').value).toBe('lin.an');
  });

  it('UI-3: the password can be shown, and the language changed before login', async () => {
    const screen = await showPart(scriptedClient(openService), <LoginPage />);
    await screen.press(screen.find('button', 'Show password'));
    expect(field(screen, 'Password').type).toBe('text');
    await screen.press(screen.find('tab', '中文'));
    await vi.waitFor(() => expect(screen.text()).toContain('还没有账号？'));
    expect(document.documentElement.lang).toBe('zh-CN');
    expect(localStorage.getItem('language')).toBe('zh-CN');
  });

  it('UI-3: registering is offered where it is open', async () => {
    const closed = await showPart(scriptedClient(stateWith([])), <LoginPage />);
    expect(closed.text()).not.toContain('No account yet?');
    closeScreens();
    const open = await showPart(scriptedClient(openService), <LoginPage />);
    expect(open.find('link', 'Register').getAttribute('href')).toBe('#/pages/login/register');
  });
});

describe('register', () => {
  afterEach(closeScreens);

  it('RULE-1: problems show one at a time, in the order of the specification, at their field', async () => {
    const client = scriptedClient(openService);
    const screen = await showPart(client, <RegisterPage />);
    const steps: readonly (readonly [string, string, string])[] = [
      ['Account', 'abc', 'The account needs 4 to 32 characters'],
      ['Account', 'lin.an', 'Enter a nickname'],
      ['Nickname', '林', 'The nickname needs 2 to 16 characters'],
      ['Nickname', '林安', 'Enter your password'],
      ['Password', '12345', 'The password needs 6 to 16 characters'],
      ['Password', 'secret-11', 'The two passwords do not match'],
    ];
    for (const [label, value, problem] of steps) {
      await screen.type(field(screen, label), value);
      await send(screen);
      expect(screen.all('alert').map((one) => one.textContent)).toEqual([problem]);
    }
    await screen.type(field(screen, 'Repeat password'), 'secret-11');
    await send(screen);
    expect(client.asked.at(-1)).toEqual(['register', { account: 'lin.an', realname: '林安', password: 'secret-11', repeat: 'secret-11', inviteCode: '' }]);
    expect(location.hash).toBe('#/pages/login/index?account=lin.an');
  });

  it('UI-3: where registration is closed only an invite link opens it', async () => {
    const closed = await showPart(scriptedClient(stateWith([])), <RegisterPage />);
    expect(closed.text()).toContain('Registration is closed');
    closeScreens();
    location.hash = '#/pages/login/register?inviteCode=ABCD2345';
    const client = scriptedClient(stateWith([]));
    const invited = await showPart(client, <RegisterPage />);
    expect(invited.text()).toContain('Invited with code ABCD2345');
    expect(field(invited, 'Nickname').autocomplete).toBe('nickname');
  });
});
