// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest';
import { until } from '../support/until.ts';
import '../support/node-names.ts';
import '../support/pretended-layout.ts';
import { keepNotifications } from '../../src/app/layout/phone-host.tsx';
import type { UploadView } from '../../src/client/interface/files.ts';
import type { OutboxItem } from '../../src/client/state/state.ts';
import { contactId, messageId } from '../../src/domain/ids.ts';
import { EMPTY_DRAFT } from '../../src/domain/message.ts';
import { fail, ok } from '../../src/domain/result.ts';
import { endPretendedNotifications, pretendNotifications } from '../support/pretended-notifications.ts';
import { happens, showApp } from '../support/screen.tsx';
import { scriptedClient, stateWith } from '../support/scripted-client.ts';
import { aContact } from '../support/contacts.ts';

const bela = aContact(2, { displayName: 'Bela' });
const DELETED_CONTACT = contactId('group-5');
const failed = {
  id: messageId('s1'),
  to: bela.id,
  dueMs: Date.now(),
  content: 'happy birthday',
  at: [],
  extra: null,
  isReply: false,
  why: 'You are not friends',
};
const refused: OutboxItem = {
  message: {
    id: messageId('w1'),
    to: DELETED_CONTACT,
    type: 'text',
    content: 'typed on the train<br>all of it',
    at: [],
    quote: null,
    extra: null,
    createdAtMs: Date.now(),
  },
  status: 'failed',
  reason: 'You are not in this group',
};

