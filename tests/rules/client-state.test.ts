import { describe, expect, it, vi } from 'vitest';
import { addressBook } from '../../src/client/state/address-book.ts';
import { EMPTY_INDEX, indexOf } from '../../src/client/state/contact-index.ts';
import { duesIn } from '../../src/client/state/due.ts';
import { asEdited } from '../../src/client/state/edits.ts';
import { EMPTY, emptyConversation } from '../../src/client/state/empty.ts';
import { folderCounts, inFolder } from '../../src/client/state/folder-selectors.ts';
import { isLaterStale } from '../../src/client/state/later.ts';
import { totals, withPendingChanges } from '../../src/client/state/selectors.ts';
import { ownSaidAtMs } from '../../src/client/state/slow-selectors.ts';
import { changedRecords } from '../../src/client/state/snapshot-changes.ts';
import { SEQUENCE_START } from '../../src/client/state/sequence-start.ts';
import type { State } from '../../src/client/state/state.ts';
import { answeredIn } from '../../src/client/state/thread-selectors.ts';
import { turn } from '../../src/client/state/turn.ts';
import type { ServerEvent } from '../../src/domain/events.ts';
import { contactId, messageId, msgId, streamId, userId } from '../../src/domain/ids.ts';
import type { Folder } from '../../src/domain/kept.ts';
import type { Message } from '../../src/domain/message.ts';
import { RICH } from '../../src/domain/rich-text.ts';
import { typingLimits } from '../../src/domain/limits.ts';
import {
  aContact,
  aLast,
  aMessage,
  aPosition,
  facts,
  local,
  place,
  postedEvent,
  run,
  server,
  signedIn,
  syncAnswer,
} from '../support/contacts.ts';
import { item, NINE, numbered, page, post, start } from '../support/one-chat.ts';
import { at, GROUP, pageAsked, pageOf, said, start as startGroup } from '../support/one-group.ts';

const own = (seq: number) => place('u7', seq);
const list = (
  contacts: readonly ReturnType<typeof facts>[],
  parts: { epoch?: string; selfSeq?: number | null } = {},
) =>
  local({ type: 'contactsLoaded', contacts, epoch: 'e', cursor: 'c', selfSeq: 0, applications: 0, ...parts });

const typing = (chat: number, user: number): ReturnType<typeof server> =>
  server({
    type: 'typingHeard',
    conversation: contactId(chat),
    user: userId(user),
    name: 'x',
    what: 'text',
  });
const laterLoaded = (seq: number) => local({ type: 'laterLoaded', seq, scheduled: [], reminders: [] });
const noticesAt = (state: State) => state.sync.noticeSeq;
const extraEdited = (extra: Message['extra'], format?: typeof RICH) =>
  asEdited(aMessage('m1', 9, { extra }), { content: 'new', rev: 1, ...(format && { format }) }, []).extra;
const windowOf = (...messages: readonly Message[]) => ({
  ...emptyConversation(GROUP),
  chunks: [messages],
});
const quoted = (root: readonly Message[], answers: readonly Message[]) =>
  answeredIn({ root: 1, first: windowOf(...root), answers: windowOf(...answers), follows: false })?.id ??
  null;

describe('pending changes over what is unread', () => {
  const state = run(
    startGroup({ seq: 5, count: 5, mark: 2, own: 1 }),
    ...[9, 7, 9].map((from, i) =>
      said(6 + i, aMessage(`m${6 + i}`, from, { n: 6 + i, at: from === 9 ? [7] : [] })),
    ),
  ).state;
  const shown = (register: 'read' | 'mentionsRead', value: number) => {
    const next = run(state, local({ type: 'pendingSet', register, conversation: GROUP, value })).state;
    const { unread, mentions } = withPendingChanges(next.contacts.get(GROUP)!, next.pending);
    return [unread, mentions];
  };

  it('STORE-6: messages after a mark stay unread, except own ones, and never more than before', () => {
    expect(shown('read', 1)).toEqual([4, 2]);
    expect([2, 3, 5, 6, 7, 8, 9].map((n) => shown('read', n)[0])).toEqual([4, 4, 2, 1, 1, 0, 0]);
  });

  it('STORE-6, COUNT-9: mentions that are read up to a line leave those after it', () => {
    expect([0, 5, 6, 7, 8].map((n) => shown('mentionsRead', n))).toEqual(
      [2, 2, 1, 1, 0].map((one) => [4, one]),
    );
  });
});

