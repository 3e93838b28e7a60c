// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest';
import { until } from '../support/until.ts';
import '../support/node-names.ts';
import '../support/pretended-layout.ts';
import { timeOn, timesToRemind, timesToSend } from '../../src/app/screens/conversation/later/times.ts';
import type { LaterList } from '../../src/client/interface/later.ts';
import { messageId } from '../../src/domain/ids.ts';
import { laterLimits as limits } from '../../src/domain/message-limits.ts';
import { EMPTY_DRAFT } from '../../src/domain/message.ts';
import { ok } from '../../src/domain/result.ts';
import { happens, type Screen, showApp } from '../support/screen.tsx';
import { type ScriptedClient, scriptedClient, stateWith, windowOf } from '../support/scripted-client.ts';
import { aContact, by, message } from '../support/contacts.ts';

const HOUR = 3_600_000;
const TO = aContact(2).id;
const line = message(1, { content: 'about the trip', from: by(2, 'Two') });
const scheduled = (id: string, why: string | null = null) => ({
  id: messageId(id),
  to: TO,
  dueMs: Date.now() + HOUR,
  content: `words of ${id}`,
  at: [],
  extra: null,
  isReply: false,
  why,
});
const due = { id: line.id, to: TO, n: 1, dueMs: Date.now(), told: true, rev: 0, message: line };

async function open(
  list: LaterList,
  path: string,
  text = '',
  isSlow = () => false,
): Promise<{ client: ScriptedClient; screen: Screen }> {
  const chat = aContact(2, { displayName: 'Two' });
  const facts = {
    seq: 1,
    scheduled: list.scheduled.map(({ id, to, dueMs, why }) => ({ id, to, dueMs, failed: why !== null })),
    reminders: list.reminders.map(({ message: _words, ...fact }) => fact),
  };
  const client = scriptedClient(
    stateWith([chat], { ...windowOf(chat, [line]), later: { heard: 1, overtaken: null, list: facts } }),
    {
      draft: () => ({ ...EMPTY_DRAFT, text }),
      later: () => (isSlow() ? new Promise(() => undefined) : Promise.resolve(ok({ ...list }))),
    },
  );
  return { client, screen: await showApp(client, path) };
}
const listRequests = (client: ScriptedClient, name: string) =>
  client.asked.filter(([one]) => one === name).map(([, ...args]) => args);

const box = () => document.querySelector<HTMLTextAreaElement>('form textarea') ?? expect.fail('no box');

const moment = (text: string) => new Date(text).getTime();
const listReports = (times: ReturnType<typeof timesToSend>) =>
  times.map(
    ({ key, atMs }) =>
      `${key} ${new Date(atMs - new Date(atMs).getTimezoneOffset() * 60_000).toISOString().slice(0, 16)}`,
  );

