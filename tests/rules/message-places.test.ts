import { describe, expect, it } from 'vitest';
import { duesIn, erasing } from '../../src/client/state/due.ts';
import type { Effect, Input } from '../../src/client/state/effects.ts';
import { announcedText, isNotificationOver } from '../../src/client/state/unsent.ts';
import type { Contact, Conversation, OpenThread, State } from '../../src/client/state/state.ts';
import type { ServerEvent } from '../../src/domain/events.ts';
import { messageId, msgId, streamId, userId } from '../../src/domain/ids.ts';
import type { Message } from '../../src/domain/message.ts';
import { aMessage, local, run, server } from '../support/contacts.ts';
import { at, GROUP, pageAsked, pageOf, said, start } from '../support/one-group.ts';

const SECRET = 'zebrasecret';
const secret = aMessage('m1', 9, { n: 1, content: SECRET, sentAtMs: 1_000 });
const quoting = (n: number, more: Partial<Message> = {}): Message =>
  aMessage(`m${n}`, 8, {
    n,
    msgId: msgId(n),
    quote: { msgId: msgId(1), content: `Nine：${SECRET}`, userId: userId(9), realname: 'Nine' },
    ...more,
  });
const of = { conversation: GROUP, id: messageId('m1'), msgId: msgId(1), n: 1, mentioned: [] } as const;
const removal = { ...of, last: null, author: userId(9) } as const;
const by = { by: userId(9), byName: 'Nine', byManager: false, content: 'taken back', isLast: true } as const;
const words = { content: 'other words', rev: 1 } as const;
const sent = (event: ServerEvent) => () => [server(event, at(9))];

/** Inputs that end the words of a message, in that state. */
const FATES: Readonly<Record<string, (state: State) => readonly Input[]>> = {
  recall: sent({ type: 'messageRecalled', ...removal, ...by }),
  deletion: sent({ type: 'messageDeleted', ...removal }),
  clearing: sent({ type: 'historyCleared', conversation: GROUP, n: 1, mentions: 0 }),
  edit: sent({ type: 'messageEdited', ...of, author: userId(9), was: [], words, last: undefined }),
  'the loss of the chat': () => [
    local({ type: 'contactResynced', stream: streamId('group-3'), contact: null }),
  ],
  expiry: (state) =>
    duesIn(state)
      .filter(({ id }) => id === 'm1')
      .map((due): Input => ({ kind: 'server', framed: erasing(state, due), origin: 'live' })),
};

interface Place {
  /** Brings the message there. */
  readonly put: readonly Input[];
  readonly read: (state: State, effects: readonly Effect[]) => unknown;
  /** The trace of the message there; its words by default. */
  readonly trace?: string;
  /** Fates that leave it there, with the reason. */
  readonly stays?: Readonly<Record<string, string>>;
}
const NAME = { edit: 'names the message, not its words' };
const window = (state: State): Conversation | undefined => state.conversations.get(GROUP);
const row = (state: State): Contact | undefined => state.contacts.get(GROUP);
const visibleRows = [pageAsked, pageOf([secret])];
const part = { conversation: GROUP, root: 1, which: 'first' } as const;
const thread = (messages: readonly Message[]): readonly Input[] => [
  local({ type: 'threadOpened', conversation: GROUP, root: 1 }),
  local({ type: 'threadRequested', ...part }),
  local({ type: 'threadLoaded', ...part, first: secret, messages, complete: true, follows: false }),
];
const pin = {
  id: of.id,
  msgId: of.msgId,
  n: 1,
  seq: 2,
  by: userId(9),
  byName: '',
  atMs: 1,
  afterN: 1,
  rev: 0,
};
const reminder = { id: of.id, to: GROUP, n: 1, dueMs: 1, told: true, rev: 0 };
const reacted = { added: { user: userId(9), name: 'Nine', emoji: '👍' }, counts: [], chosen: [], at: 2 };
const notification = { kind: 'message', tag: GROUP, time: 1_000, chat: GROUP, id: 'm1' } as const;

const none = <K extends string>(...fields: readonly K[]) =>
  Object.fromEntries(fields.map((field) => [field, []])) as unknown as { readonly [F in K]: readonly [] };

