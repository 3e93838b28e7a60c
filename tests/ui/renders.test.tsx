// @vitest-environment happy-dom
import { type Drawn, drawnCount, drawnNow, startCounting } from '../support/renders.ts';
import '../support/node-names.ts';
import '../support/pretended-layout.ts';
import { describe, expect, it, vi } from 'vitest';
import type { GroupMember } from '../../src/client/interface/client.ts';
import type { Contact, State } from '../../src/client/state/state.ts';
import type { ServerEvent } from '../../src/domain/events.ts';
import { contactId, messageId, streamId, userId } from '../../src/domain/ids.ts';
import { ok } from '../../src/domain/result.ts';
import { aContact, aGroup, aPosition, by, message, postedEvent, run, server } from '../support/contacts.ts';
import { happens, type Screen, showApp } from '../support/screen.tsx';
import {
  lastText,
  type ScriptedClient,
  scriptedClient,
  stateWith,
  windowOf,
} from '../support/scripted-client.ts';
import { until } from '../support/until.ts';
import { countingOf } from '../../src/client/state/figures.ts';

/** A received event draws at most the rows that it changed: counted, not timed. */

const COUNT = 12;

const withPlace = (id: string | number, stream: string, part: Partial<Contact> = {}): Contact =>
  aContact(id, {
    stream: streamId(stream),
    counting: countingOf(aPosition(stream), 0, 0),
    displayName: `Person ${id}`,
    index: 'P',
    ...lastText('hi', 1_000),
    ...part,
  });

const friends = (): readonly Contact[] =>
  Array.from({ length: COUNT }, (_, i) => withPlace(i + 2, `1-${i + 2}`, lastText('hi', 1_000 + i)));

/** Draws the app after an event, and returns the draws that it caused. */
async function receive(
  client: ScriptedClient,
  event: ServerEvent,
  at: readonly [stream: string, seq: number] | null = null,
): Promise<void> {
  const place = at && { stream: streamId(at[0]), seq: at[1] };
  const { state } = run(client.store.get(), server(event, place));
  expect(state).not.toBe(client.store.get());
  startCounting();
  await happens(() => client.set(state));
}

/** Waits until the work for the next frame, and its draws, are done. */
const twoFrames = () =>
  new Promise((next) => requestAnimationFrame(() => requestAnimationFrame(() => next(undefined))));

async function renderScreen(
  state: State,
  path: string,
  rows: string,
  members?: () => readonly GroupMember[],
): Promise<{ readonly client: ScriptedClient; readonly screen: Screen }> {
  const client = scriptedClient(state, members && { members: () => Promise.resolve(ok(members())) });
  startCounting();
  const screen = await showApp(client, path);
  await until(() => expect(drawnNow(rows).length).toBeGreaterThanOrEqual(COUNT));
  // Rows are drawn again when they are measured, and more may come with a frame; only what comes after that
  // is about the event.
  let before = 0;
  await until(async () => {
    await happens(() => undefined);
    await twoFrames();
    const still = before === drawnCount();
    before = drawnCount();
    expect(still).toBe(true);
  });
  return { client, screen };
}

const idOf = ({ props }: Drawn): unknown => (props['contact'] as Contact | undefined)?.id;
const keyOf = ({ props }: Drawn): unknown => (props['row'] as { readonly key: string } | undefined)?.key;
const distinct = (values: readonly unknown[]): ReadonlySet<unknown> => new Set(values);

describe('rows drawn for an event', () => {
  it('UI-70: a message draws one row of the list', async () => {
    const { client, screen } = await renderScreen(stateWith(friends()), '/', 'ChatRow');
    await receive(client, postedEvent(5, { ...message(1, { from: by(5) }), content: 'fresh words' }), [
      '1-5',
      1,
    ]);
    expect(screen.text()).toContain('fresh words');
    expect(
      distinct(drawnNow('Line', 'SwipeRow', 'ChatRow', 'Words').flatMap((one) => idOf(one) ?? [])),
    ).toEqual(new Set(['5']));
    expect(drawnNow('SwipeRow')).toHaveLength(1);
    expect(drawnNow('ChatRow')).toHaveLength(1);
  });

  it('UI-70: a user who comes online redraws one row of the list', async () => {
    const { client } = await renderScreen(stateWith(friends()), '/', 'ChatRow');
    await receive(client, { type: 'onlineSet', on: [userId(4)], off: [] });
    expect(drawnNow('ChatRow').map(idOf)).toEqual(['4']);
  });

  it('UI-70: the address book draws nothing for a message, and one line for who comes online', async () => {
    const { client } = await renderScreen(stateWith(friends()), '/pages/contacts/index', 'BookLine');
    await receive(client, postedEvent(5, message(1, { from: by(5) })), ['1-5', 1]);
    expect(drawnNow('BookLine', 'ContactsPage').map(({ name }) => name)).toEqual([]);
    await receive(client, { type: 'onlineSet', on: [userId(4)], off: [] });
    expect(drawnNow('BookLine').map(({ props }) => (props['line'] as { readonly key: string }).key)).toEqual([
      '4',
    ]);
  });
});

