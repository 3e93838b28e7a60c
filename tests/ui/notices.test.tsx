// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Notices } from '../../src/app/notices.tsx';
import { contactId } from '../../src/domain/ids.ts';
import { net } from '../../src/domain/limits.ts';
import { closeScreens, happens, showPart } from '../support/screen.tsx';
import { scriptedClient, stateWith } from '../support/scripted-client.ts';
import { until } from '../support/until.ts';

const part = <Notices>page</Notices>;

const pass = (ms: number) => happens(() => vi.advanceTimersByTime(ms));

describe('notices', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  });
  afterEach(() => {
    closeScreens();
    vi.useRealTimers();
  });

  it('ERR-3: a message of the server shows for 2.5 s and is announced politely', async () => {
    const client = scriptedClient(stateWith([]));
    const screen = await showPart(client, part);
    await happens(() => client.notify({ kind: 'message', text: 'Too fast' }));
    const region = screen.all('status').find((one) => one.textContent?.includes('Too fast'));
    expect(region?.getAttribute('aria-live')).toBe('polite');
    await pass(net.toastMs - 1);
    expect(screen.text()).toContain('Too fast');
    await pass(1);
    expect(screen.text()).not.toContain('Too fast');
  });

  it('ERR-1: without a network the text of the specification shows for 2.5 s', async () => {
    const client = scriptedClient(stateWith([]));
    const screen = await showPart(client, part);
    await happens(() => client.notify({ kind: 'text', key: 'err.offline' }));
    expect(screen.text()).toContain('Your network has been disconnected, please check!');
    await pass(net.toastMs);
    expect(screen.text()).not.toContain('disconnected');
  });

  it('ERR-2: the other texts of the error catalogue show in the chosen language', async () => {
    const client = scriptedClient(stateWith([]));
    const screen = await showPart(client, part, 'zh-CN');
    await happens(() => client.notify({ kind: 'text', key: 'err.server' }));
    expect(screen.text()).toContain('服务器返回错误，请检查！');
  });

  it('ERR-3: the same message again starts its time anew instead of standing twice', async () => {
    const client = scriptedClient(stateWith([]));
    const screen = await showPart(client, part);
    await happens(() => client.notify({ kind: 'message', text: 'Busy' }));
    await pass(2_000);
    await happens(() => client.notify({ kind: 'message', text: 'Busy' }));
    await pass(2_000);
    expect(screen.text().split('Busy')).toHaveLength(2);
  });

  it('ERR-4: code −1 opens the login page after its time, with the way back', async () => {
    location.hash = '#/pages/message/chat?id=7';
    const client = scriptedClient(stateWith([]));
    await showPart(client, part);
    await happens(() => client.notify({ kind: 'toLogin', afterMs: net.loginRedirectMs }));
    await pass(net.loginRedirectMs - 1);
    expect(location.hash).toContain('/pages/message/chat');
    await pass(1);
    expect(location.hash).toBe(`#/pages/login/index?redirect=${encodeURIComponent('/pages/message/chat?id=7')}`);
  });

  it('UI-20: losing the open chat says why and leads home, losing another one stays', async () => {
    location.hash = '#/pages/message/chat?id=group-4';
    const client = scriptedClient(stateWith([]));
    const screen = await showPart(client, part);
    await happens(() => client.notify({ kind: 'chatGone', id: contactId('group-5'), why: 'dissolved' }));
    expect(location.hash).toContain('group-4');
    await happens(() => client.notify({ kind: 'chatGone', id: contactId('group-4'), why: 'removed' }));
    expect(screen.text()).toContain('You have been removed from the group chat!');
    expect(location.hash).toBe('#/pages/index/index');
  });

  it('UI-7: a new message is said and not shown', async () => {
    const client = scriptedClient(stateWith([]));
    const screen = await showPart(client, part);
    await happens(() => client.notify({ kind: 'arrived', id: contactId(7), from: 'Maya', preview: 'hello' }));
    const region = screen.all('[aria-live=polite]').find((one) => one.textContent?.includes('New message from Maya: hello'));
    expect(region?.style.clipPath).toBe('inset(50%)');
  });
});

describe('expired authorization', () => {
  afterEach(closeScreens);

  it('ERR-5: one dialog however many calls fail together; confirming opens login', async () => {
    const client = scriptedClient(stateWith([]));
    const screen = await showPart(client, part);
    await happens(() => {
      client.notify({ kind: 'expired' });
      client.notify({ kind: 'expired' });
    });
    await until(() => expect(screen.all('alertdialog')).toHaveLength(1));
    expect(screen.text()).toContain('The authorization information has expired. Please log in again!');
    await screen.press(screen.find('button', 'OK'));
    await until(() => expect(location.hash).toContain('/pages/login/index'));
  });
});
