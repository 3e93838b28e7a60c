import { indexOf } from '../../src/client/state/contact-index.ts';
import type { Actions, GroupMember, PersonCard } from '../../src/client/interface/client.ts';
import type { State } from '../../src/client/state/state.ts';
import { type Role } from '../../src/domain/contact.ts';
import type { ServerEvent } from '../../src/domain/events.ts';
import type { Language } from '../../src/app/i18n/shown.ts';
import type { InboxEntry } from '../../src/domain/inbox.ts';
import { contactId, msgId, userId } from '../../src/domain/ids.ts';
import { ok } from '../../src/domain/result.ts';
import { card } from './answered-rows.ts';
import { aLast, aContact, aGroup, by, local, message, run, server } from './contacts.ts';
import { happens } from './screen.tsx';
import { lastText, scriptedClient, type ScriptedClient, stateWith, windowOf } from './scripted-client.ts';

/** I am 1; 2 is a friend of mine and in the group, 3 a friend outside, 4 and 6 are members. */
export const GROUP = contactId('group-5');
export const BELA = userId(2);
export const CLEO = userId(3);
export const DAN = userId(4);

/** Data of the server about users, for its answers. */
export interface Scene {
  readonly client: ScriptedClient;
  members: readonly GroupMember[];
  readonly cards: Map<number, PersonCard>;
  /** Messages that concern the user. */
  inbox: readonly InboxEntry[];
  /** The language of the interface. */
  language: Language;
  /** A change arrives as a server sends it. */
  readonly receive: (...events: readonly ServerEvent[]) => Promise<void>;
}

const member = (id: number, role: Role, displayName: string): GroupMember => ({
  user: userId(id),
  role,
  displayName,
  account: `account${id}`,
  namePy: '',
  avatar: '',
  mutedUntilSec: 0,
});

function firstState(mine: Role): State {
  const group = aContact(GROUP, {
    displayName: 'Hikers',
    ...lastText('see you', 3_000),
    last: aLast({ n: 3, content: 'see you', sentAtMs: 3_000, from: BELA, fromName: 'Bela' }),
    group: aGroup({ ownerId: userId(mine === 1 ? 1 : 6), role: mine, notice: 'bring water', members: 4 }),
  });
  const sentMessages = [
    message(1, { from: by(4, 'Dan'), content: 'words of Dan' }),
    message(2, { from: by(1, '林安'), content: 'my words' }),
    message(3, { from: by(2, 'Bela'), content: 'see you', role: 2 }),
  ];
  const bela = aContact(2, {
    displayName: 'Bela',
    realname: 'Bela',
    account: 'account2',
    index: 'B',
    ...lastText('hi', 2_000),
  });
  const cleo = aContact(3, { displayName: 'Cleo', realname: 'Cleo', index: 'C', ...lastText('yo', 1_000) });
  const inTwo = [
    message(11, { from: by(2, 'Bela'), content: 'hello' }),
    message(12, { from: by(1, '林安') }),
  ];
  return stateWith([group, bela, cleo], {
    conversations: new Map([
      ...windowOf(group, sentMessages).conversations,
      ...windowOf(bela, inTwo).conversations,
    ]),
  });
}

/** A mention of the user in the group. */
export const inboxEntry = (n: number, from: number, name: string): InboxEntry => ({
  conversation: GROUP,
  msgId: msgId(n),
  why: ['mention'],
  atMs: n * 1_000,
  isUnread: true,
  message: message(n, { msgId: msgId(n), from: by(from, name), content: `mention ${n}` }),
  reacted: null,
});

/** The open thread of a message of the group, with one answer. */
export const openThread = ({ client }: Pick<Scene, 'client'>): void => {
  const thread = { conversation: GROUP, root: 1, which: 'first' } as const;
  const answer = message(9, { from: by(2, 'Bela'), content: 'an answer' });
  const first = message(1, { from: by(4, 'Dan'), content: 'words of Dan' });
  const asked = [
    local({ type: 'threadOpened', conversation: GROUP, root: 1 }),
    local({ type: 'threadRequested', ...thread }),
    local({ type: 'threadLoaded', ...thread, first, messages: [answer], complete: true, follows: false }),
  ];
  client.set(run(client.store.get(), ...asked).state);
};

/** The group is in the archive. */
export const archived = ({ client }: Pick<Scene, 'client'>): void => {
  const state = client.store.get();
  const contacts = [...state.contacts].map((one) => (one.id === GROUP ? { ...one, archivedTo: 100 } : one));
  client.set({ ...state, contacts: indexOf(contacts) });
};

/** The same server answers a client that opens everything again. */
export function answers(scene: Pick<Scene, 'members' | 'cards' | 'inbox'>): Partial<Actions> {
  return {
    inbox: () => Promise.resolve(ok(scene.inbox)),
    members: () => Promise.resolve(ok(scene.members.map((one) => ({ ...one })))),
    person: (id) => Promise.resolve(ok(scene.cards.get(id) ?? card(id))),
    browse: () => Promise.resolve(ok({ messages: [], total: 0 })),
    joinRequests: () => Promise.resolve(ok([])),
  };
}

export function scene(mine: Role = 1): Scene {
  const entry = {
    language: 'en' as Language,
    members: [
      member(1, mine, '林安'),
      member(2, 2, 'Bela'),
      member(4, 3, 'Dan'),
      member(6, mine === 1 ? 3 : 1, 'Fay'),
    ],
    inbox: [inboxEntry(1, 4, 'Dan'), inboxEntry(3, 2, 'Bela')],
    cards: new Map([
      [2, card(2, { realname: 'Bela', displayName: 'Bela', friend: { friendId: 9, nickname: '' } })],
      [3, card(3, { realname: 'Cleo', displayName: 'Cleo', friend: { friendId: 8, nickname: '' } })],
      [4, card(4, { realname: 'Dan', displayName: 'Dan' })],
    ]),
  };
  const made: Scene = Object.assign(entry, {
    client: scriptedClient(firstState(mine), answers(entry)),
    receive: (...events: readonly ServerEvent[]) =>
      happens(() => made.client.set(run(made.client.store.get(), ...events.map((one) => server(one))).state)),
  });
  return made;
}
