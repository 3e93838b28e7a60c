// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest';
import LoginPage from '../../src/app/screens/account/login/login-route.tsx';
import RegisterPage from '../../src/app/screens/account/login/register-page.tsx';
import { DEFAULT_CONFIG } from '../../src/domain/config.ts';
import { fail, ok } from '../../src/domain/result.ts';
import { closeScreens, happens, type Screen, showApp, showPart } from '../support/screen.tsx';
import { scriptedClient, stateWith } from '../support/scripted-client.ts';
import { until } from '../support/until.ts';

const field = (screen: Screen, label: string): HTMLInputElement => {
  const id = [...document.querySelectorAll('label')].find((one) => one.textContent === label)?.htmlFor;
  const input = id === undefined ? null : document.getElementById(id);
  if (!(input instanceof HTMLInputElement)) throw new Error(`no field ${label} in ${screen.text()}`);
  return input;
};
const openService = stateWith([], {
  config: { ...DEFAULT_CONFIG, sysInfo: { ...DEFAULT_CONFIG.sysInfo, regtype: 1 } },
});
type Ways = Pick<typeof DEFAULT_CONFIG.sysInfo, 'mail' | 'passkeys'>;
const withWays = (ways: Ways) =>
  stateWith([], { config: { ...DEFAULT_CONFIG, sysInfo: { ...DEFAULT_CONFIG.sysInfo, ...ways } } });
const wordsWith = async (ways: Ways) => {
  closeScreens();
  return (await showPart(scriptedClient(withWays(ways)), <LoginPage />)).text();
};
const send = (screen: Screen) => screen.press(screen.find('button', /^(Log in|Register)$/));

