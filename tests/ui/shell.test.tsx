// @vitest-environment happy-dom
import { ok } from '../../src/domain/result.ts';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { safeRedirect } from '../../src/app/layout/routes.tsx';
import type { Contact } from '../../src/client/state/state.ts';
import { messageId, userId } from '../../src/domain/ids.ts';
import { until } from '../support/until.ts';
import { callOf } from '../support/scripted-calls.ts';
import { happens, showApp } from '../support/screen.tsx';
import { lastText, scriptedClient, stateWith } from '../support/scripted-client.ts';
import { aContact } from '../support/contacts.ts';

/** The pretended browser's own handle; its package declares it only in its own window type. */
const browser = Reflect.get(window, 'happyDOM') as {
  setViewport(size: { readonly width: number; readonly height: number }): void;
};
const wide = (on: boolean) =>
  browser.setViewport(on ? { width: 1_280, height: 800 } : { width: 390, height: 844 });
const go = (path: string) =>
  happens(() => {
    location.hash = `#${path}`;
    window.dispatchEvent(new HashChangeEvent('hashchange'));
    window.dispatchEvent(new PopStateEvent('popstate'));
  });
const maya = aContact(7, { displayName: 'Maya', index: 'M', unread: 2, ...lastText('hi', 1) });

describe('routes', () => {
  beforeEach(() => wide(false));

  it('UI-1: an unknown path shows a block with a way home', async () => {
    const screen = await showApp(scriptedClient(stateWith([])), '/nowhere');
    await until(() => expect(screen.text()).toContain('This page does not exist'));
    expect(document.title).toBe('This page does not exist');
    await screen.press(screen.find('button', 'Go home'));
    expect(location.hash).toBe('#/pages/index/index');
    await until(() => expect(screen.text()).toContain('No chats yet'));
  });

  it('UI-1: the entry and its alias are home, with the title of the family and the unread count', async () => {
    const screen = await showApp(scriptedClient(stateWith([maya])), '/');
    await until(() => screen.find('tab', 'All'));
    expect(document.title).toBe('Home (2)');
    await go('/pages/contacts/index');
    await until(() => expect(document.title).toBe('Contacts (2)'));
  });

  it('UI-92: the title of the window names the chat, and the user who calls', async () => {
    const client = scriptedClient(stateWith([maya]));
    await showApp(client, '/pages/message/chat?id=7');
    await until(() => expect(document.title).toBe('Maya · Chat (2)'));
    await happens(() => client.calls.show(callOf({ stage: 'ringing', caller: false })));
    await until(() => expect(document.title).toMatch(/^Maya is calling · /));
    await happens(() => client.calls.show(null));
    await until(() => expect(document.title).not.toContain('calling'));
  });

  it('SOCK-14: the strip says that a proxy blocks live connections, not that it reconnects', async () => {
    const connection = { name: 'waiting', attempt: 2, blocked: true } as const;
    const screen = await showApp(scriptedClient(stateWith([maya], { connection })), '/');
    await until(() => expect(screen.text()).toContain("The server's proxy blocks live connections"));
    expect(screen.text()).not.toContain('Reconnecting');
  });

  it('UI-93: offline the strip appears at once, in any state of the socket', async () => {
    const screen = await showApp(
      scriptedClient(stateWith([maya], { connection: { name: 'open', bound: true } })),
      '/',
    );
    await until(() => screen.find('tab', 'All'));
    const online = vi.spyOn(navigator, 'onLine', 'get');
    for (const [on, sign] of [
      [false, 'offline'],
      [true, 'online'],
    ] as const) {
      online.mockReturnValue(on);
      await happens(() => dispatchEvent(new Event(sign)));
      expect(screen.text().includes('Connection lost')).toBe(!on);
    }
    online.mockRestore();
  });

  it('CALLUI-22: a ringing call counts neither in the title nor in its row; a missed one does', async () => {
    const record = {
      ...maya.last,
      type: 'webrtc',
      id: messageId('call-1'),
      from: userId(7),
    } as Contact['last'];
    const client = scriptedClient(stateWith([{ ...maya, unread: 1, last: record }]));
    const screen = await showApp(client, '/');
    await until(() => screen.find('img', '1 unread'));
    await happens(() => client.calls.show(callOf({ stage: 'ringing', caller: false })));
    await until(() => expect(document.title).toMatch(/^Maya is calling · \w+$/));
    expect(screen.all('img').some((one) => one.getAttribute('aria-label') === '1 unread')).toBe(false);
    await happens(() => client.calls.show(callOf({ stage: 'ended', end: 'missed', caller: false })));
    await until(() => expect(document.title).toMatch(/\(1\)$/));
    screen.find('img', '1 unread');
  });

  it('UI-1: a stranger is led to login and comes back to the wanted page', async () => {
    const client = scriptedClient(stateWith([]), {}, { name: 'signedOut' });
    const screen = await showApp(client, '/pages/contacts/index');
    await until(() => screen.find('button', 'Log in'));
    expect(location.hash).toBe(`#/pages/login/index?redirect=${encodeURIComponent('/pages/contacts/index')}`);
    await happens(() => client.become({ name: 'signedIn' }));
    expect(location.hash).toBe('#/pages/contacts/index');
  });

  it('UI-9: a user who logs out comes to a login page without a way back', async () => {
    const client = scriptedClient(stateWith([]));
    const screen = await showApp(client, '/?view=me');
    await happens(() => client.become({ name: 'signedOut' }));
    await until(() => screen.find('button', 'Log in'));
    expect(location.hash).toBe('#/pages/login/index');
    await go('/pages/contacts/index');
    expect(location.hash).toContain('redirect=');
  });

  it('UI-1: a way back that leads outside the app is home', () => {
    for (const bad of [null, '', 'http://elsewhere/', '//elsewhere', '/\\elsewhere', 'javascript:x'])
      expect(safeRedirect(bad)).toBe('/');
    expect(safeRedirect('/pages/message/chat?id=7')).toBe('/pages/message/chat?id=7');
  });

  it('SESS-2: an expired session keeps its page until the person has confirmed', async () => {
    const client = scriptedClient(stateWith([]));
    const screen = await showApp(client, '/');
    await until(() => screen.find('tab', 'All'));
    await happens(() => {
      client.become({ name: 'ended', why: 'expired' });
      client.notify({ kind: 'expired' });
    });
    expect(location.hash).not.toContain('login');
    await until(() => screen.find('alertdialog'));
    await screen.press(screen.find('button', 'OK'));
    await until(() => screen.find('button', 'Log in'));
  });
});

