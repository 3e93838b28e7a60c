// @vitest-environment happy-dom
import { describe, expect, it, vi } from 'vitest';
import type { Actions } from '../../src/client/interface/client.ts';
import { webAddress } from '../../src/app/screens/account/settings/webview-page.tsx';
import { DEFAULT_CONFIG } from '../../src/domain/config.ts';
import { fail, ok, type Result } from '../../src/domain/result.ts';
import { closeScreens, happens, type Screen, showApp } from '../support/screen.tsx';
import { scriptedClient, stateWith } from '../support/scripted-client.ts';
import { until } from '../support/until.ts';

const field = (screen: Screen, label: string): HTMLInputElement => {
  const id = [...document.querySelectorAll('label')].find((one) => one.textContent === label)?.htmlFor;
  const input = id === undefined ? null : document.getElementById(id);
  if (!(input instanceof HTMLInputElement)) throw new Error(`no field ${label} in ${screen.text()}`);
  return input;
};
const refuse = () => Promise.resolve(fail({ kind: 'server', code: 400, message: 'not today' } as const));
const submitOf = (within: string): Element =>
  document.querySelector(`${within} [type=submit]`) ?? expect.fail('no button');
const openPage = async (path: string, own: Partial<Actions> = {}, part = {}) => {
  const client = scriptedClient(stateWith([], part), own);
  const screen = await showApp(client, path);
  await until(() => expect(document.querySelector('main h1')).not.toBeNull());
  return { client, screen };
};

const back = (idx: number): Promise<void> =>
  happens(() => dispatchEvent(new PopStateEvent('popstate', { state: { idx } })));

describe('profile', () => {
  it('UI-34: fields are checked where they are, and only changes are saved', async () => {
    const { client, screen } = await openPage('/pages/mine/profile');
    expect(submitOf('main').hasAttribute('disabled')).toBe(true);
    await screen.type(field(screen, 'Nickname'), '林'.repeat(65));
    await screen.press(submitOf('main'));
    expect(screen.find('[role=alert]').textContent).toBe('A nickname has 1 to 64 characters');
    await screen.type(field(screen, 'Nickname'), '林安安');
    await screen.type(field(screen, 'Email'), 'nobody');
    await screen.press(submitOf('main'));
    expect(screen.find('[role=alert]').textContent).toBe('Enter a valid email address');
    await screen.type(field(screen, 'Email'), 'lin@example.org');
    await screen.press(submitOf('main'));
    expect(client.asked.filter(([name]) => name === 'updateProfile')).toEqual([
      [
        'updateProfile',
        { realname: '林安安', email: 'lin@example.org', sex: 2, motto: '' },
        { realname: '林安', email: '' },
      ],
    ]);
  });

  it('UI-34, CONF-8: if the organisation sets names, users cannot; a refusal is at the form', async () => {
    const config = { ...DEFAULT_CONFIG, sysInfo: { ...DEFAULT_CONFIG.sysInfo, runMode: 1, diyName: false } };
    const { screen } = await openPage('/pages/mine/profile', { updateProfile: refuse }, { config });
    expect(field(screen, 'Name').readOnly).toBe(true);
    await screen.type(field(screen, 'Email'), 'lin@example.org');
    await screen.press(submitOf('main'));
    expect(screen.find('[role=alert]').textContent).toBe('not today');
  });

  it('UI-34: leaving with changes asks first', async () => {
    const { screen } = await openPage('/pages/mine/profile');
    await screen.type(field(screen, 'Nickname'), '林安安');
    await screen.press(screen.find('button', 'Back'));
    await until(() => expect(screen.text()).toContain('Discard changes?'));
    expect(location.hash).toBe('#/pages/mine/profile');
    await screen.press(screen.find('button', 'Cancel'));
    expect(field(screen, 'Nickname').value).toBe('林安安');
  });

  it('UI-54: so does the back button of the browser; a yes needs no second question', async () => {
    const { screen } = await openPage('/pages/mine/profile');
    await screen.type(field(screen, 'Nickname'), '林安安');
    // The history of a file's tests is one.
    const here = Number(Reflect.get(Object(history.state), 'idx'));
    const steps: number[] = [];
    const go = vi.spyOn(history, 'go').mockImplementation((by = 0) => void steps.push(by));
    const readView = vi.fn();
    addEventListener('popstate', readView);
    await back(here - 1);
    await until(() => expect(screen.text()).toContain('Discard changes?'));
    await back(here);
    expect(steps).toEqual([1]);
    expect(readView).not.toHaveBeenCalled();
    await screen.press(screen.find('button', /^Discard/));
    await until(() => expect(steps).toEqual([1, -1]));
    await back(here - 1);
    expect(readView).toHaveBeenCalledTimes(1);
    removeEventListener('popstate', readView);
    go.mockRestore();
  });
});

