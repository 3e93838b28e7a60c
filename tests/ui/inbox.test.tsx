// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest';
import '../support/node-names.ts';
import '../support/pretended-layout.ts';
import type { InboxEntry } from '../../src/domain/inbox.ts';
import { msgId, userId } from '../../src/domain/ids.ts';
import { fail, ok } from '../../src/domain/result.ts';
import { aContact, by, message } from '../support/contacts.ts';
import { happens, type Screen, showApp } from '../support/screen.tsx';
import { type ScriptedClient, scriptedClient, stateWith } from '../support/scripted-client.ts';
import { until } from '../support/until.ts';

const crew = aContact('group-5', { displayName: 'Crew' });
const chat = aContact(2, { displayName: 'Bela Hill' });
const entry = (n: number, more: Partial<InboxEntry> = {}): InboxEntry => ({
  conversation: crew.id,
  msgId: msgId(n),
  why: ['mention'],
  atMs: Date.now() - n * 60_000,
  isUnread: false,
  message: message(n, { msgId: msgId(n), content: `words ${n}`, from: by(2, 'Bela Hill') }),
  reacted: null,
  ...more,
});
const THREE = [
  entry(3, { isUnread: true }),
  entry(2, { why: ['reply', 'thread'], conversation: chat.id }),
  entry(1, {
    why: ['reaction'],
    reacted: { emoji: '👍', people: 3, by: { id: userId(2), name: 'Bela Hill' } },
  }),
];

async function open(
  entries: readonly InboxEntry[],
  isRefused = false,
): Promise<{ client: ScriptedClient; screen: Screen }> {
  const client = scriptedClient(stateWith([crew, chat]), {
    inbox: () => Promise.resolve(ok(entries)),
    markInbox: () => Promise.resolve(isRefused ? fail({ kind: 'transport', why: 'offline' }) : ok(undefined)),
  });
  return { client, screen: await showApp(client, '/pages/mine/inbox') };
}
const rows = () =>
  [...document.querySelectorAll<HTMLElement>('[data-row]')].map(({ textContent }) => textContent);
const marked = (client: ScriptedClient) =>
  client.asked.flatMap(([name, list, isDone]) =>
    name === 'markInbox' ? [[(list as readonly InboxEntry[]).map((one) => Number(one.msgId)), isDone]] : [],
  );
const key = (name: string, more: KeyboardEventInit = {}) =>
  happens(() =>
    document.activeElement?.dispatchEvent(
      new KeyboardEvent('keydown', { key: name, bubbles: true, cancelable: true, ...more }),
    ),
  );
const focusRow = (at: number) =>
  happens(() => document.querySelectorAll<HTMLElement>('[data-row]')[at]?.focus());

describe('the page of the inbox', () => {
  it('INBOX-6: says where and why each entry is there, and counts what it shows', async () => {
    const { screen } = await open(THREE);
    await until(() => expect(rows().length).toBe(3));
    expect(rows()[0]).toMatch(/Crew.*Bela Hill mentions you.*words 3.*Unread/);
    expect(rows()[1]).toMatch(/Bela Hill.*Bela Hill replies to you.*words 2/);
    expect(rows()[2]).toMatch(/Crew.*Bela Hill and 2 others reacted 👍.*words 1/);
    expect(screen.find('tab', /^All3$/)).toBeTruthy();
    await screen.press(screen.find('tab', /^Unread1$/));
    expect(rows().length).toBe(1);
    await screen.press(screen.find('button', 'Mark all as done'));
    await until(() => expect(rows()).toEqual([]));
    expect(screen.text()).toContain('Nothing unread');
    await screen.press(screen.find('tab', /^All2$/));
    expect(rows().length).toBe(2);
  });

  it('INBOX-6: keys move along the entries and mark them, and the focus stays beside', async () => {
    const { client } = await open(THREE);
    await until(() => expect(rows().length).toBe(3));
    await focusRow(0);
    await key('ArrowDown');
    expect(document.activeElement?.textContent).toContain('words 2');
    await key('e');
    await until(() => expect(rows().length).toBe(2));
    expect(document.activeElement?.textContent).toContain('words 1');
    await key('E', { shiftKey: true, ctrlKey: true });
    expect(marked(client)).toEqual([[[2], true]]);
    await key('E', { shiftKey: true });
    await until(() => expect(rows()).toEqual([]));
    expect(marked(client)).toEqual([
      [[2], true],
      [[3, 1], true],
    ]);
  });

  it('INBOX-4: undo brings an entry back, and so does a refusal', async () => {
    const { client, screen } = await open(THREE);
    await until(() => expect(rows().length).toBe(3));
    await focusRow(0);
    await key('e');
    await until(() => expect(screen.text()).toContain('1 entry marked as done'));
    await screen.press(screen.find('button', 'Undo'));
    await until(() => expect(rows().length).toBe(3));
    expect(marked(client)).toEqual([
      [[3], true],
      [[3], false],
    ]);
  });

  it('INBOX-4: what could not be marked returns, with the reason', async () => {
    const { screen } = await open(THREE, true);
    await until(() => expect(rows().length).toBe(3));
    await focusRow(0);
    await key('e');
    await until(() => expect(rows().length).toBe(3));
    expect(screen.text()).not.toContain('marked as done');
  });

  it('INBOX-6: an entry done on another device, or of a chat that is gone, leaves at once', async () => {
    const { client } = await open(THREE);
    await until(() => expect(rows().length).toBe(3));
    const state = client.store.get();
    const inbox = { beforeMs: 0, list: [[msgId(3), 1, THREE[0]?.atMs ?? 0] as const] };
    await happens(() => client.set({ ...state, kept: { ...state.kept, inbox } }));
    await until(() => expect(rows().length).toBe(2));
    await until(() => expect(client.asked.filter(([name]) => name === 'inbox').length).toBeGreaterThan(1));
    await happens(() => client.set({ ...stateWith([crew]), kept: { ...state.kept, inbox } }));
    await until(() => expect(rows().length).toBe(1));
  });
});