describe('messages that were not sent', () => {
  it('LATER-14: a failed scheduled message appears above the list with chat and reason', async () => {
    const { content: _content, why: _why, at: _at, extra: _extra, isReply: _isReply, ...fact } = failed;
    const list = { seq: 1, scheduled: [{ ...fact, failed: true }], reminders: [] };
    const client = scriptedClient(stateWith([bela], { later: { heard: 1, overtaken: null, list } }), {
      draft: () => EMPTY_DRAFT,
      later: () => Promise.resolve(ok({ scheduled: [failed], reminders: [] })),
    });
    const screen = await showApp(client, '/');
    const words = 'Not sent to Bela: You are not friends';
    await until(() => expect(screen.find('a', words).getAttribute('href')).toContain('/pages/mine/later'));
    // The report appears once in addition to the line, on any page.
    await until(() => expect(screen.text().split(words)).toHaveLength(3));
  });

  it('SEND-21: words that a former member cannot send are read and copied', async () => {
    const client = scriptedClient(stateWith([bela], { outbox: new Map([[DELETED_CONTACT, [refused]]]) }), {
      draft: () => EMPTY_DRAFT,
      later: () => Promise.resolve(ok({ scheduled: [], reminders: [] })),
      ensureContact: () => Promise.resolve(fail({ kind: 'server', code: 401, message: '' })),
    });
    const screen = await showApp(client, '/');
    await until(() => expect(screen.find('a', 'were not sent').getAttribute('href')).toContain('id=group-5'));
    await screen.press(screen.find('a', 'were not sent'));
    await until(() => expect(screen.text()).toContain('typed on the train'));
    expect(screen.text()).toContain('You are not in this group');
    screen.find('button', 'Copy');
    await screen.press(screen.find('button', 'Discard'));
    await until(() => screen.find('[role=alertdialog],[role=dialog]'));
  });

  it('SEND-21: a file that a former member cannot send is listed with name and size, and saved', async () => {
    const upload: UploadView = {
      id: messageId('f1'),
      to: DELETED_CONTACT,
      kind: 'file',
      file: { name: 'plan.pdf', body: new Blob(['x'.repeat(2_048)]) },
      caption: 'the last page counts',
      sizeBytes: 2_048,
      sentBytes: 0,
      state: 'failed',
      reason: 'You are not in this group',
      createdAtMs: Date.now(),
    };
    const files = [upload];
    const client = {
      ...scriptedClient(stateWith([bela]), {
        draft: () => EMPTY_DRAFT,
        later: () => Promise.resolve(ok({ scheduled: [], reminders: [] })),
        ensureContact: () => Promise.resolve(fail({ kind: 'server', code: 401, message: '' })),
      }),
      uploads: { get: () => files, subscribe: () => () => undefined },
    };
    const screen = await showApp(client, '/');
    await until(() => expect(screen.find('a', 'were not sent').getAttribute('href')).toContain('id=group-5'));
    await screen.press(screen.find('a', 'were not sent'));
    await until(() => expect(screen.text()).toContain('plan.pdf'));
    for (const part of ['2.00 KB', 'the last page counts', 'You are not in this group'])
      expect(screen.text()).toContain(part);
    screen.find('button', 'Copy');
    const saved: string[] = [];
    document.addEventListener('click', (event) => {
      const { target } = event;
      if (!(target instanceof HTMLAnchorElement) || target.download === '') return;
      // The pretended browser would go to the file, with every test after this one.
      event.preventDefault();
      saved.push(target.download);
    });
    await screen.press(screen.find('button', 'Save'));
    expect(saved).toEqual(['plan.pdf']);
    await screen.press(screen.find('button', 'Discard'));
    await until(() => screen.find('[role=alertdialog],[role=dialog]'));
  });

  it('SEND-21: a picture or place that was not sent is listed by what it is, with its words', async () => {
    const message = {
      ...refused.message,
      type: 'image',
      content: '/f/1',
      extra: { caption: 'at the lake' },
    } as const;
    const client = scriptedClient(
      stateWith([bela], { outbox: new Map([[DELETED_CONTACT, [{ ...refused, message }]]]) }),
      {
        draft: () => EMPTY_DRAFT,
        later: () => Promise.resolve(ok({ scheduled: [], reminders: [] })),
        ensureContact: () => Promise.resolve(fail({ kind: 'server', code: 401, message: '' })),
      },
    );
    const screen = await showApp(client, '/pages/message/chat?id=group-5');
    await until(() => expect(screen.text()).toContain('[Image] at the lake'));
    screen.find('button', 'Copy');
  });

  it('LATER-14: a hidden tab notifies of a scheduled message that failed, until it is gone', async () => {
    const system = pretendNotifications();
    const second = { ...failed, id: messageId('s2') };
    const { content: _content, why: _why, at: _at, extra: _extra, isReply: _isReply, ...fact } = second;
    const list = { seq: 1, scheduled: [{ ...fact, failed: true }], reminders: [] };
    const state = stateWith([bela], { later: { heard: 1, overtaken: null, list } });
    let rows = [second];
    const client = scriptedClient(state, {
      draft: () => EMPTY_DRAFT,
      later: () => Promise.resolve(ok({ scheduled: rows, reminders: [] })),
    });
    const end = keepNotifications(client);
    await showApp(client, '/pages/mine');
    await until(() =>
      expect(system.shown()).toEqual([
        'A scheduled message was not sent | Bela: You are not friends · happy birthday',
      ]),
    );
    rows = [];
    await happens(() =>
      client.set({
        ...state,
        later: { heard: 2, overtaken: null, list: { ...list, seq: 2, scheduled: [] } },
      }),
    );
    await until(() => expect(system.shown()).toEqual([]));
    end();
    endPretendedNotifications();
  });

  it('LATER-14: the words of a scheduled message that failed can be copied from its list', async () => {
    const { content: _content, why: _why, at: _at, extra: _extra, isReply: _isReply, ...fact } = failed;
    const list = { seq: 1, scheduled: [{ ...fact, failed: true }], reminders: [] };
    const client = scriptedClient(stateWith([bela], { later: { heard: 1, overtaken: null, list } }), {
      draft: () => EMPTY_DRAFT,
      later: () => Promise.resolve(ok({ scheduled: [failed], reminders: [] })),
    });
    const screen = await showApp(client, '/pages/mine/later');
    await until(() => screen.find('button', 'happy birthday'));
    await screen.press(screen.find('button', 'happy birthday'));
    await until(() => screen.find('[role=menuitem]', 'Copy'));
    screen.find('[role=menuitem]', 'Send now');
  });

  it('SEND-21: messages of a chat that exists stay where they are', async () => {
    const outbox = new Map([[bela.id, [{ ...refused, message: { ...refused.message, to: bela.id } }]]]);
    const client = scriptedClient(stateWith([bela], { outbox }), {
      draft: () => EMPTY_DRAFT,
      later: () => Promise.resolve(ok({ scheduled: [], reminders: [] })),
    });
    const screen = await showApp(client, '/');
    await until(() => expect(client.asked.length).toBeGreaterThan(0));
    expect(screen.text()).not.toContain('were not sent');
  });
});