describe('folders by what is unread', () => {
  const folder: Folder = {
    id: 'a',
    name: 'A',
    people: true,
    groups: false,
    unread: true,
    muted: null,
    chats: [],
  };

  it('FOLDER-1: a single unread message, mention or mark is enough', () => {
    const kinds = [{ unread: 1 }, { mentions: 1 }, { marked: true }, {}] as const;
    expect(kinds.map((parts) => inFolder(folder, aContact(1, parts)))).toEqual([true, true, true, false]);
  });

  it('FOLDER-3: a change in one chat is counted without a pass over all of them', () => {
    const last = aLast();
    const kept = { type: 'keptSet', op: 'o', kept: { name: 'folders', value: { list: [folder] } } } as const;
    const before = run(
      signedIn([facts(8, { last }), facts(9, { last, position: aPosition('7-9') })]),
      server(kept, own(1)),
    ).state;
    expect(folderCounts(before)).toEqual([0]);
    const after = run(before, post(1)).state;
    const walked = vi.spyOn(after.contacts, Symbol.iterator);
    expect(folderCounts(after)).toEqual([1]);
    expect(walked).not.toHaveBeenCalled();
  });
});

describe('lists that are made of all contacts', () => {
  it('LIST-11: the address book stays the same one over as many as 64 changes that it does not show', () => {
    const many = Array.from({ length: 65 }, (_, i) =>
      facts(`${i + 1}`, { position: aPosition(`7-${i + 1}`) }),
    );
    const before = signedIn(many);
    const tops = (count: number): State =>
      many
        .slice(0, count)
        .reduce<State>(
          (state, { id }, i) =>
            run(state, server({ type: 'topSet', conversation: id, isTop: true }, own(i + 1))).state,
          before,
        );
    const book = addressBook(before);
    expect(addressBook(tops(64))).toBe(book);
    const joined = run(tops(64), local({ type: 'contactLoaded', contact: facts(99) })).state;
    expect(addressBook(joined).flatMap(({ contacts }) => contacts.map(({ id }) => id))).toContain('99');
  });

  it('SESS-3: nothing that is put into an empty list is held by it', () => {
    const one = EMPTY_INDEX.with(aContact(1));
    expect([one.changedSince(EMPTY_INDEX), EMPTY_INDEX.size, EMPTY_INDEX.get(contactId(1))]).toEqual([
      null,
      0,
      undefined,
    ]);
    const two = indexOf([aContact(1)]);
    expect([...(two.with(aContact(2)).changedSince(two) ?? [])]).toEqual(['2']);
    expect(EMPTY.totals).toEqual({ unread: 0, mentions: 0, system: 0 });
    const state = run(start(), post(1), post(2)).state;
    expect(totals(run(state, local({ type: 'signedOut' })).state)).toEqual({
      unread: 0,
      mentions: 0,
      system: 0,
    });
  });

  it('STORE-5: the rows that a cold start shows first are those of the list, the first fifty of them', () => {
    const last = aLast({ n: 1 });
    const hidden = aPosition('7-2', { count: 1, hiddenTo: 1 });
    const state = signedIn([facts(1, { last }), facts(2, { last, position: hidden }), facts(3)]);
    expect(changedRecords(null, state).main).toEqual(['1']);
    const many = signedIn(
      Array.from({ length: 60 }, (_, i) => facts(i + 100, { last, lastSentAtMs: 1_000 - i })),
    );
    expect(changedRecords(null, many).main).toEqual(Array.from({ length: 50 }, (_, i) => `${i + 100}`));
  });
});

describe('users who are typing', () => {
  const chats = Array.from({ length: typingLimits.visibleMax + 1 }, (_, i) => i + 1);

  it('TYPING-3: at most 200 chats show the sign; a chat that shows one user shows more', () => {
    const all = signedIn(chats.map((id) => facts(id)));
    const full = run(all, ...chats.slice(0, -1).map((id) => typing(id, 1_000 + id))).state;
    expect(full.typing?.size).toBe(typingLimits.visibleMax);
    expect(run(full, typing(chats.length, 500)).state).toBe(full);
    expect(
      run(full, typing(1, 501))
        .state.typing?.get(contactId(1))
        ?.map((one) => one.user),
    ).toEqual([1_001, 501]);
    expect(
      run(full, typing(1, 1_001))
        .state.typing?.get(contactId(1))
        ?.map((one) => one.user),
    ).toEqual([1_001]);
  });
});

