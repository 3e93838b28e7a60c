import { describe, expect, it } from 'vitest';
import type { Input } from '../../src/client/state/effects.ts';
import { windowLimits as limits } from '../../src/client/state/limits.ts';
import type { Conversation, State } from '../../src/client/state/state.ts';

import type { CallSignal, ServerEvent } from '../../src/domain/events.ts';
import { messageId, msgId, userId } from '../../src/domain/ids.ts';
import type { Message } from '../../src/domain/message.ts';
import { aMessage, local, place, run, server } from '../support/contacts.ts';
import { NINE, page, post, start } from '../support/one-chat.ts';

type Edited = Extract<ServerEvent, { type: 'messageEdited' }>;
const of = { conversation: NINE, id: messageId('m1') } as const;
const quote = { msgId: msgId(3), content: 'Nine：text m3', userId: userId(9), realname: 'Nine' };
/** A message of the user in a page that was read before any change, so that it can have been read. */
const line = (parts: Partial<Message> = {}): Message => aMessage('m1', 7, { n: 1, quote, ...parts });
const quoting = aMessage('m2', 9, {
  n: 2,
  quote: { msgId: msgId(1), content: 'Seven：text m1', userId: userId(7), realname: 'Seven' },
});
const card = { url: 'https://example.org/', title: 'card', text: '', site: 'example.org', picture: null };
const signal: CallSignal = {
  kind: 'hangup',
  video: false,
  status: 3,
  code: 906,
  talkSec: 65,
  sdp: '',
  candidate: '',
  isMobile: false,
  no: null,
  path: null,
};
const outcome = { code: 906, type: 0, callTime: 65 };

/** Every change of a message except recall and deletion, with the expected result. */
const CHANGES: readonly (readonly [string, ServerEvent, Partial<Message>])[] = [
  [
    'an edit',
    {
      type: 'messageEdited',
      ...of,
      msgId: msgId(1),
      n: 1,
      author: userId(7),
      was: [],
      mentioned: [],
      words: { content: 'new', rev: 1 },
      last: undefined,
    },
    { content: 'new', rev: 1 },
  ],
  [
    'a reaction',
    {
      type: 'messageReacted',
      ...of,
      n: 1,
      author: null,
      at: 5,
      counts: [['👍', 1]],
      chosen: [],
      added: null,
    },
    { reactions: { at: 5, counts: [['👍', 1]], mine: [], mineAt: 0 } },
  ],
  [
    'a vote',
    { type: 'pollChanged', ...of, at: 5, counts: [1], voters: 1, closed: false, mine: null },
    { poll: { at: 5, counts: [1], voters: 1, closed: false, mine: [], mineAt: 0 } },
  ],
  ['a card', { type: 'messagePreviewed', ...of, link: card }, { link: card }],
  [
    'what a server changes',
    { type: 'messageUpdated', ...of, content: 'other', extra: { user: 5 } },
    { content: 'other', extra: { user: 5 } },
  ],
  [
    'the end of a call',
    {
      type: 'callSignal',
      message: line({ type: 'webrtc', content: 'talked', extra: outcome }),
      to: NINE,
      toUser: null,
      contact: null,
      signal,
    },
    { content: 'talked', extra: outcome },
  ],
  [
    'an answer',
    {
      type: 'messagePosted',
      to: NINE,
      toUser: null,
      inGroup: false,
      contact: null,
      message: aMessage('m4', 9, { n: 4, root: 1 }),
      thread: { root: 1, count: 3, follows: false },
    },
    { replies: { at: 9, count: 3 } },
  ],
  [
    'that what it quotes was taken back',
    {
      type: 'messageRecalled',
      conversation: NINE,
      id: messageId('m3'),
      msgId: msgId(3),
      n: 3,
      by: userId(9),
      byName: 'Nine',
      byManager: false,
      content: 'taken back',
      isLast: false,
      last: null,
      mentioned: [],
      author: userId(9),
    },
    { quote: { ...quote, content: '' } },
  ],
  [
    'the role of its author',
    { type: 'groupManagerSet', conversation: NINE, user: userId(7), role: 2, avatar: '' },
    { role: 2 },
  ],
  ['that it was read', { type: 'messagesRead', ids: [messageId('m1')] }, { isRead: true }],
];

const makeRequest = (which: 'first' | 'older' | 'around'): Input =>
  which === 'around'
    ? local({ type: 'jumpRequested', conversation: NINE })
    : local({ type: 'pageRequested', conversation: NINE, which });
const thread = { conversation: NINE, root: 1, which: 'first' } as const;
const readView = (window: Conversation | undefined) =>
  window?.chunks.flat().find(({ id }) => id === messageId('m1'));
const windowOf = (state: State) => state.conversations.get(NINE);

