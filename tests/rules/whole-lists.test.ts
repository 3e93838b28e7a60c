import { describe, expect, it } from 'vitest';
import { EMPTY } from '../../src/client/state/empty.ts';
import type { Input } from '../../src/client/state/effects.ts';
import type { LocalEvent } from '../../src/client/state/local-event.ts';
import { REDUCER_VERSION } from '../../src/client/state/snapshot.ts';
import { stateToJson } from '../../src/client/state/state-json.ts';
import type { State } from '../../src/client/state/state.ts';
import { DEFAULT_CONFIG } from '../../src/domain/config.ts';
import type { ContactFacts } from '../../src/domain/contact.ts';
import type { ServerEvent } from '../../src/domain/events.ts';
import { messageId, msgId, streamId, userId } from '../../src/domain/ids.ts';
import type { Preference, Preferences } from '../../src/domain/kept.ts';
import type { MessagePin } from '../../src/domain/message.ts';
import { aLast, aMessage, aPosition, facts, local, place, run, self, server } from '../support/contacts.ts';
import { item, NINE, page, post } from '../support/one-chat.ts';

/** The state after an answer without an entry equals that of a device that never had the entry. */
interface Row {
  readonly entry: string;
  /** On both devices before. */
  readonly before?: readonly Input[];
  /** Brings the entry to one of them, after `before` or, with `isWhole`, in its place. */
  readonly has: readonly Input[];
  readonly isWhole?: true;
  /** Effects of the answer on the device that has the entry. */
  readonly effects?: readonly string[];
}
interface Answer {
  readonly lacks: Input;
  readonly rows: readonly Row[];
}

const nine = facts(9, { position: aPosition('7-9', { seq: 2, count: 2 }), unread: 2, isOnline: true });
const team = facts('group-4', { position: aPosition('group-4', { seq: 1, count: 1 }) });
const list = (contacts: readonly ContactFacts[], more: object = {}): Input =>
  local({ type: 'contactsLoaded', contacts, epoch: 'e', cursor: 'c', selfSeq: 0, applications: 0, ...more });
const both = list([nine, team]);
const open = [local({ type: 'chatOpened', conversation: NINE }), local({ type: 'chatClosed' })];
const loaded = [...open, page([aMessage('m1', 9, { n: 1 }), aMessage('m2', 9, { n: 2 })], 'first', true)];
const wish = { register: 'top', conversation: NINE, value: true } as const;
const reminder = { id: messageId('m1'), to: NINE, n: 1, dueMs: 9, told: false, rev: 0 };
const later = (scheduled: readonly object[], reminders: readonly object[], seq: number): Input =>
  local({ type: 'laterLoaded', seq, scheduled, reminders } as Extract<LocalEvent, { type: 'laterLoaded' }>);
const pin: MessagePin = {
  ...{ id: messageId('m1'), msgId: msgId(1), n: 1, seq: 2, by: userId(9), byName: 'Nine' },
  ...{ atMs: 1, afterN: 2, rev: 0 },
};
const pins = (pinned: readonly MessagePin[], seq: number): Input =>
  local({ type: 'messagePinsLoaded', conversation: NINE, seq, list: pinned });
const typing: Input = server({
  type: 'typingHeard',
  conversation: NINE,
  user: userId(9),
  name: 'Nine',
  what: 'text',
});
const status = { emoji: '🏖', text: 'away', untilMs: null };
const name = { realname: 'New', avatar: '', namePy: 'new', index: 'N' };
const profile = { user: userId(9), rev: 1, ...name, extras: { status } };
const message = (id: string, more: object = {}) => aMessage(id, 9, { n: 1, ...more });

/** What hangs on a chat, with the inputs that bring it. */
const ON_CHAT: readonly Row[] = [
  { entry: 'the chat, its unread number and its dot', has: [] },
  { entry: 'its messages', has: loaded },
  { entry: 'its pins', has: [...loaded, pins([pin], 2)] },
  { entry: 'its thread', has: [...loaded, local({ type: 'threadOpened', conversation: NINE, root: 1 })] },
  { entry: 'its reminder', has: [later([], [reminder], 0)] },
];
const GONE_WITH_REASON: readonly Row[] = [
  ...ON_CHAT,
  { entry: 'the change that waits for it', has: [local({ type: 'pendingSet', ...wish })] },
  { entry: 'that it is open', has: [local({ type: 'chatOpened', conversation: NINE })] },
  { entry: 'who types there', has: [typing] },
].map((row) => ({ ...row, effects: ['chatGone'] }));