/** Every field of a window: the places in it. A new one does not compile without an entry. */
const IN_WINDOW: { readonly [F in keyof Conversation]-?: readonly Place[] } = {
  chunks: [
    { put: visibleRows, read: (state) => window(state)?.chunks },
    { put: [pageAsked, pageOf([secret, quoting(2)])], read: (state) => window(state)?.chunks },
  ],
  early: [
    { put: [pageAsked, said(1, secret)], read: (state) => window(state)?.early },
    { put: [pageAsked, said(1, secret), said(2, quoting(2))], read: (state) => window(state)?.early },
  ],
  meanwhile: [
    {
      put: [
        ...visibleRows,
        local({ type: 'jumpRequested', conversation: GROUP }),
        server(
          { type: 'messageEdited', ...removal, was: [], words: { content: SECRET, rev: 0 }, last: undefined },
          at(2),
        ),
      ],
      read: (state) => window(state)?.meanwhile,
    },
  ],
  pins: [
    {
      put: [...visibleRows, local({ type: 'messagePinsLoaded', conversation: GROUP, seq: 2, list: [pin] })],
      read: (state) => window(state)?.pins?.list?.map(({ id, rev }) => `${id} ${rev}`),
      trace: 'm1 0',
    },
  ],
  thread: [],
  ...none('id', 'size', 'complete', 'loading', 'live', 'aside', 'pinsAsked', 'erased'),
};
const IN_THREAD: { readonly [F in keyof OpenThread]-?: readonly Place[] } = {
  first: [{ put: [...visibleRows, ...thread([])], read: (state) => window(state)?.thread?.first }],
  answers: [
    {
      put: [...visibleRows, ...thread([quoting(2, { root: 1 })])],
      read: (state) => window(state)?.thread?.answers,
    },
  ],
  ...none('root', 'follows', 'said', 'reportedFollows'),
};
const IN_ROW: { readonly [F in keyof Contact]-?: readonly Place[] } = {
  last: [{ put: [said(1, secret)], read: (state) => row(state)?.last }],
  reacted: [
    {
      put: [...visibleRows, server({ type: 'messageReacted', ...of, author: userId(7), ...reacted }, at(2))],
      read: (state) => row(state)?.reacted?.id,
      trace: 'm1',
      stays: { ...NAME, expiry: 'the deletion of the server follows' },
    },
  ],
  answered: [],
  ...none('id', 'kind', 'stream', 'displayName', 'realname', 'account', 'avatar', 'namePy', 'index', 'group'),
  ...none(
    'isTop',
    'isNotice',
    'quiet',
    'isOnline',
    'lastSentAtMs',
    'unread',
    'mentions',
    'hidden',
    'counting',
  ),
  ...none('archivedTo', 'marked', 'extras', 'stale', 'timers', 'groupCall'),
};
const IN_STATE: { readonly [F in keyof State]-?: readonly Place[] } = {
  conversations: [...Object.values(IN_WINDOW).flat(), ...Object.values(IN_THREAD).flat()],
  contacts: Object.values(IN_ROW).flat(),
  later: [
    {
      put: [said(1, secret), local({ type: 'laterLoaded', seq: 1, scheduled: [], reminders: [reminder] })],
      read: (state) => state.later?.list?.reminders.map(({ id, rev }) => `${id} ${rev}`),
      trace: 'm1 0',
    },
  ],
  ...none(
    'self',
    'config',
    'totals',
    'left',
    'recentIds',
    'profiles',
    'pending',
    'outbox',
    'kept',
    'blocked',
  ),
  ...none('typing', 'moments', 'sync', 'connection', 'open', 'clientId', 'multiport', 'minute'),
};
const OUTSIDE: Readonly<Record<string, readonly Place[]>> = {
  notification: [
    {
      put: [said(1, secret)],
      read: (state, effects) =>
        !effects.some((effect) => effect.type === 'withdrawn' || effect.type === 'reworded') &&
        !isNotificationOver(state, notification),
      trace: 'true',
    },
  ],
  announcement: [
    { put: [said(1, secret)], read: (state) => announcedText(state, GROUP, secret.id) },
    {
      put: [pageAsked, pageOf([secret, aMessage('m2', 8, { n: 2 })])],
      read: (state) => announcedText(state, GROUP, secret.id),
    },
  ],
};

const places = Object.entries({ ...IN_WINDOW, ...IN_THREAD, ...IN_ROW, later: IN_STATE.later, ...OUTSIDE });
const cases = places.flatMap(([name, list]) =>
  list.flatMap((place, i) =>
    Object.entries(FATES)
      .filter(([fate]) => !(fate in (place.stays ?? {})))
      .map(([fate, inputs]) => [fate, `${name} ${i + 1}`, place, inputs] as const),
  ),
);

/** The chat has a timer, so that the message expires. */
const begin: State = run(
  start(),
  server({ type: 'timerSet', conversation: GROUP, timer: { n: 0, days: 1 } } as never),
).state;

describe('a message that goes', () => {
  it.each(cases)(
    'STORE-22: %s leaves no words in %s',
    (_fate, _name, { put, read, trace = SECRET }, inputs) => {
      const before = run({ ...begin, sync: { ...begin.sync, ready: true } }, ...put);
      expect(JSON.stringify(read(before.state, [])), 'before').toContain(trace);
      const after = run(before.state, ...inputs(before.state));
      expect(JSON.stringify(read(after.state, after.effects)) ?? '').not.toContain(trace);
    },
  );
});
