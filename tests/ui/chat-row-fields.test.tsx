// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { until } from '../support/until.ts';
import '../support/node-names.ts';
import '../support/pretended-layout.ts';
import type { Contact, State } from '../../src/client/state/state.ts';
import { contactId, userId } from '../../src/domain/ids.ts';
import { EMPTY_DRAFT } from '../../src/domain/message.ts';
import { aContact, aGroup, aLast, waiting } from '../support/contacts.ts';
import { closeScreens, happens, showApp } from '../support/screen.tsx';
import { type ScriptedClient, scriptedClient, stateWith } from '../support/scripted-client.ts';

const ME = userId(1);
const TWO = contactId(2);
const TEAM = contactId('group-5');

/** One change around a row of the list, and its texts afterwards. */
interface Case {
  readonly chat: typeof TWO;
  readonly contact?: Partial<Contact>;
  readonly before?: Partial<State>;
  readonly state?: Partial<State>;
  readonly change?: Partial<Contact>;
  /** The open page; the list by default. */
  readonly path?: string;
  readonly draft?: string;
  readonly shows: readonly string[];
  readonly hides: readonly string[];
}

const last = aLast({ n: 4, content: 'last words', from: userId(9), fromName: 'Nina' });
const own = aLast({ n: 4, content: 'my words', from: ME });
const outbox = (...texts: readonly string[]): State['outbox'] =>
  new Map([[TWO, texts.map((text) => waiting(text, {}, { content: text }))]]);
const counting = (peerMark: number): Contact['counting'] => ({
  ...aContact(2).counting,
  count: 4,
  mark: 4,
  peerMark,
});
const blocked = new Set([userId(9)]);
const reacted = { user: userId(9), name: 'Nina', emoji: '👍', id: 'm1' } as unknown as Contact['reacted'];
const typing: State['typing'] = new Map([[TWO, [{ user: userId(2), name: 'Two', what: 'text' }]]]);

const CASES: Readonly<Record<string, Case>> = {
  'the newest of several waiting messages': {
    chat: TWO,
    before: { outbox: outbox('first') },
    state: { outbox: outbox('first', 'second') },
    shows: ['second', 'Waiting to be sent'],
    hides: ['first', 'last words'],
  },
  'a waiting message that failed': {
    chat: TWO,
    before: { outbox: outbox('first') },
    state: { outbox: new Map([[TWO, [waiting('first', { status: 'failed' })]]]) },
    shows: ['first', 'A message was not sent'],
    hides: ['Waiting to be sent'],
  },
  'the last message once nothing waits': {
    chat: TWO,
    before: { outbox: outbox('first') },
    state: { outbox: new Map() },
    shows: ['last words'],
    hides: ['first', 'Waiting'],
  },
  'a draft': {
    chat: TWO,
    draft: 'half a text',
    shows: ['[Draft] half a text'],
    hides: ['last words'],
  },
  'no draft of the open chat': {
    chat: TWO,
    path: '/pages/message/chat?id=2',
    draft: 'half a text',
    shows: ['last words'],
    hides: ['[Draft]'],
  },
  'that the last own message was read': {
    chat: TWO,
    contact: { last: own, counting: counting(3) },
    change: { last: own, counting: counting(4) },
    shows: ['my words', 'Read'],
    hides: ['Sent'],
  },
  'that the last own message is not read': {
    chat: TWO,
    contact: { last: own, counting: counting(2) },
    change: { last: own, counting: counting(3) },
    shows: ['my words', 'Sent'],
    hides: ['Read'],
  },
  'no text of a blocked member': {
    chat: TEAM,
    state: { blocked },
    shows: ['…'],
    hides: ['last words'],
  },
  'no reaction of a blocked user': {
    chat: TEAM,
    contact: { reacted },
    state: { blocked },
    shows: ['Team'],
    hides: ['👍'],
  },
  'a new reaction': { chat: TEAM, change: { reacted }, shows: ['Nina: Reacted 👍'], hides: [] },
  'the author of the last message of a group': {
    chat: TEAM,
    change: { last: { ...last, from: userId(2), fromName: 'Zoe' } },
    shows: ['Two: ', 'last words'],
    hides: ['Nina', 'Zoe'],
  },
  'a user who types': {
    chat: TWO,
    state: { typing },
    shows: ['typing'],
    hides: ['last words'],
  },
  'a mention': { chat: TEAM, change: { mentions: 1 }, shows: ['[@you]'], hides: [] },
  'an answer in a thread': {
    chat: TEAM,
    change: { answered: { id: 'm1', n: 1, root: 1 } as unknown as Contact['answered'] },
    shows: ['[Thread reply]'],
    hides: [],
  },
  'that it is muted': { chat: TWO, change: { isNotice: false }, shows: ['Muted'], hides: [] },
  'that it is no longer muted': {
    chat: TWO,
    contact: { isNotice: false },
    change: { isNotice: true },
    shows: ['Two'],
    hides: ['Muted'],
  },
  'how much is unread': { chat: TWO, contact: { unread: 2 }, change: { unread: 7 }, shows: ['7'], hides: [] },
  'that it is marked as unread': { chat: TWO, change: { marked: 4 }, shows: ['unread'], hides: [] },
};