describe('security', () => {
  it('REACH-4: after several quick choices the last one stays shown', async () => {
    const answers: (() => void)[] = [];
    const setPrivacy = () =>
      new Promise<Result<void, never>>((resolve) => answers.push(() => resolve(ok(undefined))));
    const { screen } = await openPage('/pages/mine/secure', { setPrivacy });
    const list = screen.find('[role=tablist][aria-label="Who can add me to groups"]');
    const readChoice = () => list.querySelector('[role=tab][aria-selected=true]')?.textContent;
    const choose = async (name: string) =>
      screen.press([...list.querySelectorAll('[role=tab]')].find((tab) => tab.textContent === name) ?? list);
    await choose('Friends');
    await choose('No one');
    await happens(() => answers[0]?.());
    expect(readChoice()).toBe('No one');
    // The form shows the stored value, and nothing was stored here.
    await happens(() => answers[1]?.());
    expect(readChoice()).toBe('Everyone');
  });

  it('UI-35, UI-116, ACC-13: all that is wrong with a new password is said at its field', async () => {
    const { client, screen } = await openPage('/pages/mine/secure');
    await screen.press(screen.find('button', 'Change password'));
    await until(() => expect(field(screen, 'Old password')).toBeDefined());
    await screen.press(submitOf('[role=dialog]'));
    expect(screen.all('[role=alert]').map((one) => one.textContent)).toEqual([
      'Enter your old password',
      'Enter your password',
    ]);
    const steps = [
      ['Old password', '', 'Enter your old password'],
      ['Old password', 'secret-11', 'Enter your password'],
      ['New password', '12345', 'The password needs 6 to 16 characters'],
      ['New password', 'secret-22', 'The two passwords do not match'],
    ] as const;
    for (const [label, value, problem] of steps) {
      await screen.type(field(screen, label), value);
      await screen.press(submitOf('[role=dialog]'));
      expect(screen.find('[role=alert]').textContent).toBe(problem);
    }
    await screen.type(field(screen, 'Repeat password'), 'secret-22');
    // Removing passkeys is offered, and on at first (ACC-20).
    const removes = document.querySelector('[role=dialog] [role=switch]') ?? expect.fail('no switch');
    expect(removes.getAttribute('aria-checked')).toBe('true');
    await screen.press(removes);
    await screen.press(submitOf('[role=dialog]'));
    const form = { original: 'secret-11', code: '', password: 'secret-22', repeat: 'secret-22' };
    expect(client.asked.filter(([name]) => name === 'changePassword')).toEqual([
      ['changePassword', { ...form, keepPasskeys: true }],
    ]);
  });

  it('UI-35, ACC-9: a code once a minute; a missing mail server is reported at the field', async () => {
    let possible = false;
    const sendCode = () =>
      Promise.resolve(
        possible ? ok(undefined) : fail({ kind: 'server', code: 400, message: 'no mail here' } as const),
      );
    const { client, screen } = await openPage('/pages/mine/secure', { sendCode });
    await screen.press(screen.find('button', 'Verify account'));
    await until(() => expect(field(screen, 'New email address or phone number')).toBeDefined());
    await screen.press(submitOf('[role=dialog]'));
    expect(screen.find('[role=alert]').textContent).toBe('Enter an email address or a phone number');
    await screen.type(field(screen, 'New email address or phone number'), 'lin@example.org');
    await screen.press(screen.find('button', 'Send code'));
    expect(screen.find('[role=alert]').textContent).toBe('no mail here');
    possible = true;
    await screen.press(screen.find('button', 'Send code'));
    expect(screen.find('button', 'Send again in 60 s').hasAttribute('disabled')).toBe(true);
    await screen.type(field(screen, 'Code for the new username'), '123456');
    await screen.press(submitOf('[role=dialog]'));
    expect(client.asked.filter(([name]) => name === 'changeAccount')).toEqual([
      ['changeAccount', { code: '', account: 'lin@example.org', newCode: '123456' }],
    ]);
  });
});

