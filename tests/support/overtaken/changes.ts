import { blockedBy } from '../../../src/client/state/blocked.ts';
import type { State } from '../../../src/client/state/state.ts';
import { contactId, messageId } from '../../../src/domain/ids.ts';
import { type Scripted } from '../scripted-server.ts';
import { config, named } from './answers.ts';
import type { Change } from './row.ts';

export const BERT = contactId(9);
export const TEAM = contactId('group-4');
export const own = (seq: number) => ({ stream: 'u7', seq });
export const private9 = (seq: number) => ({ stream: '7-9', seq });
export const team = (seq: number) => ({ stream: 'group-4', seq });
export const contactIn = (state: State, id = BERT) => state.contacts.get(id);

/** A change of the user's stream about a chat, with its row before and after. */
export interface OwnChange extends Change {
  readonly row: object;
}

/** Private changes of a user about a chat. Each is the first event of the user's stream. */
export const ownChanges = (id: string | number): readonly OwnChange[] => {
  const chat = contactId(id);
  const of = (field: (contact: NonNullable<ReturnType<typeof contactIn>>) => unknown) => (state: State) => {
    const contact = contactIn(state, chat);
    return contact === undefined ? null : (field(contact) ?? null);
  };
  const frame = (type: string, data: object) => (on: Scripted) => on.push(type, { id, ...data }, own(1));
  return [
    {
      name: 'a pin in the list',
      happens: frame('setChatTop', { is_top: 1 }),
      shown: of((contact) => contact.isTop),
      before: false,
      after: true,
      row: { is_top: 1 },
    },
    {
      name: 'a mute',
      happens: frame('setIsNotice', { is_notice: 0 }),
      shown: of((contact) => contact.isNotice),
      before: true,
      after: false,
      row: { is_notice: 0 },
    },
    {
      name: 'an archived chat',
      happens: frame('archiveChat', { n: 1 }),
      shown: of((contact) => contact.archivedTo),
      before: null,
      after: 1,
      row: { archived_n: 1 },
    },
    {
      name: 'a mark as unread',
      happens: frame('markUnread', { on: 1 }),
      shown: of((contact) => contact.marked),
      before: null,
      after: true,
      row: { marked: 1 },
    },
    {
      name: 'a hidden chat',
      happens: frame('hideChat', { n: 1 }),
      shown: of((contact) => contact.counting.hiddenTo),
      before: 0,
      after: 1,
      row: { hidden_n: 1 },
    },
    {
      name: 'a read mark',
      happens: frame('readMark', { mark: 2, own: 0, seq: 3, count: 2 }),
      shown: of((contact) => contact.counting.mark),
      before: 1,
      after: 2,
      row: { mark: 2 },
    },
    {
      name: 'read mentions',
      happens: frame('mentionMark', { mark: 2, mentions: 0, seq: 3, count: 2 }),
      shown: of((contact) => contact.counting.mentionMark),
      before: 1,
      after: 2,
      row: { at_mark: 2 },
    },
  ];
};

export const remark: OwnChange = {
  name: 'a remark',
  happens: (on) => on.push('remark', { id: 9, displayName: 'Bertie' }, own(1)),
  shown: (state) => contactIn(state)?.displayName,
  before: 'Bert',
  after: 'Bertie',
  row: { displayName: 'Bertie' },
};

export const removed: Change = {
  name: 'a removal from a group',
  happens: (on) =>
    on.push('removeUser', { group_id: 'group-4', of: 'group-4', until: 4, why: 'removed', by: 9 }, own(1)),
  shown: (state) => state.contacts.has(TEAM),
  before: true,
  after: false,
};

export const presence: Change = {
  name: 'presence',
  happens: (on) => on.push('presence', { on: [9], off: [] }),
  shown: (state) => contactIn(state)?.isOnline,
  before: false,
  after: true,
};

export const newName: Change = {
  name: 'a new name',
  happens: (on) => on.push('profiles', named('Berta', 4)),
  shown: (state) => contactIn(state)?.realname,
  before: 'Bert',
  after: 'Berta',
};
/** Comes with the newest message of a group. */
export const newSpeaker: Change = {
  ...newName,
  name: 'a new name beside the last words of a group',
  shown: (state) => contactIn(state, TEAM)?.last?.fromName,
};

export const blocked: Change = {
  name: 'a blocked user',
  happens: (on) => on.push('blockPerson', { id: 12, on: 1 }, own(1)),
  shown: (state) => [...blockedBy(state)],
  before: [],
  after: [12],
};
export const application: Change = {
  name: 'friend requests that wait',
  happens: (on) => on.push('applications', { pending: 2 }, own(1)),
  shown: (state) => state.totals.system,
  before: 0,
  after: 2,
};
export const ownProfile = (avatar = 'newer.png', realname = 'Anne'): Change => ({
  name: 'the own profile',
  happens: (on) =>
    on.push('profile', { id: 7, user_id: 7, account: 'anna', realname, avatar, role: 0 }, own(1)),
  shown: ({ self }, on) => [self?.realname, self?.avatar, on.client.core.get().self?.account],
  before: ['Anna', '', 'anna'],
  after: [realname, avatar, 'anna'],
});
export const settings: Change = {
  name: 'settings of the server',
  happens: (on) => on.push('updateConfig', config('Newer', 3)),
  shown: (state) => state.config.sysInfo.name,
  before: 'Older',
  after: 'Newer',
};

/** A message as it is in the window of a chat. */
export const inWindow = (id: string) => (state: State) =>
  state.conversations
    .get(BERT)
    ?.chunks.flat()
    .find((one) => one.id === messageId(id));