const listed = (): readonly string[] =>
  [...document.querySelectorAll('[data-chat]')].map((row) => row.getAttribute('data-chat') ?? '');

describe('rows drawn of a long list', () => {
  it('UI-82: the page has only rows in view and near it, at any scroll position', async () => {
    const many = Array.from({ length: 1_000 }, (_, i) =>
      withPlace(i + 2, `1-${i + 2}`, lastText('hi', 10_000 - i)),
    );
    await renderScreen(stateWith(many), '/', 'ChatRow');
    const view = document.querySelector('ul[aria-label]')?.parentElement ?? expect.unreachable();
    const scroll = (px: number) =>
      happens(() => {
        view.scrollTop = px;
        view.dispatchEvent(new Event('scroll'));
      });
    expect(listed()[0]).toBe('2');
    for (const [px, top] of [
      [700, 9],
      [1_400, 19],
      [50_000, 694],
      [0, 0],
    ] as const) {
      await scroll(px);
      expect(listed()).toContain(String(top + 2));
      expect(listed().length).toBeLessThan(60);
    }
    await scroll(71_500);
    expect(listed().at(-1)).toBe('1001');
  });
});

const STREAM = '1-2';

/** Twelve messages, every third my own. */
function chatState(): State {
  const messages = Array.from({ length: COUNT }, (_, i) =>
    message(i + 1, i % 3 === 0 ? { from: by(1) } : {}),
  );
  const contact = withPlace(2, STREAM, {
    counting: countingOf(aPosition(STREAM, { seq: COUNT, count: COUNT, mark: COUNT }), 0, 0),
  });
  return stateWith([contact], windowOf(contact, messages));
}

const openChat = () => renderScreen(chatState(), '/pages/message/chat?id=2', 'MessageRow');

describe('messages drawn for an event', () => {
  it('UI-70: a new message draws itself and the one it joins', async () => {
    const { client, screen } = await openChat();
    await receive(client, postedEvent(2, message(COUNT + 1)), [STREAM, COUNT + 1]);
    expect(screen.text()).toContain(`text ${COUNT + 1}`);
    expect(distinct(drawnNow('MessageRow').map(keyOf))).toEqual(new Set([`m${COUNT}`, `m${COUNT + 1}`]));
  });

  it('UI-70: a recall draws the message and at most its neighbours', async () => {
    const { client } = await openChat();
    const event: ServerEvent = {
      type: 'messageRecalled',
      conversation: contactId(2),
      id: messageId('m5'),
      msgId: null,
      n: 5,
      by: userId(2),
      byName: 'Two',
      byManager: false,
      content: '',
      isLast: false,
      last: null,
      mentioned: [],
      author: userId(2),
    };
    await receive(client, event, [STREAM, COUNT + 1]);
    const rows = distinct(drawnNow('MessageRow').map(keyOf));
    expect(rows.has('m5')).toBe(true);
    expect(['m4', 'm5', 'm6']).toEqual(expect.arrayContaining([...rows]));
  });

  it('UI-70: a read by the partner redraws the user’s own messages only', async () => {
    const { client } = await openChat();
    await receive(client, { type: 'partnerRead', conversation: contactId(2), n: 4 }, [STREAM, COUNT + 1]);
    expect(distinct(drawnNow('MessageRow').map(keyOf))).toEqual(new Set(['m1', 'm4']));
  });

  it('UI-70: a message elsewhere draws no message here', async () => {
    const state = chatState();
    const other = withPlace(3, '1-3');
    const { client } = await renderScreen(
      { ...state, contacts: state.contacts.with(other) },
      '/pages/message/chat?id=2',
      'MessageRow',
    );
    await receive(client, postedEvent(3, message(1, { from: by(3) })), ['1-3', 1]);
    expect(drawnNow('MessageRow', 'MessageList', 'Composer').map(({ name }) => name)).toEqual([]);
  });
});

/** An open chat, and the row of another one that was opened before. */
async function another(): Promise<{ readonly client: ScriptedClient; readonly row: Element }> {
  const state = chatState();
  const contacts = state.contacts.with(withPlace(3, '1-3'));
  const client = scriptedClient({ ...state, contacts });
  await showApp(client, '/pages/message/chat?id=3');
  await until(() => expect(document.querySelector('[data-composer]')).not.toBeNull());
  return { client, row: document.querySelector('a[data-chat="2"]') ?? expect.unreachable() };
}
const press = (row: Element) =>
  row.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }));

