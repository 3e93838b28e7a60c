// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest';
import { until } from '../support/until.ts';
import '../support/node-names.ts';
import '../support/pretended-layout.ts';
import type { Actions } from '../../src/client/interface/client.ts';
import { NO_COUNTING } from '../../src/client/state/empty.ts';
import type { Contact, Conversation, OutboxItem } from '../../src/client/state/state.ts';
import { DEFAULT_GROUP_SETTING } from '../../src/domain/group-fields.ts';
import { messageId, msgId, userId } from '../../src/domain/ids.ts';
import type { Message } from '../../src/domain/message.ts';
import { fail, ok } from '../../src/domain/result.ts';
import { closeScreens, happens, type Screen, showApp } from '../support/screen.tsx';
import { type ScriptedClient, scriptedClient, stateWith, windowOf } from '../support/scripted-client.ts';
import { aContact, aGroup, by, message, waiting } from '../support/contacts.ts';

const friend = (part: Partial<Contact> = {}) => aContact(2, { displayName: 'Two', ...part });
const group = aContact('group-5', {
  displayName: 'Hikers',
  group: aGroup(),
});

interface Given {
  readonly contact?: Contact;
  readonly messages?: readonly Message[];
  readonly part?: Partial<Conversation>;
  readonly outbox?: readonly OutboxItem[];
  readonly own?: Partial<Actions>;
}

async function open({
  contact = friend(),
  messages = [],
  part = {},
  outbox = [],
  own = {},
}: Given): Promise<{ client: ScriptedClient; screen: Screen }> {
  const state = stateWith([contact], {
    ...windowOf(contact, messages, part),
    outbox: new Map([[contact.id, outbox]]),
  });
  const client = scriptedClient(state, own);
  const screen = await showApp(client, `/pages/message/chat?id=${contact.id}`);
  await until(() => expect(client.asked.some(([name]) => name === 'openChat')).toBe(true));
  return { client, screen };
}

const listRequests = (client: ScriptedClient, wanted: string) =>
  client.asked.filter(([name]) => name === wanted);
const bubbles = (screen: Screen) => screen.all('article').map((bubble) => bubble.textContent ?? '');

