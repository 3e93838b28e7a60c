// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { readGoneChats } from '../../src/app/platform/gone-chats.ts';
import { GONE_CHATS, belongTo, readOwn } from '../../src/app/platform/settings.ts';
import { NoticeHost } from '../../src/app/notices.tsx';
import { contactId, messageId, userId } from '../../src/domain/ids.ts';
import { networkLimits } from '../../src/domain/limits.ts';
import { happens, showPart } from '../support/screen.tsx';
import { scriptedClient, stateWith } from '../support/scripted-client.ts';
import { until } from '../support/until.ts';
import { aContact, aLast } from '../support/contacts.ts';
import { indexOf } from '../../src/client/state/contact-index.ts';
import type { State } from '../../src/client/state/state.ts';

const part = <NoticeHost>page</NoticeHost>;
const crew = aContact('group-7', {
  displayName: 'Crew',
  last: aLast({ id: messageId('hello'), from: userId(3), content: 'hello' }),
});
const blocked = (state: State): State => ({ ...state, blocked: new Set([userId(3)]) });
const deleted = (state: State): State => ({ ...state, contacts: indexOf([{ ...crew, last: null }]) });

const pass = (ms: number) => happens(() => vi.advanceTimersByTime(ms));

describe('notices', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  });
  afterEach(() => void vi.useRealTimers());

  it('ERR-3: a message of the server shows for 2.5 s and is announced politely', async () => {
    const client = scriptedClient(stateWith([]));
    const screen = await showPart(client, part);
    await happens(() => client.notify({ kind: 'message', text: 'Too fast' }));
    const region = screen.all('status').find((one) => one.textContent?.includes('Too fast'));
    expect(region?.getAttribute('aria-live')).toBe('polite');
    await pass(networkLimits.toastMs - 1);
    expect(screen.text()).toContain('Too fast');
    await pass(1);
    expect(screen.text()).not.toContain('Too fast');
  });

  it('ERR-1: without a network the text of the family shows for 2.5 s', async () => {
    const client = scriptedClient(stateWith([]));
    const screen = await showPart(client, part);
    await happens(() => client.notify({ kind: 'text', key: 'err.offline' }));
    expect(screen.text()).toContain('Your network has been disconnected, please check!');
    await pass(networkLimits.toastMs);
    expect(screen.text()).not.toContain('disconnected');
  });

  it('ERR-2: the other texts of the error catalogue show in the chosen language', async () => {
    const client = scriptedClient(stateWith([]));
    const screen = await showPart(client, part, 'zh-CN');
    await happens(() => client.notify({ kind: 'text', key: 'err.server' }));
    expect(screen.text()).toContain('服务器返回错误，请检查！');
  });

  it('ERR-3: a repeated message restarts its time instead of appearing twice', async () => {
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
    await happens(() => client.notify({ kind: 'toLogin', afterMs: networkLimits.loginRedirectMs }));
    await pass(networkLimits.loginRedirectMs - 1);
    expect(location.hash).toContain('/pages/message/chat');
    await pass(1);
    expect(location.hash).toBe(
      `#/pages/login/index?redirect=${encodeURIComponent('/pages/message/chat?id=7')}`,
    );
  });

  it('UI-20, UI-97: losing the open chat leads home; a chat that another user ended stays by name, the user’s own end shows once', async () => {
    location.hash = '#/pages/message/chat?id=group-4';
    const client = scriptedClient(stateWith([]));
    const screen = await showPart(client, part);
    belongTo(userId(1));
    const expectGone = (
      id: string,
      why: 'removed' | 'dissolved' | 'unfriended',
      name: string,
      mine = false,
    ) => happens(() => client.notify({ kind: 'chatGone', id: contactId(id), why, name, mine }));
    await expectGone('group-5', 'dissolved', '');
    await until(() => expect(screen.text()).toContain('This group has been dissolved'));
    expect(location.hash).toContain('group-4');
    await expectGone('group-4', 'removed', 'Team');
    expect(location.hash).toBe('#/pages/index/index');
    await until(() => expect(readGoneChats(readOwn(GONE_CHATS))).toHaveLength(1));
    // The report appears once, by name, above the list, where it stays.
    expect(screen.all('[role=status]').some((one) => one.textContent?.includes('removed'))).toBe(false);
    expect(readGoneChats(readOwn(GONE_CHATS))).toEqual([{ id: 'group-4', name: 'Team', why: 'removed' }]);
    await expectGone('7', 'unfriended', 'Maya');
    await expectGone('group-4', 'removed', 'Team');
    await until(() =>
      expect(readGoneChats(readOwn(GONE_CHATS)).map(({ name }) => name)).toEqual(['Team', 'Maya']),
    );
    await expectGone('group-6', 'dissolved', 'Mine', true);
    await until(() => expect(screen.text()).toContain('"Mine": This group has been dissolved'));
    expect(readGoneChats(readOwn(GONE_CHATS))).toHaveLength(2);
    for (const odd of ['{', '{}', '[null, 1, {"id":1}, {"id":"7","name":"x","why":"y"}]'])
      expect(readGoneChats(odd)).toEqual([]);
  });

  it('UI-98: events of a group are in the viewer’s language and from their side', async () => {
    const client = scriptedClient(stateWith([aContact('group-4', { displayName: 'Team' })]));
    const screen = await showPart(client, part);
    const note = { note: 'joined', by: userId(2), name: 'Ann', users: [userId(2)], names: ['Ann'] } as const;
    await happens(() =>
      client.notify({
        kind: 'arrived',
        id: contactId('group-4'),
        from: 'Ann',
        preview: { kind: 'note', note, text: 'Ann加入了群聊' },
      }),
    );
    await until(() =>
      expect(
        screen
          .all('[aria-live=polite]')
          .some((one) => one.textContent === 'New message from Team: Ann joined the group'),
      ).toBe(true),
    );
  });

  it('UI-7: a new message is said and not shown', async () => {
    const client = scriptedClient(stateWith([]));
    const screen = await showPart(client, part);
    await happens(() =>
      client.notify({
        kind: 'arrived',
        id: contactId(7),
        from: 'Maya',
        preview: { kind: 'text', text: 'hello' },
      }),
    );
    await until(() => {
      const region = screen
        .all('[aria-live=polite]')
        .find((one) => one.textContent?.includes('New message from Maya: hello'));
      expect(region?.style.clipPath).toBe('inset(50%)');
    });
  });

  it.each([
    ['was blocked', 'the last one', blocked],
    ['was blocked', 'overtaken by another', blocked],
    ['deleted it', 'the last one', deleted],
  ])('BLOCK-17: the announcement of a message ends when its author %s (%s)', async (_, which, change) => {
    const isLast = which === 'the last one';
    const answer = aLast({ id: messageId('answer'), from: userId(4) });
    const client = scriptedClient(stateWith([isLast ? crew : { ...crew, last: answer }]));
    const screen = await showPart(client, part);
    await happens(() =>
      client.notify({
        kind: 'arrived',
        id: crew.id,
        from: 'Maya',
        preview: { kind: 'text', text: 'hello' },
        message: messageId('hello'),
      }),
    );
    await until(() => expect(screen.text()).toContain('hello'));
    await happens(() => client.set(change(client.store.get())));
    expect(screen.text()).not.toContain('hello');
  });
});

describe('expired authorization', () => {
  it('ERR-5: several failing calls open one dialog; confirming opens the login', async () => {
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
