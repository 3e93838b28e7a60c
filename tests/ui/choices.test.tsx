// @vitest-environment happy-dom
import { afterEach, describe, expect, it, vi } from 'vitest';
import '../support/node-names.ts';
import '../support/pretended-layout.ts';
import { closeScreens, happens, showApp } from '../support/screen.tsx';
import { lastText, scriptedClient, stateWith } from '../support/scripted-client.ts';
import { until } from '../support/until.ts';
import { aContact } from '../support/contacts.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  closeScreens();
});

const state = stateWith([
  aContact(2, { displayName: 'Two', ...lastText('hi', 1) }),
  aContact(3, { displayName: 'Three', ...lastText('hi', 2) }),
]);

describe('choices kept on the device', () => {
  it('UI-52: a chat has its own background, nothing at all, or that of all chats', async () => {
    localStorage.setItem('of-1-chat-bg-info', JSON.stringify({ preset: 'sand', picture: null, blur: false }));
    const screen = await showApp(scriptedClient(state), '/pages/message/detail?id=2');
    await until(() => screen.find('button', 'Chat background'));
    await screen.press(screen.find('button', 'Chat background'));
    await until(() => expect(screen.find('button', 'Use default').getAttribute('aria-pressed')).toBe('true'));
    await screen.press(screen.find('button', 'Sky'));
    expect(screen.find('button', 'Use default').getAttribute('aria-pressed')).toBe('false');
    expect(localStorage.getItem('of-1-chat-bg-info2')).toContain('sky');
    expect(localStorage.getItem('of-1-chat-bg-info')).toContain('sand');
    await screen.press(screen.find('button', 'None'));
    expect(localStorage.getItem('of-1-chat-bg-info2')).toContain('"preset":null');
    await screen.press(screen.find('button', 'Use default'));
    expect(localStorage.getItem('of-1-chat-bg-info2')).toBeNull();
  });

  it('UI-52: a device without room says so', async () => {
    const screen = await showApp(scriptedClient(state), '/pages/message/detail?id=2');
    await until(() => screen.find('button', 'Chat background'));
    await screen.press(screen.find('button', 'Chat background'));
    await until(() => screen.find('button', 'Sky'));
    const full = {
      getItem: () => null,
      setItem: () => expect.fail('full'),
      removeItem: () => undefined,
      clear: () => undefined,
    };
    vi.stubGlobal('localStorage', full);
    await screen.press(screen.find('button', 'Sky'));
    expect(screen.find('alert').textContent).toContain('out of storage');
  });

  it('UI-53: the key that sends is chosen in the settings', async () => {
    const client = scriptedClient(state);
    const screen = await showApp(client, '/pages/mine/setting');
    await until(() => screen.find('switch', 'Send with Enter'));
    await screen.press(screen.find('switch', 'Send with Enter'));
    screen.close();
    await showApp(client, '/pages/message/chat?id=2');
    await until(() => expect(document.querySelector('textarea')).not.toBeNull());
    const box = document.querySelector('textarea') ?? expect.fail('no box');
    const enter = (more: KeyboardEventInit) =>
      happens(() =>
        box.dispatchEvent(
          new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true, ...more }),
        ),
      );
    await happens(() => {
      Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')?.set?.call(box, 'hello');
      box.dispatchEvent(new Event('input', { bubbles: true }));
    });
    await enter({});
    expect(client.asked.filter(([name]) => name === 'send')).toEqual([]);
    await enter({ ctrlKey: true });
    expect(client.asked.filter(([name]) => name === 'send')).toHaveLength(1);
  });
});

const key = (target: EventTarget, init: KeyboardEventInit) =>
  happens(() =>
    target.dispatchEvent(new KeyboardEvent('keydown', { bubbles: true, cancelable: true, ...init })),
  );

describe('keys', () => {
  it('UI-56: Alt with an arrow goes through the chats in their order, and stops at the ends', async () => {
    await showApp(scriptedClient(state), '/');
    await key(document.body, { key: 'ArrowDown', altKey: true });
    expect(location.hash).toBe('#/pages/message/chat?id=3');
    await key(document.body, { key: 'ArrowDown', altKey: true });
    expect(location.hash).toBe('#/pages/message/chat?id=2');
    await key(document.body, { key: 'ArrowDown', altKey: true });
    expect(location.hash).toBe('#/pages/message/chat?id=2');
    await key(document.body, { key: 'ArrowUp', altKey: true });
    expect(location.hash).toBe('#/pages/message/chat?id=3');
  });

  it('UI-56: "?" shows what the keys do; in a field it is a character', async () => {
    const screen = await showApp(scriptedClient(state), '/pages/contacts/search');
    await until(() => expect(document.querySelector('input')).not.toBeNull());
    await key(document.querySelector('input') ?? document.body, { key: '?', shiftKey: true });
    expect(screen.text()).not.toContain('Keyboard shortcuts');
    await key(document.body, { key: '?', shiftKey: true });
    await until(() => expect(screen.text()).toContain('Keyboard shortcuts'));
    expect(document.querySelectorAll('kbd').length).toBeGreaterThan(15);
    // "Ctrl" is before its letter in Arabic too.
    expect(document.querySelectorAll('[dir=ltr] > kbd').length).toBe(document.querySelectorAll('kbd').length);
  });
});