describe('the chat page', () => {
  it('UI-84: a link in a message keeps the stop of Tab with the newest message; a message that has the focus takes it', async () => {
    const { screen } = await open({
      messages: [message(1, { content: 'see https://example.org/way' }), message(2)],
    });
    await until(() => expect(bubbles(screen)).toHaveLength(2));
    const stops = () => screen.all('article').map((bubble) => bubble.tabIndex);
    expect(stops()).toEqual([-1, 0]);
    const [first] = screen.all('article');
    await happens(() => screen.root.querySelector<HTMLElement>('a[href="https://example.org/way"]')?.focus());
    expect(document.activeElement?.tagName).toBe('A');
    expect(stops()).toEqual([-1, 0]);
    await happens(() => first?.focus());
    expect(stops()).toEqual([0, -1]);
  });

  it('UI-10: others and own messages are named for a screen reader and shown as written', async () => {
    const { screen } = await open({
      messages: [message(1, { content: 'a &lt;b&gt; c' }), message(2, { from: by(1), content: 'mine' })],
    });
    await until(() => expect(bubbles(screen)).toHaveLength(2));
    expect(bubbles(screen)[0]).toContain('a <b> c');
    expect(screen.find('article', /^Two at \d\d:\d\d$/)).toBeDefined();
    expect(screen.find('article', /^you at \d\d:\d\d$/).textContent).toContain('Sent');
  });

  it('COUNT-8: a message that the partner has read says so', async () => {
    const contact = friend({ counting: { ...NO_COUNTING, count: 2, peerMark: 1 } });
    const { screen } = await open({
      contact,
      messages: [message(1, { from: by(1) }), message(2, { from: by(1) })],
    });
    await until(() => expect(bubbles(screen)).toHaveLength(2));
    expect(bubbles(screen)[0]).toMatch(/Read$/);
    expect(bubbles(screen)[1]).toMatch(/Sent$/);
  });

  it('SEND-5: a failed message tells the reason and goes again from its menu', async () => {
    const { client, screen } = await open({
      outbox: [waiting('w1', { status: 'failed', reason: 'You are not friends yet' })],
    });
    await until(() => expect(screen.text()).toContain('You are not friends yet'));
    await screen.press(screen.find('button', 'Not sent'));
    await until(() =>
      expect(screen.all('[role=menuitem]').map((item) => item.textContent)).toEqual([
        'Send again',
        'Copy',
        'Stop sending',
      ]),
    );
    await screen.press(screen.find('[role=menuitem]', 'Send again'));
    expect(listRequests(client, 'retry')).toEqual([['retry', 'w1']]);
  });

  it('RECALL-2: event lines speak the viewer\'s language, and "edit again" refills the box', async () => {
    const mine = message(1, { from: by(1), content: 'slip &amp; slide', sentAtMs: Date.now() });
    const { client, screen } = await open({ messages: [mine] });
    await until(() => expect(bubbles(screen)).toHaveLength(1));
    await screen.key(screen.find('article'), 'Enter');
    await until(() => expect(screen.find('[role=menuitem]', 'Unsend')).toBeDefined());
    await screen.press(screen.find('[role=menuitem]', 'Unsend'));
    expect(listRequests(client, 'recallLater')).toEqual([['recallLater', 'm1', 5_000]]);
    const removal = {
      ...mine,
      type: 'event' as const,
      content: '',
      recalled: true,
      note: { note: 'recalled' as const, by: userId(1), name: 'x', byManager: false },
    };
    const state = client.store.get();
    await happens(() => client.set({ ...state, ...windowOf(friend(), [removal]) }));
    expect(screen.text()).toContain('You unsent a message');
    await screen.press(screen.find('button', 'Edit again'));
    expect(document.querySelector('textarea')?.value).toBe('slip & slide');
  });

  it('COUNT-2: messages in view are read, up to the newest', async () => {
    const contact = friend({ unread: 2, counting: { ...NO_COUNTING, count: 3, mark: 1 } });
    const { client, screen } = await open({ contact, messages: [message(1), message(2), message(3)] });
    await until(() => expect(bubbles(screen).length).toBeGreaterThan(1));
    const list =
      screen.all('[role=region]').find((one) => one.getAttribute('aria-label') === 'Messages with Two') ??
      expect.unreachable();
    await happens(() => {
      list.scrollTop = 50;
      list.dispatchEvent(new Event('scroll'));
    });
    await until(() => expect(listRequests(client, 'markRead').at(-1)).toEqual(['markRead', '2', 3]));
    expect(screen.text()).toContain('New messages');
    expect(screen.all('button').some((one) => one.getAttribute('aria-label') === 'Back to bottom')).toBe(
      false,
    );
  });

  it('COUNT-14: a mention that was in view is read, alone', async () => {
    const contact = aContact('group-5', {
      ...group,
      unread: 1,
      mentions: 1,
      counting: { ...NO_COUNTING, count: 1 },
    });
    const { client } = await open({ contact, messages: [message(1, { at: [1] })] });
    await until(() => expect(listRequests(client, 'readMention')).toEqual([['readMention', 'group-5', 1]]));
    expect(listRequests(client, 'readMentions')).toEqual([]);
  });

  it('UI-14: a quote leads to its original, also when older pages must come first', async () => {
    const quote = { msgId: msgId(1), content: 'x', userId: userId(2), realname: 'Two' };
    const { client, screen } = await open({
      messages: [message(9, { quote })],
      own: { loadUntil: () => Promise.resolve(ok(false)) },
    });
    await until(() => expect(bubbles(screen)).toHaveLength(1));
    await screen.press(screen.find('button', /^Two.*Show the original$/));
    expect(listRequests(client, 'loadUntil')).toEqual([['loadUntil', '2', 1]]);
    await until(() => expect(screen.text()).toContain('The quoted message cannot be found'));
  });

  it('UI-91, RECALL-2: what arrives in the open chat is said, who and what; older pages, own words and what was there are not', async () => {
    const { client, screen } = await open({ messages: [message(5), message(6)] });
    await until(() => expect(bubbles(screen)).toHaveLength(2));
    const textOf = () => screen.find('[role=log]').textContent;
    const show = (messages: readonly Message[]) =>
      happens(() =>
        client.set({
          ...client.store.get(),
          ...windowOf(friend(), messages),
        }),
      );
    await show([message(3), message(4), message(5), message(6)]);
    await show([
      message(3),
      message(4),
      message(5),
      message(6),
      message(7, { from: by(1), content: 'mine' }),
    ]);
    expect(textOf()).toBe('');
    const there = [
      message(6),
      message(7, { from: by(1), content: 'mine' }),
      message(8, { content: 'hello &amp; welcome' }),
    ];
    await show(there);
    expect(textOf()).toMatch(/^.+: hello & welcome$/);
    await show([...there, message(9), message(10), message(11), message(12)]);
    expect(textOf()).toBe('4 new messages');
    // A recalled message is removed from the announcements, too (RECALL-2).
    await show([...there, message(13, { content: 'a slip' })]);
    expect(textOf()).toContain('a slip');
    await show([
      ...there,
      message(13, {
        content: '',
        type: 'event',
        recalled: true,
        note: { note: 'recalled', by: userId(2), name: 'Two', byManager: false },
      }),
    ]);
    expect(textOf()).toBe('');
  });

  it('RECALL-4: a message that is being taken back is a line that offers to keep it', async () => {
    const { client, screen } = await open({ messages: [message(1, { from: by(1) })] });
    await until(() => expect(bubbles(screen)).toHaveLength(1));
    const state = client.store.get();
    await happens(() =>
      client.set({ ...state, pending: { ...state.pending, recall: new Map([[messageId('m1'), 1]]) } }),
    );
    expect(bubbles(screen)).toHaveLength(0);
    await screen.press(screen.find('button', 'Undo'));
    expect(listRequests(client, 'keepMessage')).toEqual([['keepMessage', 'm1']]);
    await happens(() => client.set(state));
    expect(bubbles(screen)).toHaveLength(1);
  });

  it('ROLE-2: a group where only managers speak shows the reason to a member', async () => {
    const facts = group.group;
    const quiet = aContact('group-5', {
      ...group,
      group: facts && { ...facts, setting: { ...DEFAULT_GROUP_SETTING, nospeak: 1 } },
    });
    const { screen } = await open({ contact: quiet, messages: [message(1)] });
    await until(() => expect(screen.text()).toContain('Only the owner and admins can send messages'));
    expect(document.querySelector('textarea')).toBeNull();
  });

  it('UI-1: an empty chat, a first page that failed, and a chat that does not exist say so', async () => {
    const empty = await open({});
    await until(() => expect(empty.screen.text()).toContain('No messages yet'));
    closeScreens();
    const failed = await open({ part: { loading: 'failed', live: false } });
    await until(() => expect(failed.screen.text()).toContain("Couldn't load this page"));
    await failed.screen.press(failed.screen.find('button', 'Try again'));
    expect(listRequests(failed.client, 'openChat').length).toBeGreaterThan(1);
    closeScreens();
    const client = scriptedClient(stateWith([]), {
      ensureContact: () => Promise.resolve(fail({ kind: 'server', code: 404, message: '' })),
    });
    const removal = await showApp(client, '/pages/message/chat?id=77');
    await until(() => expect(removal.text()).toContain('This contact does not exist'));
  });

  it('UI-1: notes to self explain themselves; a chat without writing offers no greeting', async () => {
    const notes = await open({ contact: { ...friend(), kind: 'favourites' } });
    await until(() => expect(notes.screen.text()).toContain('Only you can see them'));
    closeScreens();
    const system = await open({ contact: { ...friend(), kind: 'system' } });
    await until(() => expect(system.screen.text()).toContain('No messages yet'));
    expect(system.screen.text()).not.toContain('Say hello');
  });

  it('SEND-7: a sent bubble stays the same element when it is confirmed', async () => {
    const item = waiting('w1');
    const { client, screen } = await open({ outbox: [item] });
    await until(() => expect(bubbles(screen)).toHaveLength(1));
    const before = screen.find('article');
    expect(before.textContent).toMatch(/Sending$/);
    const state = client.store.get();
    const done = message(1, { id: messageId('w1'), from: by(1), content: 'w1' });
    await happens(() =>
      client.set({
        ...state,
        outbox: new Map(),
        ...windowOf(friend(), [done]),
      }),
    );
    expect(screen.find('article')).toBe(before);
    expect(before.textContent).toMatch(/Sent$/);
  });
});
