import { describe, expect, it } from 'vitest';
import type { Input } from '../../src/client/state/effects.ts';
import { remindersOf } from '../../src/client/state/later.ts';
import { asRecalled } from '../../src/client/state/recalled.ts';
import type { State } from '../../src/client/state/state.ts';
import type { ServerEvent } from '../../src/domain/events.ts';
import { contactId, messageId, msgId, userId } from '../../src/domain/ids.ts';
import type { LastMessage, Message } from '../../src/domain/message.ts';
import {
  aLast,
  aMessage,
  aPosition,
  facts,
  local,
  place,
  run,
  server,
  signedIn,
} from '../support/contacts.ts';
import { NINE, numbered, page, post } from '../support/one-chat.ts';

type Of<T extends ServerEvent['type']> = Extract<ServerEvent, { type: T }>;
const id = (n: number) => messageId(`m${n}`);
const row = (last: LastMessage | null = null, count = 0) => ({
  ...facts(9, { displayName: 'Nine of the list', position: aPosition('7-9', { count }) }),
  last,
  lastSentAtMs: last?.sentAtMs ?? 0,
});
const start = (last: LastMessage | null = null, count = 0) => signedIn([row(last, count)]);
const removal = { msgId: null, n: null, mentioned: [], author: null } as const;
const recalled = (parts: Partial<Of<'messageRecalled'>> = {}): Input =>
  server({
    type: 'messageRecalled',
    conversation: null,
    id: id(1),
    ...removal,
    by: userId(9),
    byName: 'Nine',
    byManager: false,
    content: 'taken back',
    isLast: false,
    last: null,
    ...parts,
  });
const deleted = (parts: Partial<Of<'messageDeleted'>> = {}): Input =>
  server({ type: 'messageDeleted', conversation: null, id: id(1), last: undefined, ...removal, ...parts });
const updated = (parts: Partial<Of<'messageUpdated'>>): Input =>
  server({ type: 'messageUpdated', conversation: null, id: id(1), content: null, extra: null, ...parts });
const cleared = (n: number | null, seq = 50): Input =>
  server({ type: 'historyCleared', conversation: NINE, n, mentions: 0 }, place('7-9', seq));

const chat = (state: State) => state.contacts.get(NINE);
const window = (state: State) => state.conversations.get(NINE);
const lines = (state: State) => window(state)?.chunks.flat() ?? [];
const saying = (n: number, parts: Partial<Message> = {}) =>
  aMessage(`m${n}`, 9, { n, msgId: msgId(n), ...parts });
const last = (n: number, parts: Partial<LastMessage> = {}) =>
  aLast({ n, id: id(n), content: `text m${n}`, sentAtMs: n, ...parts });
const reminded = (...of: readonly number[]): Input =>
  local({
    type: 'laterLoaded',
    seq: 0,
    scheduled: [],
    reminders: of.map((n) => ({ id: id(n), to: NINE, n, dueMs: 1, told: false, rev: 0 })),
  });
const marked = (n: number | null) => ({
  reacted: { id: id(1), n, user: userId(9), name: 'Nine', emoji: '👍' },
  answered: { id: id(1), n, root: 1 },
});
const withMarks = (state: State, n: number | null): State => ({
  ...state,
  contacts: state.contacts.with({ ...chat(state)!, ...marked(n) }),
});
const marks = (state: State) => [chat(state)?.reacted?.id, chat(state)?.answered?.id];
const noteIn = (state: State) => lines(state)[0]?.note;
const quote = (n: number) => ({
  msgId: msgId(n),
  content: `quoted ${n}`,
  userId: userId(9),
  realname: 'Nine',
});
const quoted = (state: State) => lines(state).flatMap((one) => one.quote?.content ?? []);
const listVisible = (state: State) => [chat(state)?.last?.id ?? null, chat(state)?.lastSentAtMs];
const rowOf = (line: LastMessage | null) => {
  const state = run(start(line, 3), cleared(2)).state;
  return [chat(state)?.last?.id ?? null, chat(state)?.lastSentAtMs];
};
const marksAfter = (n: number | null) => marks(run(withMarks(start(null, 3), n), cleared(2)).state);