const blockedLinks = () => [...document.querySelectorAll('main a[href*="tab=blocked"]')];

describe('settings and the rest', () => {
  it('BLOCK-7: the list of blocked users is where privacy is, and no other page links it', async () => {
    const { screen } = await openPage('/pages/mine/secure');
    await until(() => expect(screen.text()).toContain('Last seen'));
    const privacy = screen.all('section').find((one) => one.querySelector('h2')?.textContent === 'Privacy');
    expect(blockedLinks().map((one) => privacy?.contains(one))).toEqual([true]);
    closeScreens();
    await openPage('/pages/mine/setting');
    expect(blockedLinks()).toEqual([]);
  });

  it('UI-152: settings are in groups, and a search by name shows only those that match', async () => {
    const { screen } = await openPage('/pages/mine/setting');
    const headings = () => screen.all('h2').flatMap((one) => (one.closest('main') ? [one.textContent] : []));
    await until(() =>
      expect(headings()).toEqual(expect.arrayContaining(['Notifications', 'Appearance', 'Chats'])),
    );
    const search = document.querySelector<HTMLInputElement>('input[type=search]') ?? expect.fail('no search');
    await screen.type(search, 'densi');
    expect(headings()).toEqual(['Appearance']);
    expect(screen.text()).toContain('Density');
    expect(screen.text()).not.toContain('Quiet hours');
    await screen.type(search, 'blocked');
    expect(headings()).toEqual(['Privacy']);
    expect(screen.find('link', 'Account security').getAttribute('href')).toBe('#/pages/mine/secure');
    await screen.type(search, 'zebra');
    expect(screen.text()).toContain('No setting has this name');
  });

  it('UI-36: switches, language and background are kept on the device and hold at once', async () => {
    const { screen } = await openPage('/pages/mine/setting');
    await screen.press(screen.find('switch', 'Round avatars'));
    expect(JSON.parse(localStorage.getItem('appSetting') ?? '{}')).toMatchObject({
      circleAvatar: true,
      voiceStatus: true,
    });
    await screen.press(screen.find('button', 'Chat background'));
    await until(() => expect(screen.find('button', 'Sky')).toBeDefined());
    await screen.press(screen.find('button', 'Sky'));
    expect(screen.find('button', 'Sky').getAttribute('aria-pressed')).toBe('true');
    expect(localStorage.getItem('of-1-chat-bg-info')).toContain('sky');
    await screen.press(screen.find('button', 'None'));
    expect(localStorage.getItem('of-1-chat-bg-info')).toBeNull();
    await until(() => expect(screen.find('option', '简体中文')).toBeDefined());
    await screen.choose(screen.find('select', 'Language'), 'zh-CN');
    await until(() => expect(screen.text()).toContain('圆形头像'));
  });

  it('THEME-1, THEME-2: a chosen theme holds at once; the device keeps it', async () => {
    const page = document.documentElement.style;
    const frame = document.head.appendChild(document.createElement('meta'));
    frame.name = 'theme-color';
    const { screen } = await openPage('/pages/mine/setting');
    const choose = async (label: string) => {
      await screen.press(screen.find('[role=tab]', label));
      return [localStorage.getItem('theme'), page.colorScheme, frame.content];
    };
    expect(screen.find('[role=tab]', 'Light').getAttribute('aria-selected')).toBe('true');
    expect(await choose('Dark')).toEqual(['dark', 'dark', '#1a231f']);
    expect(screen.find('[role=tab]', 'Dark').getAttribute('aria-selected')).toBe('true');
    expect(await choose('System')).toEqual(['system', 'light', '#ffffff']);
    expect(await choose('Light')).toEqual([null, 'light', '#ffffff']);
    frame.remove();
  });

  it('THEME-5, THEME-6: density and size of text hold at once; the device keeps them', async () => {
    const { dataset, style } = document.documentElement;
    const { screen } = await openPage('/pages/mine/setting');
    await screen.press(screen.find('[role=tab]', 'Compact'));
    expect([dataset['density'], localStorage.getItem('density')]).toEqual(['compact', 'compact']);
    await screen.press(screen.find('[role=tab]', 'Comfortable'));
    expect([dataset['density'], localStorage.getItem('density')]).toEqual(['', null]);
    await screen.type(screen.find('[type=range]'), '120');
    expect([style.fontSize, localStorage.getItem('textSize')]).toEqual(['120%', '120']);
    expect(screen.find('[type=range]').getAttribute('aria-valuetext')).toBe('120%');
    await screen.type(screen.find('[type=range]'), '100');
    expect([style.fontSize, localStorage.getItem('textSize')]).toEqual(['', null]);
  });

  it('UI-37, UPD-3: a check by hand says its result; what is newer is offered and may wait', async () => {
    const answers = [
      null,
      { name: '99.1.0', build: 20270101, info: 'Faster', kind: 'optional', address: '' } as const,
    ];
    const { client, screen } = await openPage('/pages/mine/about', {
      checkUpdate: () => Promise.resolve(ok(answers.shift() ?? null)),
    });
    await screen.press(screen.find('button', 'Check for update'));
    await until(() => expect(screen.text()).toContain('You have the latest version'));
    await screen.press(screen.find('button', 'Check for update'));
    await until(() => expect(screen.text()).toContain('Version 99.1.0 is available'));
    await screen.press(screen.find('button', 'Later'));
    expect(client.asked.filter(([name]) => name === 'checkUpdate')).toEqual([
      ['checkUpdate', true],
      ['checkUpdate', true],
    ]);
  });

  it('UI-37: help opens one article at a time, by address too, and is searched', async () => {
    const { screen } = await openPage('/pages/mine/doc?id=join');
    const open = () =>
      screen
        .all('button')
        .filter((one) => one.getAttribute('aria-expanded') === 'true')
        .map((one) => one.textContent);
    expect(open()).toEqual(['How do I join a group?']);
    await screen.press(screen.find('button', 'What does logging out remove?'));
    expect(open()).toEqual(['What does logging out remove?']);
    await screen.type(document.querySelector('main input') ?? expect.fail('no field'), 'keyboard');
    await until(() =>
      expect(
        [...document.querySelectorAll('article')].map((one) => one.querySelector('h2')?.textContent),
      ).toEqual(['Can I use only the keyboard?']),
    );
  });

  it.each([
    ['https://example.org/a?b=c', 'https://example.org/a?b=c'],
    ['https%3A%2F%2Fexample.org%2F', 'https://example.org/'],
    ['javascript:alert(1)', null],
    ['data:text/html,x', null],
    ['//example.org', null],
    ['https://user@example.org/', null],
    ['http://own.test:8080/x', null],
    ['http://own.test.:8080/x', null],
    ['https://:key@example.org/', null],
    ['%', null],
    ['', null],
  ])('UI-38: the browser page shows addresses of the web only: %s', (given, shown) => {
    expect(webAddress(given, 'own.test:8080')?.href ?? null).toBe(shown);
  });

  it.each([
    'localhost:8080',
    '127.0.0.1:8080',
    '127.1.2.3:8080',
    '[::1]:8080',
    '0.0.0.0:8080',
    'app.localhost:8080',
    'localhost.:8080',
    '[::ffff:127.0.0.1]:8080',
  ])('UI-38: the own server is not framed under another of its names: %s', (host) => {
    expect(webAddress(`http://${host}/`, 'localhost:8080')).toBeNull();
    expect(webAddress(`http://${host}/`, 'own.test:8080')).not.toBeNull();
  });

  it('UI-38: its frame can touch nothing of ours', async () => {
    await openPage('/pages/mine/webview?src=https%3A%2F%2Fexample.org&title=News');
    const frame = document.querySelector('iframe') ?? expect.fail('no frame');
    expect(frame.getAttribute('sandbox')).toBe('allow-scripts allow-forms');
    expect(frame.getAttribute('referrerpolicy')).toBe('no-referrer');
    expect(document.querySelector('main header')?.textContent).toContain('example.org');
  });
});