describe('layout', () => {
  it('UI-157: pages of "Me" and moments light their own entry of the rail', async () => {
    wide(true);
    const client = scriptedClient(stateWith([maya]), { moments: () => Promise.resolve(ok([])) });
    const screen = await showApp(client, '/');
    await until(() => screen.find('tab', 'All'));
    const readLit = () =>
      [...screen.find('nav', 'Main').querySelectorAll('[aria-current]')].map((one) => one.textContent);
    expect(readLit()).toEqual(['Home2']);
    await go('/pages/mine/setting');
    await until(() => expect(readLit()).toEqual([expect.stringContaining('Me')]));
    await go('/pages/compass/moments');
    await until(() => expect(readLit()).toEqual(['Discover']));
    await go('/pages/message/chat?id=7');
    await until(() => expect(readLit()).toEqual(['Home2']));
  });

  it('UI-2: two tabs on narrow screens, none beside a page', async () => {
    wide(false);
    const screen = await showApp(scriptedClient(stateWith([maya])), '/');
    await until(() => screen.find('tab', 'All'));
    const bar = screen.find('nav', 'Main');
    expect([...bar.querySelectorAll('a')].map((link) => link.textContent)).toHaveLength(2);
    await go('/nowhere');
    expect(bar.closest('[hidden]')).not.toBeNull();
  });

  it('UI-2: the list keeps its place in the tree from page to page and from width to width', async () => {
    wide(true);
    const screen = await showApp(scriptedClient(stateWith([maya])), '/');
    await until(() => screen.find('tab', 'All'));
    const list = screen.find('tablist', 'Filter chats');
    expect(screen.text()).toContain('Select a chat to start messaging');
    await go('/nowhere');
    expect(screen.text()).toContain('This page does not exist');
    expect(screen.find('tablist', 'Filter chats')).toBe(list);
    expect(list.closest('[hidden]')).toBeNull();
    await happens(() => wide(false));
    expect(screen.find('tablist', 'Filter chats')).toBe(list);
  });

  it('UI-85: an empty list does not ask the user to choose a chat', async () => {
    wide(true);
    const screen = await showApp(scriptedClient(stateWith([])), '/');
    await until(() => screen.find('tab', 'All'));
    expect(screen.text()).toContain('Add a friend to start chatting');
    expect(screen.text()).not.toContain('Choose a chat');
  });
});