describe('a recall by a server that names no conversation', () => {
  it('RECALL-2, PLAIN-5: a recalled message is found in a window or in a row of the list', () => {
    const inWindow = run(start(), page(numbered(1, 2)), recalled()).state;
    expect(lines(inWindow)).toMatchObject([
      { recalled: true, content: 'taken back' },
      { content: 'text m2' },
    ]);
    const inRow = run(start(last(1)), recalled()).state;
    expect(chat(inRow)?.last).toMatchObject({ type: 'event', content: 'taken back' });
    const elsewhere = run(start(last(3)), page(numbered(2, 3))).state;
    for (const input of [recalled(), deleted(), updated({ content: 'new' })])
      expect(run(elsewhere, input).state).toBe(elsewhere);
  });

  it('RECALL-2: a recalled message of any kind becomes a line without its text', () => {
    for (const type of ['text', 'image', 'event'] as const)
      for (const isSaid of [true, false]) {
        const message = aMessage('m1', 9, { n: 1, type, recalled: isSaid, content: 'secret' });
        const line = asRecalled(message, {
          by: userId(9),
          byName: 'Nine',
          byManager: false,
          content: 'back',
        });
        expect([line.type, line.content, line.recalled, line.note?.note]).toEqual([
          'event',
          'back',
          true,
          'recalled',
        ]);
      }
    const line = asRecalled(aMessage('m1', 9, { n: 1, recalled: true, content: 'secret' }), null);
    expect([line.type, line.content]).toEqual(['event', '']);
  });

  it('RECALL-2: in the list no word is left, nor one under a file; time and author stay', () => {
    const album = { type: 'image', caption: 'words below', album: 3, poll: true, fromName: 'Nine' } as const;
    const state = run(start(last(1, album)), recalled()).state;
    expect(chat(state)?.last).toEqual({
      n: 1,
      id: id(1),
      type: 'event',
      content: 'taken back',
      sentAtMs: 1,
      from: 9,
      fromName: 'Nine',
      note: { note: 'recalled', by: 9, name: 'Nine', byManager: false },
    });
    const unnamed = run(start(last(1)), recalled()).state;
    expect(chat(unnamed)?.last).not.toHaveProperty('fromName');
  });

  it('COUNT-6: the row changes where its line is recalled, or the server says so', () => {
    const listSent = (state: State) => [chat(state)?.last?.content, chat(state)?.lastSentAtMs];
    const other = start(last(2));
    expect(listSent(run(other, recalled({ conversation: NINE })).state)).toEqual(['text m2', 2]);
    expect(listSent(run(other, recalled({ conversation: NINE, isLast: true })).state)).toEqual([
      'taken back',
      2,
    ]);
    const report = recalled({ conversation: NINE, last: last(7, { content: 'told' }) });
    expect(listSent(run(other, report).state)).toEqual(['told', 7]);
    expect(chat(run(start(), recalled({ conversation: NINE, isLast: true })).state)?.last).toBeNull();
  });

  it('PLAIN-5: the user who recalled is named as in the list, else by their last name, else not', () => {
    const names = ['', 'before', 'now'].map((displayName, i) => {
      const line = saying(i + 1);
      return { ...line, from: { ...line.from, id: userId(8), displayName } };
    });
    const of = (messages: readonly Message[], who: number) =>
      noteIn(run(start(), page(messages), recalled({ by: userId(who), byName: '' })).state);
    expect(of(names, 9)).toMatchObject({ by: 9, name: 'Nine of the list' });
    expect(of([...names, saying(4)], 8)).toMatchObject({ by: 8, name: 'now' });
    expect(of(names, 5)).toMatchObject({ by: 5, name: '' });
    const nextState = run(start(), page(names), recalled({ by: userId(9), byName: 'Told' })).state;
    expect(noteIn(nextState)).toMatchObject({ name: 'Told' });
  });

  it('RECALL-2: a message recalled during the load of a page names who took it back, or is gone', () => {
    const loadingState = run(start(), local({ type: 'pageRequested', conversation: NINE, which: 'first' }));
    const early = run(loadingState.state, post(1), post(2)).state;
    const byManager = recalled({ by: userId(8), byName: 'Eight', byManager: true, conversation: NINE });
    const state = run(early, byManager).state;
    expect(JSON.stringify(window(state))).not.toContain('text m1');
    expect(lines(run(state, page([])).state)).toMatchObject([
      { id: 'm1', note: { by: 8, name: 'Eight', byManager: true } },
      { id: 'm2', content: 'text m2', recalled: false },
    ]);
    const without = run(early, deleted({ conversation: NINE })).state;
    expect(window(without)?.early.map((one) => one.id)).toEqual(['m2']);
    expect(lines(run(without, page(numbered(1, 1))).state).map((one) => one.id)).toEqual(['m2']);
  });

  it('RECALL-2: quotes lose its words in what came while a page was on its way, and in that page', () => {
    const loadingState = run(
      start(),
      local({ type: 'pageRequested', conversation: NINE, which: 'first' }),
    ).state;
    const answered = run(
      loadingState,
      post(5, 9, { quote: quote(1) }),
      post(6, 9, { quote: quote(2) }),
    ).state;
    const late = page([saying(3, { quote: quote(1) }), saying(4, { quote: quote(2) })]);
    for (const make of [recalled, deleted]) {
      const nextState = run(answered, make({ conversation: NINE, msgId: msgId(1) })).state;
      expect(window(nextState)?.early.map((one) => one.quote?.content)).toEqual(['', 'quoted 2']);
      expect(quoted(run(nextState, late).state)).toEqual(['', 'quoted 2', '', 'quoted 2']);
      // Later requests get the change from the server.
      expect(window(run(nextState, late).state)?.meanwhile).toBeUndefined();
    }
  });
});