describe('a chat opened beside the list', () => {
  it('UI-83: a press draws the chat at once', async () => {
    const { row } = await another();
    startCounting();
    press(row);
    await Promise.resolve();
    expect(drawnNow('MessageList')).not.toEqual([]);
    await happens(() => undefined);
  });

  it('UI-83: a press redraws nothing next to the pages', async () => {
    const { row } = await another();
    await until(() => expect(drawnNow('LaterHosts')).not.toEqual([]));
    startCounting();
    await happens(() => press(row));
    expect(drawnNow('MessageList')).not.toEqual([]);
    const beside = ['LaterHosts', 'UpdateHost', 'Rail', 'Tab', 'HomePage', 'ChatList'];
    expect(drawnNow(...beside).map(({ name }) => name)).toEqual([]);
  });

  it('UI-83: a chat seen before is drawn once, with all that is in view', async () => {
    const { row } = await another();
    const other = document.querySelector('a[data-chat="3"]') ?? expect.unreachable();
    await happens(() => press(row));
    await until(() => expect(articles()).toBe(COUNT));
    await happens(() => press(other));
    await until(() => expect(articles()).toBe(0));
    startCounting();
    press(row);
    await Promise.resolve();
    expect(articles()).toBe(COUNT);
    await happens(twoFrames);
    expect(drawnNow('Chat', 'MessageList').map(({ name }) => name)).toEqual(['Chat', 'MessageList']);
    expect(drawnNow('MessageRow')).toHaveLength(COUNT);
  });

  it('SEEN-3: the bar asks half a second after the chat was opened', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      const { client, row } = await another();
      await happens(() => press(row));
      const countRequests = () => client.asked.filter(([name, id]) => name === 'person' && id === 2).length;
      await happens(() => vi.advanceTimersByTime(400));
      expect(countRequests()).toBe(0);
      await happens(() => vi.advanceTimersByTime(200));
      expect(countRequests()).toBe(1);
    } finally {
      vi.useRealTimers();
    }
  });
});

const articles = (): number => document.querySelectorAll('article').length;

describe('messages drawn of a long chat', () => {
  it('UI-83: messages beyond the view are drawn later than those in it', async () => {
    const messages = Array.from({ length: 60 }, (_, i) => message(i + 1, { from: by(4) }));
    // One that was never open before: of others is known how high their rows were. It opens at its start.
    const contact = withPlace(4, '1-4', {
      unread: 60,
      counting: countingOf(aPosition('1-4', { seq: 60, count: 60, mark: 0 }), 0, 0),
    });
    await renderScreen(
      stateWith([contact], windowOf(contact, messages)),
      '/pages/message/chat?id=4',
      'MessageRow',
    );
    // 800 px of 60 px each are in view.
    const counts = [articles()];
    expect(counts[0]).toBeLessThanOrEqual(15);
    const list = document.querySelector('article')?.closest('[role=region]') ?? expect.unreachable();
    const watcher = new MutationObserver(() => counts.push(articles()));
    watcher.observe(list, { childList: true, subtree: true });
    await happens(() => list.dispatchEvent(new Event('pointermove')));
    // 800 px more at the end, in steps of 200.
    await until(() => expect(articles()).toBeGreaterThan(25));
    watcher.disconnect();
    expect(Math.max(...counts.slice(1).map((count, at) => count - (counts[at] ?? 0)))).toBeLessThanOrEqual(5);
  });
});

const member = (id: number, part: Partial<GroupMember> = {}): GroupMember => ({
  user: userId(id),
  role: 3,
  displayName: `Person ${id}`,
  account: '',
  namePy: '',
  avatar: '',
  mutedUntilSec: 0,
  ...part,
});

describe('members drawn for an event', () => {
  const group = withPlace('group-5', 'group-5', {
    kind: 'group',
    displayName: 'Hikers',
    group: aGroup({ ownerId: userId(1), role: 1, members: COUNT }),
  });

  it('UI-70: a message in the group draws no member, and a change of one member that member', async () => {
    let people = Array.from({ length: COUNT }, (_, i) => member(i + 1));
    const { client, screen } = await renderScreen(
      stateWith([group]),
      '/pages/message/group/groupUser?group_id=group-5',
      'MemberRow',
      () => people.map((one) => ({ ...one })),
    );
    await receive(client, postedEvent('group-5', message(1, { from: by(3) })), ['group-5', 1]);
    expect(drawnNow('MemberRow')).toEqual([]);
    people = people.map((one) => (one.user === 4 ? { ...one, displayName: 'Renamed' } : one));
    await receive(client, { type: 'groupNoticeSet', conversation: contactId('group-5'), notice: 'news' }, [
      'group-5',
      2,
    ]);
    await until(() => expect(screen.text()).toContain('Renamed'));
    expect(drawnNow('MemberRow').map(({ props }) => (props['member'] as GroupMember).user)).toEqual([4]);
  });
});