describe('messages that arrive during the load of a page', () => {
  const id = messageId('m1');
  const news: readonly (readonly [string, ServerEvent, Partial<Message>])[] = [
    [
      'a card',
      {
        type: 'messagePreviewed',
        conversation: GROUP,
        id,
        link: { url: 'u', title: 'card', text: '', site: '', picture: null },
      },
      { link: { title: 'card' } as never },
    ],
    [
      'a reaction',
      {
        type: 'messageReacted',
        conversation: GROUP,
        id,
        n: 1,
        author: null,
        at: 3,
        counts: [['👍', 1]],
        chosen: [],
        added: null,
      },
      { reactions: { counts: [['👍', 1]] } as never },
    ],
    [
      'a vote',
      {
        type: 'pollChanged',
        conversation: GROUP,
        id,
        at: 3,
        counts: [1],
        voters: 1,
        closed: false,
        mine: null,
      },
      { poll: { counts: [1] } as never },
    ],
  ];
  it.each(news)(
    'REACT-4, POLL-4, PREVIEW-7: a message gets %s, alone or among others, like its page',
    (_what, event, expected) => {
      const asked = run(startGroup(), pageAsked).state;
      const [one, two] = [1, 2].map((n) => said(n, aMessage(`m${n}`, 9, { n })));
      const early = run(asked, one!, two!, server(event, at(3)), pageOf([])).state;
      const late = run(
        asked,
        server(event, at(3)),
        pageOf([1, 2].map((n) => aMessage(`m${n}`, 9, { n }))),
      ).state;
      for (const state of [early, late]) {
        const lines = state.conversations.get(GROUP)?.chunks.flat() ?? [];
        expect(lines).toMatchObject([{ id: 'm1', ...expected }, { id: 'm2' }]);
        expect(
          Object.keys(expected).filter((name) => lines[1]?.[name as keyof Message] !== undefined),
        ).toEqual([]);
      }
    },
  );
});

describe('items that expire', () => {
  it('VANISH-6: the line of the list has its time without a window, one without an id has none', () => {
    const timers = [{ n: 0, days: 1 }];
    const due = (parts: Parameters<typeof aLast>[0]) =>
      duesIn(signedIn([{ ...facts(9, { timers }), last: aLast({ n: 1, ...parts }) }])).map((one) => one.id);
    expect(due({ id: messageId('m1') })).toEqual(['m1']);
    expect(due({ id: null })).toEqual([]);
    expect(duesIn(signedIn([facts(9, { timers })]))).toEqual([]);
  });
});

describe('data that is requested again', () => {
  it('LATER-5: a list that is older than what was heard of it is old, also when it comes later', () => {
    const heard = run(start(), server({ type: 'laterChanged' }, own(5))).state;
    expect(
      [
        heard,
        run(heard, laterLoaded(4)).state,
        run(heard, laterLoaded(5)).state,
        run(start(), laterLoaded(0)).state,
      ].map((state) => isLaterStale(state)),
    ).toEqual([true, true, false, false]);
  });

  it('STORE-10: each change in the drafts of this device is another value', () => {
    const heard = local({ type: 'draftsHeard' });
    expect(
      [start(), run(start(), heard).state, run(start(), heard, heard).state].map(
        (state) => state.kept.drafts,
      ),
    ).toEqual([0, 1, 2]);
  });

  it('STORE-3: a resync of the announcements moves their place forward, never back', () => {
    const stream = streamId('notice');
    const resynced = (seq: number) =>
      local({
        type: 'contactResynced',
        stream,
        contact: {
          ...facts('admin-notice', { kind: 'notice' } as never),
          position: aPosition('notice', { seq }),
        },
      });
    const far = run(start(), resynced(5)).state;
    expect([
      noticesAt(far),
      noticesAt(run({ ...far, sync: { ...far.sync, noticeSeq: 9 } }, resynced(6)).state),
    ]).toEqual([5, 9]);
  });

  it('SYNC-8, STREAM-9: a list of another epoch has its own place; one without a place keeps ours', () => {
    const left = {
      type: 'left',
      conversation: contactId(8),
      stream: streamId('7-8'),
      until: 3,
      why: 'left',
    } as const;
    const before = run(signedIn([facts(9)]), server(left, own(4))).state;
    const after = (
      contacts: readonly ReturnType<typeof facts>[],
      parts: { epoch?: string; selfSeq?: number | null },
    ) => {
      const { sync, left: gone } = run(before, list(contacts, parts)).state;
      return [sync.selfSeq, [...gone.keys()]];
    };
    expect(after([], { selfSeq: null })).toEqual([4, ['7-8']]);
    expect(after([], { selfSeq: 6 })).toEqual([6, ['7-8']]);
    expect(after([facts(8, { position: aPosition('7-8') })], { selfSeq: null })).toEqual([4, []]);
    expect(after([], { selfSeq: null, epoch: 'other' })).toEqual([0, []]);
  });

  it('BLOCK-7: the answer of a sync contains the blocked users', () => {
    const op = { kind: 'synced', answer: syncAnswer([], { blocked: [userId(5)] }) } as const;
    const { core } = turn({ state: start(), sequencer: SEQUENCE_START }, op, 0);
    expect([...(core.state.blocked ?? [])]).toEqual([5]);
  });
});