describe('data that goes with a message', () => {
  it('REACT-7, LATER-11: its marks in the list and its reminders, and those of no other one', () => {
    for (const [n, input] of [recalled, deleted].flatMap((make) =>
      [1, 2].map((of) => [of, make({ conversation: NINE, id: id(of) })] as const),
    )) {
      const state = run(withMarks(run(start(), reminded(1, 2, 3)).state, 1), input).state;
      expect(marks(state), `${n}`).toEqual(n === 1 ? [undefined, undefined] : ['m1', 'm1']);
      expect(remindersOf(state).map((one) => one.n)).toEqual([1, 2, 3].filter((one) => one !== n));
    }
  });

  it('STREAM-4: the words of its quotes, by its number here or as told, and of no other ones', () => {
    const here = run(
      start(),
      page([saying(1), saying(2), saying(3, { quote: quote(1) }), saying(4, { quote: quote(2) }), saying(5)]),
    ).state;
    for (const make of [recalled, deleted]) {
      expect(quoted(run(here, make()).state)).toEqual(['', 'quoted 2']);
      expect(quoted(run(here, make({ id: id(2) })).state)).toEqual(['quoted 1', '']);
      expect(quoted(run(here, make({ conversation: NINE, id: id(8) })).state)).toEqual([
        'quoted 1',
        'quoted 2',
      ]);
      const elsewhere = make({ conversation: NINE, id: id(8), msgId: msgId(2) });
      expect(quoted(run(here, elsewhere).state)).toEqual(['quoted 1', '']);
    }
  });

  it('COUNT-6: after a deletion the row says what the server does, or the newest line here', () => {
    const here = run(
      start(last(3)),
      page(numbered(1, 3).map((one) => ({ ...one, sentAtMs: one.n ?? 0 }))),
    ).state;
    expect(listVisible(run(here, deleted({ id: id(3) })).state)).toEqual(['m2', 2]);
    expect(listVisible(run(here, deleted({ id: id(2) })).state)).toEqual(['m3', 3]);
    expect(listVisible(run(here, deleted({ id: id(2), last: last(1) })).state)).toEqual(['m1', 1]);
    expect(listVisible(run(here, deleted({ id: id(2), last: null })).state)).toEqual([null, 0]);
    expect(listVisible(run(start(last(3)), deleted({ id: id(3) })).state)).toEqual([null, 0]);
  });

  it('RECALL-3: a page that was on its way does not bring it back', () => {
    const state = run(start(), page(numbered(1, 2)), deleted(), page(numbered(1, 3))).state;
    expect(lines(state).map((one) => one.id)).toEqual(['m2', 'm3']);
  });
});

describe('a line that a server changes', () => {
  it('LIST-9: only what it names changes, in chat and row; a recalled one stays', () => {
    const card = saying(1, { extra: { user: 5 } });
    const here = run(start(last(1)), page([card, saying(2)])).state;
    const content = run(here, updated({ content: 'new' })).state;
    expect(lines(content)).toMatchObject([{ content: 'new', extra: { user: 5 } }, { content: 'text m2' }]);
    expect(chat(content)?.last?.content).toBe('new');
    const extra = run(here, updated({ extra: { user: 6 } })).state;
    expect(lines(extra)[0]).toMatchObject({ content: 'text m1', extra: { user: 6 } });
    expect(chat(extra)?.last).toEqual(chat(here)?.last);
    expect(run(here, updated({})).state).toBe(here);
    expect(chat(run(here, updated({ id: id(2), content: 'new' })).state)).toBe(chat(here));
    const back = run(here, recalled()).state;
    expect(lines(run(back, updated({ content: 'new' })).state)[0]?.content).toBe('taken back');
  });

  it('LIST-6: the row of a call says how it ended, also without other words', () => {
    const call = start(last(1, { type: 'webrtc', call: { code: 0, video: false, talkSec: 0 } }));
    const ended = run(call, updated({ extra: { code: 906, type: 1, callTime: 65 } })).state;
    expect(chat(ended)?.last).toMatchObject({
      content: 'text m1',
      call: { code: 906, video: true, talkSec: 65 },
    });
    expect(chat(run(call, updated({ content: 'new' })).state)?.last).toMatchObject({
      content: 'new',
      call: { code: 0 },
    });
    expect(chat(run(start(last(1)), updated({ extra: { code: 906 } })).state)?.last).not.toHaveProperty(
      'call',
    );
  });
});