describe('scheduled messages and reminders on the screen', () => {
  it('LATER-6, LATER-9: full hours of today, mornings, and never the middle of the night', () => {
    expect(listReports(timesToSend(moment('2026-11-18T10:20:00')))).toEqual([
      'today 2026-11-18T13:00',
      'tomorrow 2026-11-19T09:00',
      'monday 2026-11-23T09:00',
    ]);
    // On a Sunday evening tomorrow is Monday, and today is over.
    expect(listReports(timesToSend(moment('2026-11-22T20:00:00')))).toEqual(['tomorrow 2026-11-23T09:00']);
    expect(listReports(timesToSend(moment('2026-11-18T01:24:00'))).at(0)).toBe('today 2026-11-18T09:00');
    expect(listReports(timesToSend(moment('2026-11-23T08:00:00'))).at(-1)).toBe('monday 2026-11-30T09:00');
    expect(listReports(timesToRemind(moment('2026-12-31T23:50:00')))).toEqual([
      'in20 2027-01-01T00:10',
      'in60 2027-01-01T00:50',
      'in180 2027-01-01T02:50',
      'tomorrow 2027-01-01T09:00',
    ]);
  });

  it('LATER-15: a text that is being changed stays when its message is sent', async () => {
    const fail = { ok: false, reason: { kind: 'server', code: 400, message: 'Already sent' } } as const;
    const { client, screen } = await open(
      { scheduled: [scheduled('a')], reminders: [] },
      '/pages/message/chat?id=2',
    );
    client.actions.changeScheduled = () => Promise.resolve(fail as never);
    await until(() => screen.find('button', '1 scheduled message'));
    await screen.press(screen.find('button', '1 scheduled message'));
    await until(() => screen.find('button', 'words of a'));
    await screen.press(screen.find('button', 'words of a'));
    await until(() => screen.find('menuitem', 'Edit message'));
    await screen.press(screen.find('menuitem', 'Edit message'));
    await until(() => expect(box().value).toBe('words of a'));
    await happens(() => {
      Reflect.set(HTMLTextAreaElement.prototype, 'value', 'all my new words', box());
      box().dispatchEvent(new Event('input', { bubbles: true }));
    });
    const state = client.store.get();
    await happens(() =>
      client.set({
        ...state,
        later: { heard: 2, overtaken: null, list: { seq: 2, scheduled: [], reminders: [] } },
      }),
    );
    expect(box().value).toBe('all my new words');
    await screen.press(screen.find('button', 'Save'));
    await until(() => expect(screen.text()).toContain('Already sent'));
    expect(box().value).toBe('all my new words');
  });

  it('LATER-3: another text of a scheduled message keeps its mentions', async () => {
    const row = { ...scheduled('a'), at: [2] };
    const { client, screen } = await open({ scheduled: [row], reminders: [] }, '/pages/message/chat?id=2');
    await until(() => screen.find('button', '1 scheduled message'));
    await screen.press(screen.find('button', '1 scheduled message'));
    await screen.press(await until(() => screen.find('button', 'words of a')));
    await screen.press(await until(() => screen.find('menuitem', 'Edit message')));
    await until(() => expect(box().value).toBe('words of a'));
    await happens(() => {
      Reflect.set(HTMLTextAreaElement.prototype, 'value', 'other words', box());
      box().dispatchEvent(new Event('input', { bubbles: true }));
    });
    await screen.press(screen.find('button', 'Save'));
    const changes = client.asked.filter(([name]) => name === 'changeScheduled').map(([, , change]) => change);
    expect(changes).toMatchObject([{ draft: { text: 'other words', at: [{ id: 2 }] } }]);
  });

  it('LATER-6: a time of one’s own is one that the server takes', () => {
    const now = new Date('2026-11-22T10:00:00').getTime();
    const today = new Date('2026-11-22T00:00:00');
    expect(timeOn(today, 10, 0, now)).toBeNull();
    expect(timeOn(today, 10, 1, now)).toBe(now + 60_000);
    expect(timeOn(new Date(now + limits.aheadMaxMs + 24 * HOUR), 10, 0, now)).toBeNull();
  });

  it('LATER-7: the bar tells first what was not sent, its list offers what can be done', async () => {
    const list = { scheduled: [scheduled('a'), scheduled('b', 'You are muted')], reminders: [] };
    const { client, screen } = await open(list, '/pages/message/chat?id=2');
    await until(() => screen.find('button', '1 scheduled message was not sent'));
    await screen.press(screen.find('button', '1 scheduled message was not sent'));
    await until(() => screen.find('button', 'words of b'));
    expect(screen.text()).toContain('Not sent: You are muted');
    await screen.press(screen.find('button', 'words of a'));
    await until(() => screen.find('menuitem', 'Send now'));
    await screen.press(screen.find('menuitem', 'Send now'));
    expect(listRequests(client, 'sendScheduled')).toEqual([['a']]);
    const state = client.store.get();
    await happens(() =>
      client.set({
        ...state,
        later: { heard: 2, overtaken: null, list: { seq: 2, scheduled: [], reminders: [] } },
      }),
    );
    await until(() => expect(screen.text()).not.toContain('scheduled message'));
  });

  it('LATER-10: a reminder shows the current text of the message and leads to it', async () => {
    const { client, screen } = await open({ scheduled: [], reminders: [due] }, '/');
    await happens(() => client.notify({ kind: 'reminded', id: TO, message: line.id }));
    await until(() => expect(screen.text()).toContain('Reminder: about the trip'));
    await screen.press(screen.find('button', 'Show'));
    await until(() => expect(location.hash).toContain('id=2&msg_id=1'));
  });

  it('LATER-10: a reminder that was done in the meantime is not shown', async () => {
    const { client, screen } = await open({ scheduled: [], reminders: [] }, '/');
    await happens(() => client.notify({ kind: 'reminded', id: TO, message: line.id }));
    await until(() => expect(listRequests(client, 'later').length).toBeGreaterThan(0));
    expect(screen.text()).not.toContain('Reminder');
  });

  it('LATER-10: the page of all lists what is due first, until it is done', async () => {
    const { client, screen } = await open(
      { scheduled: [scheduled('a')], reminders: [due] },
      '/pages/mine/later',
    );
    await until(() => screen.find('button', 'about the trip'));
    expect(screen.text()).toContain('words of a');
    await screen.press(screen.find('button', 'Mark as done'));
    expect(listRequests(client, 'remind')).toEqual([['m1', null]]);
  });

  it('UI-150, LATER-5: a change on another device keeps the list and an open menu until the new list is here', async () => {
    const list: LaterList = { scheduled: [scheduled('a'), scheduled('b')], reminders: [] };
    let isSlow = false;
    const { client, screen } = await open(list, '/pages/mine/later', '', () => isSlow);
    await until(() => screen.find('button', 'words of a'));
    await screen.press(screen.find('button', 'words of a'));
    await until(() => screen.find('menuitem', 'Discard'));
    isSlow = true;
    const state = client.store.get();
    await happens(() =>
      client.set({ ...state, later: { overtaken: null, list: null, ...state.later, heard: 2 } }),
    );
    await until(() => expect(listRequests(client, 'later').length).toBeGreaterThan(1));
    screen.find('menuitem', 'Discard');
    expect(screen.text()).toContain('words of b');
  });

  it('EDIT-2: the page of all shows the words that a message has now', async () => {
    const edited = { ...due, rev: 1, message: { ...line, content: 'about the hike', rev: 1 } };
    const list = { scheduled: [], reminders: [due] };
    const { client, screen } = await open(list, '/pages/mine/later');
    await until(() => screen.find('button', 'about the trip'));
    list.reminders = [edited];
    const state = client.store.get();
    const { message: _words, ...fact } = edited;
    await happens(() =>
      client.set({
        ...state,
        later: { heard: 1, overtaken: null, list: { seq: 1, scheduled: [], reminders: [fact] } },
      }),
    );
    await until(() => screen.find('button', 'about the hike'));
    expect(listRequests(client, 'later')).toHaveLength(2);
  });

  it('LATER-12: a server that knows nothing of it is not asked', async () => {
    const { client, screen } = await open({ scheduled: [], reminders: [] }, '/pages/message/chat?id=2', 'hi');
    const state = client.store.get();
    await happens(() => client.set({ ...state, sync: { ...state.sync, plain: true } }));
    await until(() => screen.find('button', 'Send'));
    expect(() => screen.find('button', 'Schedule message')).toThrow();
  });
});