describe('login', () => {
  it('UI-191: a drawn chat appears after the form, without information for screen readers', async () => {
    await showPart(scriptedClient(openService), <LoginPage />);
    const scene = await until(() => document.querySelector('[aria-hidden] [data-look]') ?? expect.fail());
    expect(scene.closest('[aria-hidden]')?.textContent).toContain('Hiking on Saturday?');
    expect(document.querySelectorAll('[aria-hidden] [data-look]')).toHaveLength(3);
  });

  it('UI-3, UI-116: fields say what they are for, and all empty ones are refused at the field', async () => {
    const client = scriptedClient(openService);
    const screen = await showPart(client, <LoginPage />);
    expect(field(screen, 'Username').autocomplete).toBe('username');
    expect(field(screen, 'Password').autocomplete).toBe('current-password');
    await send(screen);
    expect(screen.all('alert').map((one) => one.textContent)).toEqual([
      'Enter your username',
      'Enter your password',
    ]);
    expect(document.activeElement).toBe(field(screen, 'Username'));
    expect(client.asked.map(([name]) => name)).not.toContain('login');
  });

  it('UI-3: a refusal keeps what was typed; the remembered account is filled in', async () => {
    const answers = [fail({ kind: 'server', code: 400, message: 'Wrong password' } as const), ok(undefined)];
    const client = scriptedClient(openService, {
      login: () => Promise.resolve(answers.shift() ?? ok(undefined)),
    });
    const screen = await showPart(client, <LoginPage />);
    await screen.type(field(screen, 'Username'), 'lin.an');
    await screen.type(field(screen, 'Password'), 'secret-11');
    await send(screen);
    expect(screen.find('alert').textContent).toBe('Wrong password');
    expect(field(screen, 'Password').value).toBe('secret-11');
    await send(screen);
    expect(client.asked.filter(([name]) => name === 'login')).toHaveLength(2);
    expect(client.asked.at(-1)).toEqual([
      'login',
      { account: 'lin.an', password: 'secret-11', remember: true },
    ]);
    expect(JSON.stringify({ ...localStorage })).not.toContain('secret-11');
    closeScreens();
    localStorage.setItem('LoginAccount', 'lin.an');
    expect(field(await showPart(client, <LoginPage />), 'Username').value).toBe('lin.an');
  });

  it('SECOND-2: a code that is wanted is asked for over the form, with what was right so far', async () => {
    const expected = fail({ kind: 'server', code: 412, message: 'code, please' } as const);
    const answers = [expected, fail({ kind: 'server', code: 412, message: 'not that one' } as const)];
    const client = scriptedClient(openService, {
      login: () => Promise.resolve(answers.shift() ?? ok(undefined)),
    });
    const screen = await showPart(client, <LoginPage />);
    await screen.type(field(screen, 'Username'), 'lin.an');
    await screen.type(field(screen, 'Password'), 'secret-11');
    await send(screen);
    const otp = 'Code from the app, or a recovery code';
    await until(() => field(screen, otp));
    expect(screen.text()).not.toContain('code, please');
    const sendCode = () =>
      screen.press(screen.all('button').findLast((one) => one.textContent === 'Log in')!);
    await screen.type(field(screen, otp), '000000');
    await sendCode();
    await until(() => expect(screen.text()).toContain('not that one'));
    await screen.type(field(screen, otp), ' 123456 ');
    await sendCode();
    const form = { account: 'lin.an', password: 'secret-11', remember: true };
    await until(() => expect(client.asked.at(-1)).toEqual(['login', { ...form, otp: '123456' }]));
  });

  it('LDAP-4: the password of the account here is asked for once, then the code of its app', async () => {
    const refusals = [
      fail({ kind: 'server', code: 413, message: 'own password, please' } as const),
      fail({ kind: 'server', code: 413, message: 'not its password' } as const),
      fail({ kind: 'server', code: 412, message: 'code, please' } as const),
    ];
    const client = scriptedClient(openService, {
      login: () => Promise.resolve(refusals.shift() ?? ok(undefined)),
    });
    const screen = await showPart(client, <LoginPage />);
    await screen.type(field(screen, 'Username'), 'lin.an');
    await screen.type(field(screen, 'Password'), 'of the company');
    await send(screen);
    const [own, otp] = ['Password of this account', 'Code from the app, or a recovery code'];
    const press = () => screen.press(screen.all('button').findLast((one) => one.textContent === 'Log in')!);
    for (const typed of ['wrong', 'its own']) {
      await until(() => field(screen, own));
      await screen.type(field(screen, own), typed);
      await press();
      if (typed === 'wrong') await until(() => expect(screen.text()).toContain('not its password'));
    }
    await until(() => field(screen, otp));
    await screen.type(field(screen, otp), '123456');
    await press();
    const form = { account: 'lin.an', password: 'of the company', remember: true, ownPassword: 'its own' };
    await until(() => expect(client.asked.at(-1)).toEqual(['login', { ...form, otp: '123456' }]));
  });

  it('UI-81: straight from registering the password is written next', async () => {
    const client = scriptedClient(openService, {}, { name: 'signedOut' });
    const screen = await showApp(client, '/pages/login/index?account=lin.an');
    await until(() => expect(field(screen, 'Username').value).toBe('lin.an'));
    expect(document.activeElement).toBe(field(screen, 'Password'));
  });

  it('UI-3: the password can be shown, and the language changed before login', async () => {
    const screen = await showPart(scriptedClient(openService), <LoginPage />);
    await screen.press(screen.find('button', 'Show password'));
    expect(field(screen, 'Password').type).toBe('text');
    await until(() => expect(screen.find('option', '简体中文')).toBeDefined());
    await screen.choose(screen.find('select', 'Language'), 'zh-CN');
    await until(() => expect(screen.text()).toContain('还没有账号？'));
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

const key = (input: HTMLInputElement, caps: boolean) =>
  happens(() => {
    const event = new KeyboardEvent('keyup', { key: 'a', bubbles: true });
    Object.defineProperty(event, 'getModifierState', {
      value: (name: string) => caps && name === 'CapsLock',
    });
    input.dispatchEvent(event);
  });

describe('text typed into a form', () => {
  it('UI-75: a password field shows that Caps Lock is on, until it is off or focus moves', async () => {
    const screen = await showPart(scriptedClient(openService), <RegisterPage />);
    const hint = () =>
      document.getElementById(field(screen, 'Password').getAttribute('aria-describedby') ?? '')?.textContent;
    const usual = hint();
    await key(field(screen, 'Password'), true);
    expect(hint()).toBe('Caps lock is on');
    await key(field(screen, 'Password'), false);
    expect(hint()).toBe(usual);
    await key(field(screen, 'Username'), true);
    expect(screen.text()).not.toContain('Caps lock is on');
    expect(
      [
        field(screen, 'Username'),
        field(screen, 'Nickname'),
        field(screen, 'Password'),
        field(screen, 'Repeat password'),
      ].map((one) => one.autocomplete),
    ).toEqual(['username', 'nickname', 'new-password', 'new-password']);
  });

  it('UI-75: a code is taken out of what was pasted; anything else is pasted as it is', async () => {
    const screen = await showPart(scriptedClient(withWays({ mail: true })), <LoginPage />);
    await screen.press(screen.find('button', 'Forgot password?'));
    const code = document.querySelector<HTMLInputElement>('[name=code]') ?? expect.fail('no code field');
    expect(code.autocomplete).toBe('one-time-code');
    for (const words of ['Your code for 2026 is 123456.', ' 123 456 ', '123-456']) {
      await screen.type(code, '');
      const event = new Event('paste', { bubbles: true, cancelable: true });
      Object.defineProperty(event, 'clipboardData', { value: { getData: () => words } });
      await happens(() => code.dispatchEvent(event));
      expect([event.defaultPrevented, code.value]).toEqual([true, '123456']);
    }
    const event = new Event('paste', { bubbles: true, cancelable: true });
    Object.defineProperty(event, 'clipboardData', { value: { getData: () => '1234' } });
    await happens(() => code.dispatchEvent(event));
    expect(event.defaultPrevented).toBe(false);
  });
});

describe('login by a code', () => {
  it('CONF-28: the page offers only the ways in that the server has, and else names its admin', async () => {
    const none = await wordsWith({});
    expect(none).toContain('Ask the admin of this server');
    expect(none).not.toMatch(/Forgot password|passkey/);
    expect(await wordsWith({ mail: true })).not.toContain('Ask the admin');
    expect(await wordsWith({ passkeys: true })).toContain('Log in with a passkey');
  });

  it('UI-151: every language is offered by its own name, and nothing else changes until one is chosen', async () => {
    const screen = await showPart(scriptedClient(openService), <LoginPage />, 'zh-CN');
    await until(() => expect(screen.find('option', 'English').getAttribute('lang')).toBe('en'));
    expect(screen.text()).toContain('还没有账号？');
  });

  it('UI-51: a code takes the place of a forgotten password; an empty one is refused at the field', async () => {
    const client = scriptedClient(withWays({ mail: true }));
    const screen = await showPart(client, <LoginPage />);
    await screen.type(field(screen, 'Username'), 'an@example.org');
    await screen.press(screen.find('button', 'Forgot password?'));
    expect(screen.text()).toContain('change the password in Account security');
    await screen.press(screen.find('button', 'Send code'));
    expect(client.asked.at(-1)).toEqual(['sendCode', 'an@example.org', 'login']);
    await send(screen);
    expect(screen.find('alert').textContent).toBe('Enter the code');
    await screen.type(field(screen, 'Code'), '123456');
    await send(screen);
    expect(client.asked.at(-1)).toEqual([
      'login',
      { account: 'an@example.org', remember: true, password: '', code: '123456' },
    ]);
  });
});

describe('register', () => {
  it('UI-51: with verified accounts, another kind is refused and the code is sent along', async () => {
    const state = stateWith([], {
      config: { ...DEFAULT_CONFIG, sysInfo: { ...DEFAULT_CONFIG.sysInfo, regtype: 1, regauth: 2 } },
    });
    const client = scriptedClient(state);
    const screen = await showPart(client, <RegisterPage />);
    await screen.type(field(screen, 'Username'), '13812345678');
    await send(screen);
    expect(screen.all('alert')[0]?.textContent).toBe('Register with an email address');
    await screen.type(field(screen, 'Username'), 'an@example.org');
    await screen.type(field(screen, 'Nickname'), '林安');
    await screen.type(field(screen, 'Password'), 'secret-11');
    await screen.type(field(screen, 'Repeat password'), 'secret-11');
    await send(screen);
    expect(screen.find('alert').textContent).toBe('Enter the code');
    await screen.press(screen.find('button', 'Send code'));
    expect(client.asked.at(-1)).toEqual(['sendCode', 'an@example.org', 'register']);
    await screen.type(field(screen, 'Code'), '123456');
    await send(screen);
    expect(client.asked.find(([name]) => name === 'register')).toEqual([
      'register',
      {
        account: 'an@example.org',
        realname: '林安',
        password: 'secret-11',
        repeat: 'secret-11',
        code: '123456',
        inviteCode: '',
      },
    ]);
  });

  it('UI-116, RULE-1: all problems show at once, each at its field, and go with what is typed', async () => {
    const client = scriptedClient(openService);
    const screen = await showPart(client, <RegisterPage />);
    const problems = () => screen.all('alert').map((one) => one.textContent);
    await screen.type(field(screen, 'Username'), 'abc');
    await send(screen);
    expect(problems()).toEqual([
      'The username needs 4 to 32 characters',
      'Enter a nickname',
      'Enter your password',
    ]);
    expect(document.activeElement).toBe(field(screen, 'Username'));
    await screen.type(field(screen, 'Username'), 'lin.an');
    expect(problems()).toEqual(['Enter a nickname', 'Enter your password']);
    await screen.type(field(screen, 'Nickname'), '林'.repeat(65));
    await screen.type(field(screen, 'Password'), '12345');
    await send(screen);
    expect(problems()).toEqual([
      'A nickname has 1 to 64 characters',
      'The password needs 6 to 16 characters',
      'The two passwords do not match',
    ]);
    await screen.type(field(screen, 'Nickname'), '林安');
    await screen.type(field(screen, 'Password'), 'secret-11');
    await screen.type(field(screen, 'Repeat password'), 'secret-11');
    await send(screen);
    expect(client.asked.find(([name]) => name === 'register')).toEqual([
      'register',
      { account: 'lin.an', realname: '林安', password: 'secret-11', repeat: 'secret-11', inviteCode: '' },
    ]);
  });

  it('UI-115: a registered user is logged in; if that fails, the login page has the username', async () => {
    const answers = [ok(undefined), fail({ kind: 'server', code: 400, message: 'busy' } as const)];
    const client = scriptedClient(openService, {
      login: () => Promise.resolve(answers.shift() ?? ok(undefined)),
    });
    const screen = await showPart(client, <RegisterPage />);
    for (const [label, value] of [
      ['Username', 'lin.an'],
      ['Nickname', '林安'],
      ['Password', 'secret-11'],
      ['Repeat password', 'secret-11'],
    ] as const)
      await screen.type(field(screen, label), value);
    await send(screen);
    expect(client.asked.at(-1)).toEqual([
      'login',
      { account: 'lin.an', password: 'secret-11', remember: true },
    ]);
    expect(location.hash).not.toContain('account=');
    await send(screen);
    expect(location.hash).toBe('#/pages/login/index?account=lin.an');
  });

  it('UI-3: with closed registration only an invitation link opens it', async () => {
    const closed = await showPart(scriptedClient(stateWith([])), <RegisterPage />);
    expect(closed.text()).toContain('Registration is closed');
    closeScreens();
    location.hash = '#/pages/login/register?inviteCode=ABCD2345';
    const client = scriptedClient(stateWith([]));
    const invited = await showPart(client, <RegisterPage />);
    expect(invited.text()).toContain('Invited with code ABCD2345');
    expect(field(invited, 'Nickname').autocomplete).toBe('nickname');
  });

  it('INVITE-6: the link of a person fills in their name, which they may change', async () => {
    location.hash = '#/pages/login/register?inviteCode=ABCD2345&name=Anna%20Lake';
    const invited = await showPart(scriptedClient(stateWith([])), <RegisterPage />);
    expect(field(invited, 'Nickname').value).toBe('Anna Lake');
    location.hash = '';
  });

  it('START-24: until an account exists, both pages state that the first one becomes the administrator', async () => {
    const sysInfo = { ...DEFAULT_CONFIG.sysInfo, regtype: 1, noAccounts: true } as const;
    const empty = scriptedClient(stateWith([], { config: { ...DEFAULT_CONFIG, sysInfo } }));
    const words = /becomes the administrator/;
    expect((await showPart(empty, <LoginPage />)).text()).toMatch(words);
    closeScreens();
    expect((await showPart(empty, <RegisterPage />)).text()).toMatch(words);
    closeScreens();
    expect((await showPart(scriptedClient(openService), <LoginPage />)).text()).not.toMatch(words);
    closeScreens();
    expect((await showPart(scriptedClient(openService), <RegisterPage />)).text()).not.toMatch(words);
  });

  it('ACC-23: a link of an administrator asks for a new password alone, sets it and logs in', async () => {
    location.hash = '#/pages/login/register?account=lin.an%2B1&inviteCode=password-ABC';
    const answers = [fail({ kind: 'server', code: 400, message: 'The link was used' } as const)];
    const client = scriptedClient(stateWith([]), {
      register: () => Promise.resolve(answers.shift() ?? ok(undefined)),
    });
    const screen = await showPart(client, <RegisterPage />);
    expect(screen.text()).toContain('For the account lin.an+1');
    expect(screen.text()).not.toContain('Registration is closed');
    const save = () => screen.press(screen.find('button', 'Save and log in'));
    await screen.type(field(screen, 'Password'), 'short');
    await save();
    expect(screen.find('alert').textContent).toBe('The password needs 6 to 16 characters');
    await screen.type(field(screen, 'Password'), 'secret-11');
    await save();
    expect(screen.find('alert').textContent).toBe('The two passwords do not match');
    await screen.type(field(screen, 'Repeat password'), 'secret-11');
    await save();
    expect(screen.find('alert').textContent).toBe('The link was used');
    await save();
    const form = { account: 'lin.an+1', password: 'secret-11' };
    expect(client.asked.filter(([name]) => name === 'register').at(-1)).toEqual([
      'register',
      { ...form, realname: '', repeat: 'secret-11', inviteCode: 'password-ABC' },
    ]);
    expect(client.asked.at(-1)).toEqual(['login', { ...form, remember: true }]);
  });
});
