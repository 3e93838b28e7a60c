// @vitest-environment happy-dom
import { ok } from '../../src/domain/result.ts';
import { beforeEach, describe, expect, it, vi } from 'vitest';
// Its code is large for a busy machine.
import '../../src/app/screens/account/me-drawer.tsx';
import { PATHS, pathTo } from '../../src/app/paths/paths.ts';
import { safeRedirect } from '../../src/app/layout/routes.tsx';
import type { Contact } from '../../src/client/state/state.ts';
import { GUEST_ACCOUNT } from '../../src/domain/guests.ts';
import { messageId, userId } from '../../src/domain/ids.ts';
import { until } from '../support/until.ts';
import { callOf } from '../support/scripted-calls.ts';
import { closeScreens, happens, showApp } from '../support/screen.tsx';
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
const escape = (at: Element, isUsed = false) =>
  happens(() => {
    const event = new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true });
    if (isUsed) event.preventDefault();
    at.dispatchEvent(event);
  });
const maya = aContact(7, { displayName: 'Maya', index: 'M', unread: 2, ...lastText('hi', 1) });

describe('routes', () => {
  beforeEach(() => wide(false));

  it('UI-1: an unknown path shows a block with a way home', async () => {
    const screen = await showApp(scriptedClient(stateWith([])), '/nowhere');
    await until(() => expect(screen.text()).toContain('This page does not exist'));
    await until(() => expect(document.title).toBe('This page does not exist'));
    await screen.press(screen.find('button', 'Go home'));
    expect(location.hash).toBe('#/pages/index/index');
    await until(() => expect(screen.text()).toContain('No chats yet'));
  });

  it('GUEST-4: the pages of users do not exist for a guest, and search does not find them', async () => {
    const { self } = stateWith([]);
    if (self === null) return expect.fail('nobody is logged in');
    const guest = stateWith([maya], { self: { ...self, account: `${GUEST_ACCOUNT}1` } });
    const client = scriptedClient(guest, {
      searchMessages: () => Promise.resolve(ok({ rows: [], more: false })),
    });
    for (const name of ['contacts', 'searchFriends', 'newFriends', 'groupList', 'secure', 'scan'] as const) {
      const screen = await showApp(client, PATHS[name]);
      await until(() => expect(screen.text()).toContain('This page does not exist'));
      closeScreens();
    }
    const screen = await showApp(client, pathTo('search', { type: 1, keywords: 'a' }));
    await until(() => expect(screen.text()).toContain('About'));
    expect(screen.text()).not.toContain('Account security');
  });

  it('UI-1: the entry and its alias are home, with the title of the family and the unread count', async () => {
    const screen = await showApp(scriptedClient(stateWith([maya])), '/');
    await until(() => screen.find('tab', 'All'));
    await until(() => expect(document.title).toBe('Home (2)'));
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
    expect(readLit()).toEqual(['Messages2']);
    await go('/pages/mine/setting');
    await until(() => expect(readLit()).toEqual([expect.stringContaining('Me')]));
    await go('/pages/compass/moments');
    await until(() => expect(readLit()).toEqual(['Moments']));
    await go('/pages/message/chat?id=7');
    await until(() => expect(readLit()).toEqual(['Messages2']));
  });

  it('UI-190: the menu does not open over the next page if the user leaves while it is loading', async () => {
    wide(true);
    const screen = await showApp(scriptedClient(stateWith([maya])), '/pages/message/chat?id=7');
    const picture = await until(() => screen.find('nav', 'Main').querySelector('button') ?? expect.fail());
    // The code of the menu may be loaded already: the click and the next page are one step.
    await happens(() => {
      picture.click();
      location.hash = '#/pages/mine/secure';
      window.dispatchEvent(new PopStateEvent('popstate'));
    });
    await until(() => expect(screen.text()).toContain('Change password'));
    await happens(() => import('../../src/app/kit/overlays/dialog-frame.tsx'));
    expect(document.querySelector('[role=dialog]')).toBeNull();
  });

  it('UI-190: the picture opens the menu over the open chat, and a link in it closes the menu', async () => {
    wide(true);
    const screen = await showApp(scriptedClient(stateWith([maya])), '/pages/message/chat?id=7');
    await screen.press(
      await until(() => screen.find('nav', 'Main').querySelector('button') ?? expect.fail()),
    );
    await until(() => expect(screen.find('dialog', 'Me').textContent).toContain('Account security'));
    expect(location.hash).toContain('/pages/message/chat?id=7');
    await screen.press(screen.find('link', 'Account security'));
    await until(() => expect(document.querySelector('[role=dialog]')).toBeNull());
    expect(location.hash).toBe('#/pages/mine/secure');
  });

  it('UI-190: in a narrow window the picture above the list opens the menu, with files', async () => {
    wide(false);
    const screen = await showApp(scriptedClient(stateWith([maya])), '/');
    await screen.press(await until(() => screen.find('link', 'Me')));
    await until(() => expect(screen.find('dialog', 'Me').textContent).toContain('Files'));
    expect(location.hash).not.toContain('view=me');
    await screen.press(screen.find('button', 'Close dialog'));
    await until(() => expect(document.querySelector('[role=dialog]')).toBeNull());
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
    await until(() => expect(screen.text()).toContain('Select a chat to start messaging'));
    await go('/nowhere');
    expect(screen.text()).toContain('This page does not exist');
    expect(screen.find('tablist', 'Filter chats')).toBe(list);
    expect(list.closest('[hidden]')).toBeNull();
    await happens(() => wide(false));
    expect(screen.find('tablist', 'Filter chats')).toBe(list);
  });

  it('PRES-6: while the connection is lost, no contact is shown as online', async () => {
    const here = { ...maya, isOnline: true };
    const client = scriptedClient(stateWith([here], { connection: { name: 'open', bound: true } }));
    const screen = await showApp(client, '/');
    await until(() => expect(screen.find('[role=listitem], li').textContent).toContain('Online'));
    const waiting = { name: 'waiting', attempt: 1 } as const;
    await happens(() => client.set({ ...client.store.get(), connection: waiting }));
    await until(() => expect(screen.text()).toContain('Reconnecting'));
    expect(screen.text()).not.toContain('Online');
  });

  it('UI-172: Escape closes the thread beside a chat, and "Chat info" replaces it', async () => {
    wide(true);
    const screen = await showApp(scriptedClient(stateWith([maya])), '/pages/message/thread?id=7&root=1');
    const info = () => screen.find('button', 'Chat info');
    await until(info);
    expect(info().getAttribute('aria-expanded')).toBe('false');
    await screen.press(info());
    await until(() => expect(location.hash).toContain('/pages/message/detail?id=7'));
    await go('/pages/message/thread?id=7&root=1');
    const closeButton = () => screen.find('button', 'Close');
    await until(closeButton);
    await escape(screen.find('[role=main], main'));
    await escape(closeButton(), true);
    expect(location.hash).toContain('/pages/message/thread');
    await escape(closeButton());
    await until(() => expect(location.hash).not.toContain('/pages/message/thread'));
  });

  it('UI-176, UI-177: the picture in the head leads to the info; the ground has a pattern', async () => {
    wide(true);
    const screen = await showApp(scriptedClient(stateWith([maya])), '/pages/message/chat?id=7');
    await until(() => screen.find('button', 'Chat info'));
    expect(screen.all('[class*=drawn]')).toHaveLength(1);
    const head = screen.find('button', 'Chat info').closest('header');
    const face = head?.querySelector<HTMLElement>('button[aria-hidden]') ?? expect.fail('no picture');
    await screen.press(face);
    await until(() => expect(location.hash).toContain('/pages/message/detail?id=7'));
  });

  it('UI-85: an empty list does not ask the user to choose a chat', async () => {
    wide(true);
    const screen = await showApp(scriptedClient(stateWith([])), '/');
    await until(() => screen.find('tab', 'All'));
    await until(() => expect(screen.text()).toContain('Add a friend to start chatting'));
    expect(screen.text()).not.toContain('Choose a chat');
  });
});