describe('a clearing', () => {
  it('COUNT-10, LATER-11: all up to its line goes; without a line all that was ever said', () => {
    const here = run(start(last(3), 3), page(numbered(1, 3), 'first', true), reminded(1, 2, 3)).state;
    const left = (n: number | null) => {
      const state = run(here, cleared(n)).state;
      return [
        lines(state).map((one) => one.n),
        remindersOf(state).map((one) => one.n),
        chat(state)?.last?.n ?? null,
      ];
    };
    expect(left(2)).toEqual([[3], [3], 3]);
    expect(left(3)).toEqual([[], [], null]);
    expect(left(null)).toEqual([[], [], null]);
    expect(window(run(here, cleared(3)).state)).toMatchObject({
      chunks: [],
      size: 0,
      complete: true,
      live: true,
    });
    const other = signedIn([row(), facts(8, { position: aPosition('7-8', { count: 9 }) })]);
    const eight = server(
      { type: 'historyCleared', conversation: contactId(8), n: 9, mentions: 0 },
      place('7-8', 2),
    );
    expect(remindersOf(run(other, reminded(1), eight).state)).toHaveLength(1);
    const unknown = server({ type: 'historyCleared', conversation: contactId(5), n: null, mentions: 0 });
    const before = run(other, reminded(1)).state;
    expect(run(before, unknown).state).toBe(before);
  });

  it('COUNT-10: the row of what is gone is empty and without a time, also without a number', () => {
    expect([1, 2, 3].map((n) => rowOf(last(n)))).toEqual([
      [null, 0],
      [null, 0],
      ['m3', 3],
    ]);
    expect(rowOf({ ...last(1), n: null })).toEqual([null, 0]);
    expect(rowOf(null)).toEqual([null, 0]);
  });

  it('REACT-7: marks in the list go with what they are of, and those of what has no number', () => {
    expect([1, 2, null].map(marksAfter)).toEqual([1, 2, null].map(() => [undefined, undefined]));
    expect(marksAfter(3)).toEqual(['m1', 'm1']);
  });

  it('COUNT-10: the partner has nothing unread below the cleared part; a group has no such mark', () => {
    expect(chat(run(start(null, 3), cleared(2)).state)?.counting.peerMark).toBe(2);
    const group = contactId('group-3');
    const state = run(
      signedIn([facts(group, { position: aPosition('group-3', { count: 3 }) })]),
      server({ type: 'historyCleared', conversation: group, n: 2, mentions: 0 }, place('group-3', 9)),
    ).state;
    expect(state.contacts.get(group)?.counting.peerMark).toBe(0);
  });

  it('PINS-1: pins up to it go, and a list that was read before is old', () => {
    const by = { by: userId(9), byName: 'Nine', atMs: 1, rev: 0 };
    const pin = (n: number) => ({ ...by, id: id(n), msgId: msgId(n), n, seq: n, afterN: n });
    const pins = (seq: number) =>
      local({ type: 'messagePinsLoaded', conversation: NINE, seq, list: [pin(3), pin(2), pin(1)] });
    const here = run(start(null, 3), page(numbered(1, 3))).state;
    const after = run(here, pins(10), cleared(2, 50)).state;
    expect(window(after)?.pins).toEqual({ seq: 50, list: [pin(3)] });
    expect(window(run(after, pins(49)).state)?.pins?.list).toEqual([pin(3)]);
    expect(window(run(here, pins(60), cleared(2, 50)).state)?.pins?.seq).toBe(60);
    const historyCleared = server({ type: 'historyCleared', conversation: NINE, n: 2, mentions: 0 });
    expect(window(run(here, historyCleared).state)?.pins).toEqual({ seq: 0, list: undefined });
  });

  it('STREAM-4: only quotes that reply within a chain after the cleared part keep their text', () => {
    const quote = { msgId: msgId(1), content: 'quoted', userId: userId(9), realname: 'Nine' };
    const quotes = [0, 4, 5].map((root, i) => saying(6 + i, { quote, ...(root > 0 && { root }) }));
    const state = run(start(null, 8), page([saying(5), ...quotes]), cleared(4)).state;
    expect(lines(state).map((one) => one.quote?.content)).toEqual([undefined, '', '', 'quoted']);
  });
});