const contactsOf = ({ chat }: Case, parts: Partial<Contact> = {}): readonly Contact[] => [
  aContact(2, { displayName: 'Two', last, lastSentAtMs: 1_000, ...(chat === TWO && parts) }),
  aContact(TEAM, {
    displayName: 'Team',
    last,
    lastSentAtMs: 1_000,
    group: aGroup(),
    ...(chat === TEAM && parts),
  }),
];

/** The row's texts, labels included. */
function rowWords(chat: string): string {
  const row = document.querySelector(`[data-chat="${chat}"]`)?.closest('li');
  const labels = [...(row?.querySelectorAll('[aria-label]') ?? [])]
    .filter((one) => one.tagName !== 'BUTTON')
    .map((one) => one.getAttribute('aria-label'));
  return [row?.textContent, ...labels].join(' ').replaceAll(/[\u2066-\u2069]/g, '');
}

/** A wide window shows the list beside the chat. */
const wide = (query: string) => ({
  matches: /min-width/.test(query),
  media: query,
  addEventListener: () => undefined,
  removeEventListener: () => undefined,
});
beforeEach(
  () => void vi.spyOn(window, 'matchMedia').mockImplementation(wide as unknown as typeof window.matchMedia),
);
afterEach(() => {
  closeScreens();
  vi.restoreAllMocks();
});

const withDraft = (on: ScriptedClient, text: string): void => {
  on.actions.draft = (id) => (id === TWO ? { ...EMPTY_DRAFT, text } : EMPTY_DRAFT);
};

/** Whether the names of two chats are bold. */
const areBold = () =>
  ['Two', 'Three'].map((name) =>
    document.querySelector(`[data-chat] [title="${name}"]`)?.className.includes('unread'),
  );
const twoChats = (parts: Partial<Contact>) => [
  aContact(2, { displayName: 'Two', last, lastSentAtMs: 1_000, ...parts }),
  aContact(3, { displayName: 'Three', last, lastSentAtMs: 1_000 }),
];

describe('a row of the list of chats', () => {
  it.each(Object.entries(CASES))('LIST-6, UI-150: shows %s, after the change and at once', async (_, one) => {
    const { chat, contact, change, before, state, path = '/', draft, shows, hides } = one;
    const after = stateWith(contactsOf(one, { ...contact, ...change }), { ...before, ...state });
    const client = scriptedClient(stateWith(contactsOf(one, contact), before));
    await showApp(client, path);
    await until(() => expect(rowWords(chat)).not.toBe(''));
    if (draft !== undefined) withDraft(client, draft);
    const kept = { ...after.kept, drafts: after.kept.drafts + (draft === undefined ? 0 : 1) };
    await happens(() => client.set({ ...after, kept }));
    const isRight = () => {
      for (const words of shows) expect(rowWords(chat)).toContain(words);
      for (const words of hides) expect(rowWords(chat)).not.toContain(words);
    };
    await until(isRight);
    const changed = rowWords(chat);
    closeScreens();
    const fresh = scriptedClient({ ...after, kept });
    if (draft !== undefined) withDraft(fresh, draft);
    await showApp(fresh, path);
    await until(isRight);
    expect(rowWords(chat)).toBe(changed);
  });

  it('UI-185: the name of an unread chat is bolder, also of one that is marked', async () => {
    const client = scriptedClient(stateWith(twoChats({ unread: 2 })));
    await showApp(client, '/');
    await until(() => expect(areBold()).toEqual([true, false]));
    await happens(() => client.set(stateWith(twoChats({}))));
    await until(() => expect(areBold()).toEqual([false, false]));
    await happens(() => client.set(stateWith(twoChats({ marked: 5 }))));
    await until(() => expect(areBold()).toEqual([true, false]));
  });
});