describe('single lines', () => {
  it('EDIT-2: an edit says whether the words have a form, and keeps what else belongs to the message', () => {
    expect(extraEdited({ format: RICH, of: 'mine' })).toEqual({ of: 'mine' });
    expect(extraEdited({ of: 'mine' }, RICH)).toEqual({ of: 'mine', format: RICH });
    expect(extraEdited({ format: RICH }, RICH)).toEqual({ format: RICH });
    expect(extraEdited(null)).toBeNull();
  });

  it('THREAD-4: an answer quotes the first message, or the newest answer where that is gone', () => {
    const [first, answer, later] = [1, 2, 3].map((n) => aMessage(`m${n}`, 9, { n, msgId: msgId(n) }));
    const gone = { ...later!, recalled: true };
    expect(quoted([first!], [answer!, later!])).toBe('m1');
    expect(quoted([], [answer!, later!])).toBe('m3');
    expect(quoted([{ ...first!, recalled: true }], [answer!, gone])).toBe('m2');
    expect(quoted([], [gone])).toBeNull();
  });

  it('LIST-11: putting an unchanged item into the outbox returns the same state', () => {
    const [a, b] = [item('a'), item('b')];
    const state = run(start(), local({ type: 'outboxSet', items: [a, b] })).state;
    for (const one of [a, b]) {
      expect(run(state, local({ type: 'outboxPut', item: { ...one } })).state).toBe(state);
      const others = [
        { status: 'sending' },
        { reason: 'x' },
        { message: { ...one.message, content: 'new' } },
      ];
      for (const parts of others) {
        const put = local({ type: 'outboxPut', item: { ...one, ...parts } as never });
        expect(run(state, put).state.outbox.get(NINE)).toEqual(
          [a, b].map((two) => (two === one ? { ...one, ...parts } : two)),
        );
      }
    }
  });

  it('GROUP-26: the time of the user’s last message is unknown without a window or a user', () => {
    const mine = page([
      ...numbered(1, 1),
      aMessage('m2', 7, { n: 2, sentAtMs: 4 }),
      aMessage('m3', 7, { n: 3, sentAtMs: 5 }),
      aMessage('m4', 7, { n: 4, type: 'event' }),
    ]);
    const state = run(start(), mine).state;
    expect([
      ownSaidAtMs(state, NINE),
      ownSaidAtMs(state, GROUP),
      ownSaidAtMs({ ...state, self: null }, NINE),
    ]).toEqual([5, 0, 0]);
    expect(ownSaidAtMs(run(start(), page(numbered(1, 2))).state, NINE)).toBe(0);
  });

  it('THREAD-7: a followed reply in a muted group is reported as such', () => {
    const muted = signedIn([facts(GROUP, { position: aPosition('group-3'), isNotice: false })]);
    const posted = postedEvent(GROUP, aMessage('m2', 9, { n: 2, root: 1 }));
    const answer = server({ ...posted, thread: { root: 1, count: 1, follows: true } } as ServerEvent, at(2));
    const { effects, state } = run(muted, answer);
    expect(effects).toMatchObject([{ type: 'sound' }, { type: 'arrived', follows: true }]);
    expect(state.contacts.get(GROUP)?.answered).toMatchObject({ id: 'm2', root: 1 });
    expect(run({ ...muted, open: GROUP }, answer).effects.map((one) => one.type)).toEqual(['sound']);
  });
});