/** A new preference does not compile without a value here. */
const PREFERENCES: { readonly [N in keyof Preferences]: Preferences[N] } = {
  folders: {
    list: [{ id: 'f', name: 'F', people: true, groups: false, unread: false, muted: null, chats: [NINE] }],
  },
  pins: { list: [NINE] },
  alerts: { words: ['word'] },
  quiet: { from: 0, till: 60, east: 0, toMe: false, offUntilMs: 0 },
  sounds: { all: 'bell', chats: [{ id: NINE, sound: 'drop' }] },
  moments: { at: 5 },
  previews: { on: true },
  security: { list: [{ what: 'password', atMs: 1, device: '' }] },
  status,
};
const kept = (values: readonly Preference[]): Input => local({ type: 'keptLoaded', list: values });

/** Every event of this side: an answer that replaces something, or the reason why it replaces nothing. */
const LOCAL: { readonly [T in LocalEvent['type']]: readonly Answer[] | string } = {
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
  presenceLoaded: [
    {
      lacks: local({ type: 'presenceLoaded', online: [] }),
      rows: [{ entry: 'the dot', before: [list([{ ...nine, isOnline: false }])], has: [list([nine])] }],
    },
  ],
  blockedLoaded: [
    {
      lacks: local({ type: 'blockedLoaded', users: [] }),
      rows: [
        { entry: 'a user that is blocked', has: [local({ type: 'blockedLoaded', users: [userId(9)] })] },
      ],
    },
  ],
  applicationsLoaded: [
    {
      lacks: local({ type: 'applicationsLoaded', pending: 0 }),
      rows: [{ entry: 'an application', has: [local({ type: 'applicationsLoaded', pending: 2 })] }],
    },
  ],
  pageLoaded: [
    {
      lacks: page([message('m9', { n: 9, msgId: msgId(9) })], 'first'),
      rows: [
        {
          entry: 'messages of a window that the newest page does not touch',
          before: open,
          has: [page([message('m1')], 'around', true)],
        },
      ],
    },
    {
      lacks: page([message('m9', { n: 9, msgId: msgId(9) })], 'around', false),
      rows: [
        { entry: 'messages around another place', before: open, has: [page([message('m1')], 'first', true)] },
      ],
    },
  ],
  messagePinsLoaded: [
    { lacks: pins([], 3), rows: [{ entry: 'a pin', before: loaded, has: [pins([pin], 2)] }] },
  ],
  laterLoaded: [
    {
      lacks: later([], [], 2),
      rows: [
        { entry: 'a reminder', has: [later([], [reminder], 1)] },
        {
          entry: 'a scheduled message',
          has: [later([{ id: 's', to: NINE, dueMs: 9, failed: true }], [], 1)],
        },
      ],
    },
  ],
  keptLoaded: Object.entries(PREFERENCES).map(([name, value]) => ({
    lacks: kept([]),
    rows: [{ entry: name, before: [kept([])], has: [kept([{ name, value } as Preference])] }],
  })),
  configLoaded: [
    {
      lacks: local({ type: 'configLoaded', config: DEFAULT_CONFIG }),
      rows: [
        {
          entry: 'a setting',
          has: [local({ type: 'configLoaded', config: { ...DEFAULT_CONFIG, extra: 1 } as State['config'] })],
        },
      ],
    },
  ],
  outboxSet: [
    {
      lacks: local({ type: 'outboxSet', items: [] }),
      rows: [{ entry: 'a message that waits', has: [local({ type: 'outboxPut', item: item('o1') })] }],
    },
  ],
  pendingRestored: [
    {
      lacks: local({ type: 'pendingRestored', wishes: [] }),
      rows: [{ entry: 'a change that waits', has: [local({ type: 'pendingSet', ...wish })] }],
    },
  ],
  signedIn: [
    {
      lacks: local({ type: 'signedIn', self: { ...self, id: userId(8) } }),
      rows: [
        { entry: 'all of another user', has: [both, ...loaded, typing, later([], [reminder], 0)] },
        { entry: 'their preferences', has: [kept([{ name: 'alerts', value: PREFERENCES.alerts }])] },
        { entry: 'their messages that wait', has: [local({ type: 'outboxPut', item: item('o1') })] },
      ],
    },
  ],
  signedOut: [
    {
      lacks: local({ type: 'signedOut' }),
      rows: [{ entry: 'all of the user', has: [both, ...loaded, typing, later([], [reminder], 0)] }],
    },
  ],
  restored: [
    {
      lacks: local({
        type: 'restored',
        snapshot: {
          meta: { version: REDUCER_VERSION, self, sync: EMPTY.sync, system: 0, left: [], kept: EMPTY.kept },
          contacts: [],
          windows: [],
        },
      }),
      rows: [
        { entry: 'a chat', has: [both, ...loaded, later([], [reminder], 0)] },
        { entry: 'a user that is blocked', has: [local({ type: 'blockedLoaded', users: [userId(9)] })] },
        { entry: 'a preference', has: [kept([{ name: 'alerts', value: PREFERENCES.alerts }])] },
      ],
    },
  ],
  threadLoaded: 'adds a page; answers leave by events',
  selfLoaded: 'fields of one user, each always present',
  contactLoaded: 'one chat that was absent',
  profilesLoaded: [
    {
      lacks: local({ type: 'profilesLoaded', profiles: [{ ...profile, rev: 2, extras: undefined }] }),
      rows: [
        { entry: 'a status', before: [both], has: [local({ type: 'profilesLoaded', profiles: [profile] })] },
      ],
    },
  ],
  momentsAsked: 'one time, the newest',
  cursorAdopted: 'one position',
  pageRequested: 'a question',
  jumpRequested: 'a question',
  jumpEnded: 'without an answer',
  pageFailed: 'without an answer',
  messagePinsAsked: 'a question',
  threadOpened: 'done here',
  threadRequested: 'a question',
  threadFailed: 'without an answer',
  threadClosed: 'done here',
  laterAsked: 'a question',
  chatDoubted: 'done here',
  draftsHeard: 'done here',
  conversationDropped: 'done here',
  chatOpened: 'done here',
  chatClosed: 'done here',
  pendingSet: 'one change',
  pendingCleared: 'one change',
  outboxPut: 'one message',
  outboxRemoved: 'one message',
  connectionChanged: 'of the socket',
  typingOver: 'one user',
  clientIdSet: 'of the socket',
  minuteTicked: 'a timer',
};