describe.each(CHANGES)('%s', (_what, event, after) => {
  const report = server(event, place('7-9', 9));

  it.each(['first', 'older', 'around'] as const)(
    'STORE-18, GROUP-33: a change remains though a page (%s) that was read before it arrives after it',
    (which) => {
      const state = run(start(), makeRequest(which), report, page([line(), quoting], which)).state;
      expect(readView(windowOf(state))).toEqual({ ...line(), ...after });
      // Later requests get the change from the server.
      expect(windowOf(state)?.meanwhile).toBeUndefined();
    },
  );

  it('STORE-18: a change remains in a thread that was read before it', () => {
    const state = run(
      start(),
      local({ type: 'threadOpened', conversation: NINE, root: 1 }),
      local({ type: 'threadRequested', ...thread }),
      report,
      local({
        type: 'threadLoaded',
        ...thread,
        first: line(),
        messages: [quoting],
        complete: true,
        follows: false,
      }),
    ).state;
    expect(readView(windowOf(state)?.thread?.first)).toEqual({ ...line(), ...after });
    expect(windowOf(state)?.thread?.answers.meanwhile).toBeUndefined();
  });

  it('STORE-18: a change remains in a message that arrived while a page was loading', () => {
    const early = post(1, 7, { quote });
    const state = run(start(), makeRequest('first'), early, report, page([])).state;
    expect(readView(windowOf(state))).toMatchObject(after);
  });

  it('STORE-18: is nothing that is kept while no page is on its way', () => {
    expect(windowOf(run(start(), page([line()]), report).state)?.meanwhile).toBeUndefined();
  });
});

const unnumbered = (n: number) => ({ n: null, msgId: msgId(n) });
const mine = (n: number) => aMessage(`m${n}`, 7, unnumbered(n));
const readOf = (state: State) =>
  windowOf(state)
    ?.chunks.flat()
    .map(({ id, isRead }) => [id, isRead]);

describe('a read mark without a number, from a base-protocol server', () => {
  const report = server({ type: 'partnerRead', conversation: NINE, n: null });

  it.each(['first', 'older', 'around'] as const)(
    'STORE-18: a mark without a number reads up to the newest message known then, in a page (%s) read before',
    (which) => {
      const lines = [1, 2, 3].map(mine);
      const state = run(
        start(),
        page([mine(2)]),
        makeRequest(which),
        report,
        post(3, 7, unnumbered(3)),
        page(lines, which),
      );
      expect(readOf(state.state)).toEqual([
        ['m1', true],
        ['m2', true],
        ['m3', false],
      ]);
    },
  );

  it('STORE-18: a mark applies to messages that arrived during the load, not to an unknown chat', () => {
    const lines = [1, 2].map(mine);
    expect(readOf(run(start(), makeRequest('first'), report, page(lines)).state)).toEqual([
      ['m1', false],
      ['m2', false],
    ]);
    const early = post(1, 7, unnumbered(1));
    expect(readOf(run(start(), makeRequest('first'), early, report, page(lines)).state)).toEqual([
      ['m1', true],
      ['m2', false],
    ]);
  });
});

const edited = (n: number, content: string, rev: number): Input =>
  server({ ...(CHANGES[0]![1] as Edited), id: messageId(`m${n}`), words: { content, rev } });
const readStored = (...inputs: readonly Input[]) =>
  windowOf(run(start(), makeRequest('first'), ...inputs).state);

describe('changes that are kept during the load of a page', () => {
  const linked = (link: Message['link'] | null) =>
    server({ type: 'messagePreviewed', ...of, link: link ?? null });
  const deleted = server({
    type: 'messageDeleted',
    ...of,
    msgId: null,
    n: 1,
    last: undefined,
    mentioned: [],
    author: null,
  });

  it('EDIT-2, PREVIEW-8: only the newest text and preview are kept', () => {
    const window = readStored(edited(1, 'former', 1), linked(card), edited(1, 'new', 2), linked(null));
    expect(window?.meanwhile).toMatchObject([
      { kind: 'edited', words: { content: 'new' } },
      { kind: 'linked', link: null },
    ]);
  });

  it('STREAM-4: a deleted message keeps no change; changes of others stay', () => {
    const reports = CHANGES.map(([, event]) => server(event));
    const window = readStored(...reports, edited(2, 'stays', 1), deleted);
    const left = window?.meanwhile?.filter((change) => 'id' in change);
    expect(left).toMatchObject([{ kind: 'edited', id: 'm2' }]);
  });

  it('STORE-18: the newest 1,000', () => {
    const many = Array.from({ length: limits.meanwhileMax + 1 }, (_, i) => edited(i, 'new', 1));
    const left = readStored(...many)?.meanwhile ?? [];
    expect([left.length, left[0]]).toMatchObject([limits.meanwhileMax, { id: 'm1' }]);
  });

  it('STORE-18: for a jump beside a page until both have come', () => {
    const state = run(
      start(),
      makeRequest('around'),
      server(CHANGES[0]![1]),
      makeRequest('older'),
      page([], 'older'),
    ).state;
    expect(windowOf(state)?.meanwhile).toHaveLength(1);
    const ended = run(state, local({ type: 'jumpEnded', conversation: NINE })).state;
    expect(windowOf(ended)?.meanwhile).toBeUndefined();
  });
});
