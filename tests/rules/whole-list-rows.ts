import type { Input } from '../../src/client/state/effects.ts';
import type { LocalEvent } from '../../src/client/state/local-event.ts';
import type { State } from '../../src/client/state/state.ts';
import type { ContactFacts } from '../../src/domain/contact.ts';
import { messageId, msgId, streamId, userId } from '../../src/domain/ids.ts';
import type { Preference, Preferences } from '../../src/domain/kept.ts';
import type { MessagePin } from '../../src/domain/message.ts';
import { aLast, aMessage, aPosition, facts, local, server } from '../support/contacts.ts';
import { NINE, page, post } from '../support/one-chat.ts';

/** The state after an answer without an entry equals that of a device that never had the entry. */
interface Row {
  readonly entry: string;
  /** The inputs of both devices before. */
  readonly before?: readonly Input[];
  /** Bring the entry to one of them, after `before` or, with `isWhole`, in its place. */
  readonly has: readonly Input[];
  readonly isWhole?: true;
  /** Effects of the answer on the device that has the entry. */
  readonly effects?: readonly string[];
}
export interface Answer {
  readonly lacks: Input;
  readonly rows: readonly Row[];
}

export const nine = facts(9, { position: aPosition('7-9', { seq: 2, count: 2 }), unread: 2, isOnline: true });
const team = facts('group-4', { position: aPosition('group-4', { seq: 1, count: 1 }) });
export const list = (contacts: readonly ContactFacts[], more: object = {}): Input =>
  local({ type: 'contactsLoaded', contacts, epoch: 'e', cursor: 'c', selfSeq: 0, applications: 0, ...more });
export const both = list([nine, team]);
export const open = [local({ type: 'chatOpened', conversation: NINE }), local({ type: 'chatClosed' })];
export const loaded = [
  ...open,
  page([aMessage('m1', 9, { n: 1 }), aMessage('m2', 9, { n: 2 })], 'first', true),
];
export const pendingChange = { register: 'top', conversation: NINE, value: true } as const;
export const reminder = { id: messageId('m1'), to: NINE, n: 1, dueMs: 9, told: false, rev: 0 };
export const later = (scheduled: readonly object[], reminders: readonly object[], seq: number): Input =>
  local({ type: 'laterLoaded', seq, scheduled, reminders } as Extract<LocalEvent, { type: 'laterLoaded' }>);
export const pin: MessagePin = {
  id: messageId('m1'),
  msgId: msgId(1),
  n: 1,
  seq: 2,
  by: userId(9),
  byName: 'Nine',
  atMs: 1,
  afterN: 2,
  rev: 0,
};
export const pins = (pinned: readonly MessagePin[], seq: number): Input =>
  local({ type: 'messagePinsLoaded', conversation: NINE, seq, list: pinned });
export const typing: Input = server({
  type: 'typingHeard',
  conversation: NINE,
  user: userId(9),
  name: 'Nine',
  what: 'text',
});
const status = { emoji: '🏖', text: 'away', untilMs: null };
const name = { realname: 'New', avatar: '', namePy: 'new', index: 'N' };
export const profile = { user: userId(9), rev: 1, ...name, extras: { status } };
export const message = (id: string, more: object = {}) => aMessage(id, 9, { n: 1, ...more });

/** Parts of a chat, with the inputs that bring them. */
const ON_CHAT: readonly Row[] = [
  { entry: 'the chat, its unread number and its dot', has: [] },
  { entry: 'its messages', has: loaded },
  { entry: 'its pins', has: [...loaded, pins([pin], 2)] },
  { entry: 'its thread', has: [...loaded, local({ type: 'threadOpened', conversation: NINE, root: 1 })] },
  { entry: 'its reminder', has: [later([], [reminder], 0)] },
];
const GONE_WITH_REASON: readonly Row[] = [
  ...ON_CHAT,
  { entry: 'the change that waits for it', has: [local({ type: 'pendingSet', ...pendingChange })] },
  { entry: 'that it is open', has: [local({ type: 'chatOpened', conversation: NINE })] },
  { entry: 'who types there', has: [typing] },
].map((row) => ({ ...row, effects: ['chatGone'] }));