/** Events of the server with a list in them. */
type WithList<E> = E extends { readonly type: infer T }
  ? true extends { [K in keyof E]: E[K] extends readonly unknown[] ? true : never }[keyof E]
    ? T
    : never
  : never;
const ofOne = { conversation: NINE, id: messageId('m1'), n: 1, author: userId(9) } as const;
const here = (type: string, more: object): Input =>
  server({ type, ...ofOne, ...more } as ServerEvent, place('7-9', 3));
const loadedWith = (more: object): readonly Input[] => [
  both,
  ...open,
  page([message('m1', more)], 'first', true),
];

const FRAMES: { readonly [T in WithList<ServerEvent>]: readonly Answer[] | string } = {
  onlineSet: [
    {
      lacks: server({ type: 'onlineSet', on: [], off: [], all: true }),
      rows: [{ entry: 'the dot', before: [list([{ ...nine, isOnline: false }])], has: [list([nine])] }],
    },
  ],
  messageReacted: [
    {
      lacks: here('messageReacted', { at: 3, counts: [], chosen: [[7, []]], added: null }),
      rows: [
        {
          entry: 'a reaction',
          isWhole: true,
          before: loadedWith({}),
          has: loadedWith({
            reactions: { at: 1, counts: [{ emoji: '👍', count: 1 }], mine: ['👍'], mineAt: 1 },
          }),
        },
      ],
    },
  ],
  pollChanged: [
    {
      lacks: here('pollChanged', { at: 3, counts: [0, 0], voters: 0, closed: false, mine: [] }),
      rows: [
        {
          entry: 'a vote',
          isWhole: true,
          before: loadedWith({}),
          has: loadedWith({
            poll: { at: 1, counts: [1, 0], voters: 1, closed: false, mine: [0], mineAt: 1 },
          }),
        },
      ],
    },
  ],
  messageEdited: [
    {
      lacks: here('messageEdited', {
        msgId: msgId(1),
        was: [7],
        mentioned: [],
        words: { content: 'new', rev: 1 },
        last: undefined,
      }),
      rows: [
        {
          entry: 'a mention',
          isWhole: true,
          before: loadedWith({}),
          has: loadedWith({ at: [7] }),
          effects: ['reworded'],
        },
      ],
    },
  ],
  messageRecalled: 'of one message',
  messageDeleted: 'of one message',
  messagesRead: 'adds marks',
  groupMembersAdded: 'adds members',
  profilesSet: 'some users; the newest of each stays',
  mentionsListed: 'adds messages',
};

/** As JSON, with the parts that scripts leave out, and without the count of drafts that came. */
function shown(inputs: readonly Input[]): object {
  const { state } = run({ ...EMPTY, self }, ...inputs);
  return { ...stateToJson(state), kept: { ...state.kept, drafts: 0 }, later: state.later };
}
const rows = Object.entries({ ...LOCAL, ...FRAMES }).flatMap(([answer, answers]) =>
  typeof answers === 'string'
    ? []
    : answers.flatMap(({ lacks, rows: of }) => of.map((row) => [answer, row.entry, lacks, row] as const)),
);

describe('an answer without an entry', () => {
  it.each(rows)('STORE-20: %s removes %s', (_answer, _entry, lacks, row) => {
    const { before = [], isWhole, has, effects = [] } = row;
    const had = isWhole ? has : [...before, ...has];
    expect(shown(had), 'the entry was there').not.toEqual(shown(before));
    expect(shown([...had, lacks])).toEqual(shown([...before, lacks]));
    const { state } = run({ ...EMPTY, self }, ...had);
    expect(run(state, lacks).effects.map(({ type }) => type)).toEqual(effects);
  });
});
