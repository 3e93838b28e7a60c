// @vitest-environment happy-dom
import { afterEach, describe, expect, it, vi } from 'vitest';
import '../support/pretended-layout.ts';
import { install, mayInstall, watchInstall } from '../../src/app/platform/install.ts';
import { addServer, servers } from '../../src/app/platform/servers.ts';
import { aContact } from '../support/contacts.ts';
import { closeScreens, happens, showApp } from '../support/screen.tsx';
import { lastText, scriptedClient, stateWith } from '../support/scripted-client.ts';
import { until } from '../support/until.ts';

afterEach(() => closeScreens());

const chat = aContact(2, { displayName: 'Two', ...lastText('hi', 1) });

describe('an app that can be installed', () => {
  it('PHONE-10: the strip offers it once, the settings as long as the browser does', async () => {
    watchInstall();
    const prompt = vi.fn(() => Promise.resolve());
    const offer = () => {
      const event = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), { prompt });
      return happens(() => window.dispatchEvent(event));
    };
    const screen = await showApp(scriptedClient(stateWith([chat])), '/');
    expect(screen.text()).not.toContain('Install the app');
    await offer();
    await until(() => expect(screen.text()).toContain('Install the app'));
    await screen.press(screen.find('button', 'Not now'));
    expect([screen.text().includes('Install the app'), prompt.mock.calls.length]).toEqual([false, 0]);
    screen.close();
    const settings = await showApp(scriptedClient(stateWith([chat])), '/pages/mine/setting');
    await until(() => expect(settings.find('button', /^Install the app/)).toBeDefined());
    await settings.press(settings.find('button', /^Install the app/));
    expect([prompt.mock.calls.length, mayInstall()]).toEqual([1, false]);
    expect(settings.text()).not.toContain('Install the app');
    install();
    expect(prompt).toHaveBeenCalledTimes(1);
  });
});

describe('other servers', () => {
  it.each([
    ['', 'shape'],
    ['chat', 'shape'],
    ['http://chat.example.org', 'shape'],
    ['javascript:alert(1)', 'shape'],
    ['https://me@chat.example.org', 'shape'],
    ['ftp://chat.example.org', 'shape'],
    [location.origin, location.protocol === 'https:' || location.hostname === 'localhost' ? 'here' : 'shape'],
  ] as const)('PHONE-11: "%s" is not added: %s', (address, why) => {
    expect([addServer(address), servers()]).toEqual([why, []]);
  });

  it('PHONE-11: the list has this server with its unread count, and others that the user adds', async () => {
    const screen = await showApp(
      scriptedClient(stateWith([aContact(2, { displayName: 'Two', unread: 3 })])),
      '/pages/mine/setting',
    );
    await until(() => expect(screen.find('button', /^Servers/)).toBeDefined());
    await screen.press(screen.find('button', /^Servers/));
    const field = await until(() => document.querySelector('[role=dialog] input') ?? expect.fail('no form'));
    await screen.type(field, 'Chat.Example.org/path');
    await screen.press(screen.find('button', 'Add server'));
    const link = await until(
      () => document.querySelector<HTMLAnchorElement>('[role=dialog] a') ?? expect.fail(),
    );
    expect([link.href, link.target, link.rel]).toEqual([
      'https://chat.example.org/',
      '_blank',
      'noopener noreferrer',
    ]);
    await screen.type(field, 'chat.example.org');
    await screen.press(screen.find('button', 'Add server'));
    expect(document.body.textContent).toContain('This server is in the list');
    await screen.press(screen.find('button', 'Remove https://chat.example.org from the list'));
    await until(() => expect(document.querySelector('[role=dialog] a')).toBeNull());
    expect(servers()).toEqual([]);
  });
});