/** A new preference does not compile without a value here. */
export const PREFERENCES: { readonly [N in keyof Preferences]: Preferences[N] } = {
  folders: {
    list: [{ id: 'f', name: 'F', people: true, groups: false, unread: false, muted: null, chats: [NINE] }],
  },
  pins: { list: [NINE] },
  alerts: { words: ['word'] },
  quiet: { from: 0, till: 60, east: 0, toMe: false, offUntilMs: 0 },
  sounds: { all: 'bell', chats: [{ id: NINE, sound: 'drop' }] },
  moments: { at: 5 },
  previews: { on: true },
  quickReaction: { emoji: '🙏' },
  inbox: { beforeMs: 0, list: [[msgId(9), 1, 9]] },
  security: { list: [{ what: 'password', atMs: 1, device: '' }] },
  status,
};
export const kept = (values: readonly Preference[]): Input => local({ type: 'keptLoaded', list: values });

export const ninth = [message('m9', { n: 9, msgId: msgId(9) })];
export const config = (now: object): Input => local({ type: 'configLoaded', config: now as State['config'] });

/** Answers about chats. */
export const OF_CHATS: {
  readonly [T in 'contactsLoaded' | 'contactResynced' | 'epochChanged']: readonly Answer[];
} = {
  contactsLoaded: [
    {
      lacks: list([team]),
      rows: ON_CHAT.map((row) => ({ before: [list([team])], ...row, has: [both, ...row.has] })),
    },
    {
      lacks: list([nine, team]),
      rows: [
        { entry: 'a user that is blocked', has: [list([nine, team], { blocked: [9] })] },
        { entry: 'an application', has: [list([nine, team], { applications: 2 })] },
        { entry: 'a name and status', has: [local({ type: 'profilesLoaded', profiles: [profile] })] },
        { entry: 'the archive', has: [list([{ ...nine, archivedTo: 9 }, team])] },
        { entry: 'a mark as unread', has: [list([{ ...nine, marked: true }, team])] },
        { entry: 'the newest words', has: [list([{ ...nine, last: aLast() }, team])] },
        { entry: 'a timer', has: [list([{ ...nine, timers: [] }, team])] },
        { entry: 'the time of a mute', has: [list([{ ...nine, quiet: { level: 'none' } as never }, team])] },
      ].map((row) => ({ ...row, before: [both] })),
    },
    {
      lacks: list([team], { known: [{ id: NINE, name: 'Nine' }] }),
      rows: [
        {
          entry: 'that it is open, after positions were lost',
          before: [list([team])],
          has: [both, local({ type: 'chatOpened', conversation: NINE })],
          effects: ['chatGone'],
        },
      ],
    },
  ],
  contactResynced: [
    {
      lacks: local({ type: 'contactResynced', stream: streamId('7-9'), contact: null }),
      rows: GONE_WITH_REASON.map((row) => ({
        ...row,
        before: [list([team]), later([], [], 0)],
        has: [both, later([], [], 0), ...row.has],
      })),
    },
    {
      lacks: local({ type: 'contactResynced', stream: streamId('7-9'), contact: nine }),
      rows: [{ entry: 'its messages', before: [both], has: loaded }],
    },
  ],
  epochChanged: [
    {
      lacks: local({ type: 'epochChanged', epoch: 'f' }),
      rows: [
        ...ON_CHAT.map((row) => ({ ...row, has: [both, ...row.has] })),
        { entry: 'a message without a place', has: [both, post(3)] },
        { entry: 'a preference', has: [kept([{ name: 'pins', value: { list: [NINE] } }])] },
      ],
    },
  ],
};
