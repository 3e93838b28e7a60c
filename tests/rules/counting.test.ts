import { describe, expect, it } from 'vitest';
import {
  clearedTo,
  countMentionMark,
  countPosted,
  countReadMark,
  mentionGone,
  peerReadTo,
  positionedAt,
  type Posted,
  tooOldFor,
  withMention,
} from '../../src/client/state/counting.ts';
import { stateToJson } from '../../src/client/state/state-json.ts';
import type { Counting, State } from '../../src/client/state/state.ts';
import type { ServerEvent } from '../../src/domain/events.ts';
import { contactId, messageId, userId } from '../../src/domain/ids.ts';
import { countingLimits as limits } from '../../src/client/state/limits.ts';
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
import { GROUP, at, said, start } from '../support/one-group.ts';

const mine = (seq: number) => place('u7', seq);
const post = (n: number, from: number, mentioned: readonly number[] = []) =>
  said(n, aMessage(`m${n}`, from, { n, at: mentioned }));
const figures = (state: State) => {
  const contact = state.contacts.get(GROUP);
  return { unread: contact?.unread, mentions: contact?.mentions };
};
const mark = (parts: { mark: number; own: number; seq: number; count: number }): ServerEvent => ({
  type: 'readMarkSet',
  conversation: GROUP,
  ...parts,
});
const recall = (n: number, mentioned: readonly number[], author = 9) => ({
  type: 'messageRecalled' as const,
  conversation: GROUP,
  id: messageId(`m${n}`),
  msgId: null,
  n,
  by: userId(author),
  byName: 'x',
  byManager: false,
  content: 'taken back',
  isLast: false,
  last: aLast({ n, content: 'taken back', type: 'event' }),
  mentioned,
  author: userId(author),
});

const read = (n: number, seq: number) =>
  server({ type: 'partnerRead', conversation: contactId(9), n }, place('7-9', seq));

describe('counting', () => {
  it('COUNT-1: unread = count − mark − own', () => {
    const state = run(start({ seq: 5, count: 5, mark: 2, own: 1 }), post(6, 9), post(7, 7), post(8, 9)).state;
    expect(figures(state)).toEqual({ unread: 4, mentions: 0 });
  });

  it('COUNT-2: a mark only moves forward', () => {
    const state = run(
      start(),
      post(1, 9),
      post(2, 9),
      post(3, 9),
      server(mark({ mark: 2, own: 0, seq: 3, count: 3 }), mine(1)),
    ).state;
    expect(figures(state).unread).toBe(1);
    expect(
      run(state, server(mark({ mark: 1, own: 0, seq: 3, count: 3 }), mine(2))).state.contacts.get(GROUP)
        ?.unread,
    ).toBe(1);
  });

  it('COUNT-13: a line that became an own one after the list was loaded, with nothing else changed', () => {
    const taken = server(mark({ mark: 1, own: 1, seq: 2, count: 2 }), mine(1));
    const loaded = start({ seq: 2, count: 2, mark: 1, own: 0 });
    expect(figures(run(loaded, taken).state).unread).toBe(0);
    expect(figures(run(loaded, post(3, 9), taken).state).unread).toBe(1);
    const before = server(mark({ mark: 1, own: 0, seq: 2, count: 2 }), mine(2));
    expect(figures(run(loaded, taken, before).state).unread).toBe(0);
  });

  it('COUNT-3: mentions after my mark that are not mine; everyone is everyone', () => {
    const state = run(start(), post(1, 9, [7]), post(2, 9, [0]), post(3, 7, [0]), post(4, 9, [8])).state;
    expect(figures(state).mentions).toBe(2);
    const read = run(
      state,
      server(
        { type: 'mentionMarkSet', conversation: GROUP, mark: 1, mentions: 1, seq: 4, count: 4 },
        mine(1),
      ),
    ).state;
    expect(figures(read).mentions).toBe(1);
  });

  it('COUNT-4: a mark of a later moment than what has arrived is true once the rest is there', () => {
    const events = [post(1, 9), post(2, 7), post(3, 9, [7]), post(4, 7)];
    const marks = [
      server(mark({ mark: 3, own: 1, seq: 4, count: 4 }), mine(1)),
      server(
        { type: 'mentionMarkSet', conversation: GROUP, mark: 2, mentions: 1, seq: 4, count: 4 } as const,
        mine(2),
      ),
    ];
    const early = run(start(), ...marks, ...events).state;
    const late = run(start(), ...events, ...marks).state;
    expect(figures(late)).toEqual({ unread: 0, mentions: 1 });
    expect(stateToJson(early)).toEqual(stateToJson(late));
  });

  it('COUNT-17: a recalled message is no longer unread, whichever of mark and recall comes first', () => {
    const gone: ServerEvent = { ...recall(1, [7]), uncounts: true };
    const end = server(gone, at(3));
    const before = run(start(), post(1, 9, [7]), post(2, 9)).state;
    expect(figures(run(before, end).state)).toEqual({ unread: 1, mentions: 0 });
    expect(run(before, end).state.contacts.get(GROUP)?.counting.count).toBe(2);
    const read = server(mark({ mark: 1, own: 0, seq: 2, count: 2 }), mine(1));
    expect(figures(run(before, end, read).state).unread).toBe(1);
    expect(figures(run(before, read, end).state).unread).toBe(1);
    // A mark of a later moment counts it already.
    const later = server(mark({ mark: 0, own: 1, seq: 3, count: 2 }), mine(1));
    expect(figures(run(before, later, end).state).unread).toBe(1);
    const own = server({ ...gone, author: userId(7) }, at(3));
    expect(figures(run(start(), post(1, 7), post(2, 9), own).state).unread).toBe(1);
  });

  it('COUNT-5: recall does not change n, and takes the mention away', () => {
    const before = run(start(), post(1, 9, [7]), post(2, 9)).state;
    const state = run(before, server(recall(1, [7]), at(3))).state;
    expect(figures(state)).toEqual({ unread: 2, mentions: 0 });
    expect(state.contacts.get(GROUP)?.counting.count).toBe(2);
  });

  it('COUNT-5: a message that arrives already recalled leaves no mention behind', () => {
    const gone = said(1, aMessage('m1', 9, { n: 1, type: 'event', recalled: true }));
    const state = run(start(), gone, server(recall(1, [7]), at(2))).state;
    expect(figures(state)).toEqual({ unread: 1, mentions: 0 });
    const next = run(state, post(2, 9, [7])).state;
    expect(
      run(start(), gone, server(recall(1, [8]), at(2))).state.contacts.get(GROUP)?.counting.mentionSince,
    ).toEqual([]);
    expect(figures(next).mentions).toBe(0);
    expect(figures(run(state, said(3, aMessage('m2', 9, { n: 2, at: [7] }))).state).mentions).toBe(1);
  });

  it('COUNT-5: a deletion does the same, also for a message that is already gone', () => {
    const gone = server(
      { type: 'messageVoid', conversation: GROUP, id: messageId('m1'), n: 1, from: userId(9) },
      at(1),
    );
    const deleted: ServerEvent = {
      type: 'messageDeleted',
      conversation: GROUP,
      id: messageId('m1'),
      n: 1,
      last: null,
      mentioned: [7],
      author: userId(9),
    };
    expect(figures(run(start(), gone, server(deleted, at(2))).state)).toEqual({ unread: 1, mentions: 0 });
    expect(figures(run(start(), post(1, 9, [7]), server(deleted, at(2))).state)).toEqual({
      unread: 1,
      mentions: 0,
    });
  });

  it('COUNT-6: recall and deletion lead to the new last message', () => {
    const before = run(start(), post(1, 9), post(2, 9)).state;
    const deleted: ServerEvent = {
      type: 'messageDeleted',
      conversation: GROUP,
      id: messageId('m2'),
      n: 2,
      last: aLast({ n: 1, content: 'text m1', sentAtMs: 9 }),
      mentioned: [],
      author: userId(9),
    };
    expect(run(before, server(deleted, at(3))).state.contacts.get(GROUP)).toMatchObject({
      last: { n: 1 },
      lastSentAtMs: 9,
    });
    expect(run(before, server({ ...deleted, last: null }, at(3))).state.contacts.get(GROUP)).toMatchObject({
      last: null,
      lastSentAtMs: 0,
    });
    expect(run(before, server(recall(2, []), at(3))).state.contacts.get(GROUP)?.last).toMatchObject({
      type: 'event',
      content: 'taken back',
    });
  });

  it('COUNT-7: a joiner starts with nothing unread and nothing mentioned', () => {
    const contact = facts(GROUP, {
      position: aPosition('group-3', { seq: 90, count: 80, mark: 80, mentionMark: 80 }),
    });
    const { state, effects } = run(signedIn(), server({ type: 'joined', contact, via: 'group' }, mine(1)));
    expect(figures(state)).toEqual({ unread: 0, mentions: 0 });
    expect(effects).toEqual([{ type: 'bindGroup', conversation: GROUP }]);
  });

  it('COUNT-8: the partner has read up to n, never back', () => {
    const chat = signedIn([facts(9, { position: aPosition('7-9', { seq: 3, count: 3 }) })]);
    const state = run(chat, read(2, 4), read(1, 5)).state;
    expect(state.contacts.get(contactId(9))?.counting).toMatchObject({ peerMark: 2, seq: 5 });
  });

  it('COUNT-9: read mentions of another device clear mine, and its pending change here', () => {
    const before = run(
      start(),
      post(1, 9, [7]),
      local({ type: 'pendingSet', register: 'mentionsRead', conversation: GROUP, value: 1 }),
    ).state;
    const state = run(
      before,
      server(
        { type: 'mentionMarkSet', conversation: GROUP, mark: 1, mentions: 0, seq: 1, count: 1 },
        mine(1),
      ),
    ).state;
    expect(figures(state).mentions).toBe(0);
    expect(state.pending.mentionsRead.size).toBe(0);
  });

  it('COUNT-1: the figures stay right beyond the kept single changes', () => {
    let state = start();
    const total = limits.sinceMax * 2 + 3;
    for (let n = 1; n <= total; n++)
      state = run(state, post(n, n % 2 === 0 ? 7 : 9, n % 2 === 0 ? [] : [7])).state;
    const contact = state.contacts.get(GROUP);
    expect(contact?.unread).toBe(Math.ceil(total / 2));
    expect(contact?.mentions).toBe(Math.ceil(total / 2));
    expect(contact?.counting.ownSince.length).toBeLessThanOrEqual(limits.sinceMax);
    expect(contact?.counting.mentionSince.length).toBeLessThanOrEqual(limits.sinceMax);
  });

  it('COUNT-4: a mark older than the folded events requests the stream again', () => {
    let state = start();
    for (let n = 1; n <= limits.sinceMax + 1; n++) state = run(state, post(n, 7)).state;
    const { effects } = run(state, server(mark({ mark: 2, own: 0, seq: 2, count: 2 }), mine(1)));
    expect(effects).toEqual([{ type: 'requestResync', stream: 'group-3' }]);
  });
});

const since = (length: number) =>
  Array.from({ length }, (_, i) => ({ seq: i + 20, n: i + 20, by: 1 as const }));
const sum = (at: Counting) => at.mentionBase + at.mentionSince.reduce((all, one) => all + one.by, 0);

describe('a count of one moment', () => {
  const counted: Counting = {
    seq: 10,
    count: 8,
    mark: 3,
    ownBase: 1,
    ownSeq: 6,
    hiddenTo: 0,
    peerMark: 4,
    mentionMark: 3,
    mentionBase: 2,
    mentionSeq: 6,
    ownSince: [7, 8].map((seq) => ({ seq, n: seq - 2 })),
    mentionSince: [7, 9].map((seq) => ({ seq, n: seq - 2, by: 1 })),
  };

  const readAt = (mark: number, seq: number, own = 1) => countReadMark(counted, { mark, own, seq });
  const mentionsAt = (mark: number, seq: number) => countMentionMark(counted, { mark, mentions: 7, seq });
  const isTooOld = ([line, seq]: readonly [number, number]) => tooOldFor(counted, { mark: line, seq });
  const posted = (parts: Partial<Posted>) =>
    countPosted(counted, { seq: 11, n: 9, mine: false, mention: null, ...parts });
  const plain = { ...counted, seq: 0, mark: 3, ownSeq: 3, mentionSeq: 3 };

  it('COUNT-1, COUNT-3: a message counts after the moment and above the mark that are known', () => {
    const own = (seq: number, n: number) => posted({ mine: true, seq, n }).ownSince.slice(2);
    expect([own(11, 9), own(7, 4), own(6, 4), own(11, 3)]).toEqual([
      [{ seq: 11, n: 9 }],
      [{ seq: 7, n: 4 }],
      [],
      [],
    ]);
    const mentions = (seq: number, n: number) => posted({ mention: 1, seq, n }).mentionSince.slice(2);
    expect(
      [mentions(11, 9), mentions(7, 4), mentions(6, 4), mentions(11, 3)].map((one) => one.length),
    ).toEqual([1, 1, 0, 0]);
    expect([posted({}), posted({ seq: 4, n: 2 })].map(({ seq, count }) => [seq, count])).toEqual([
      [11, 9],
      [10, 8],
    ]);
    // A server that numbers nothing has no places, either.
    expect(countPosted(plain, { seq: null, n: null, mine: true, mention: null })).toMatchObject({
      seq: 0,
      count: 9,
      ownSince: [...counted.ownSince, { seq: 9, n: 9 }],
    });
  });

  const afterSo = (length: number) => {
    const list = { ownSince: since(length - 1), mentionSince: since(length - 1) };
    return countPosted(
      countPosted({ ...counted, ...list }, { seq: 999, n: 999, mine: true, mention: null }),
      { seq: 1_000, n: 1_000, mine: false, mention: 1 },
    );
  };

  it('COUNT-4: folded events count as of the last of them, and the limit of kept ones holds', () => {
    const half = limits.sinceMax / 2;
    expect(afterSo(limits.sinceMax)).toMatchObject({ ownBase: 1, ownSeq: 6, mentionBase: 2, mentionSeq: 6 });
    const moved = afterSo(limits.sinceMax + 1);
    expect(moved).toMatchObject({
      ownBase: 1 + half,
      ownSeq: 19 + half,
      mentionBase: 2 + half,
      mentionSeq: 19 + half,
    });
    expect([moved.ownSince.length, moved.mentionSince.length]).toEqual([half + 1, half + 1]);
  });

  it('COUNT-2, COUNT-4: a mark of an earlier line or an older moment changes nothing', () => {
    for (const one of [readAt(2, 99), readAt(3, 6), readAt(3, 5), readAt(3, 5, 9)]) expect(one).toBe(counted);
    expect(readAt(3, 7)).toMatchObject({ mark: 3, ownBase: 1, ownSeq: 7, ownSince: [{ seq: 8 }] });
    expect(readAt(5, 2)).toMatchObject({ mark: 5, ownSeq: 2, ownSince: [{ seq: 8 }] });
    expect(readAt(3, 6, 2)).toMatchObject({ ownBase: 2 });
    for (const one of [mentionsAt(2, 99), mentionsAt(3, 6), mentionsAt(3, 5)]) expect(one).toBe(counted);
    expect(mentionsAt(3, 7)).toMatchObject({ mentionBase: 7, mentionSeq: 7, mentionSince: [{ seq: 9 }] });
    expect(mentionsAt(5, 2)).toMatchObject({ mentionMark: 5, mentionSince: [{ seq: 9 }] });
    expect(mentionsAt(4, 2).mentionSince).toHaveLength(2);
    expect(
      (
        [
          [4, 5],
          [4, 6],
          [3, 5],
          [3, 6],
        ] as const
      ).map(isTooOld),
    ).toEqual([true, false, false, false]);
  });

  it('COUNT-5: a mention that goes is taken away once, where it was counted', () => {
    const gone = (seq: number | null, n: number | null, mentioned = true) =>
      mentionGone(counted, seq, n, mentioned);
    expect(
      [gone(11, 7), gone(7, 4), gone(6, 7), gone(11, 3), gone(null, 7), gone(11, null)].map(sum),
    ).toEqual([3, 3, 4, 4, 3, 3]);
    for (const one of [gone(11, 7, false), gone(null, null, false), gone(6, 7)]) expect(one).toBe(counted);
    const none = { ...counted, mentionBase: 0, mentionSince: [] };
    expect(mentionGone(none, null, null, true)).toBe(none);
    // The first event of a message without names reports whether it mentioned the user.
    const open = [
      { seq: 7, n: 5, by: 0 as const },
      { seq: 9, n: 7, by: 0 as const },
    ];
    const stateFor = (was: boolean) =>
      withMention({ ...counted, mentionSince: open }, { seq: 11, n: 5, was, is: was });
    expect(stateFor(true).mentionSince.map((one) => [one.n, one.by])).toEqual([
      [5, 1],
      [7, 0],
    ]);
    expect(stateFor(false).mentionSince.map((one) => one.n)).toEqual([7]);
  });

  it('COUNT-10: a clearing speaks of just before its own moment; without places of lines alone', () => {
    expect(clearedTo(counted, 6, 20, 3)).toMatchObject({
      mark: 6,
      ownBase: 0,
      ownSeq: 19,
      mentionMark: 6,
      mentionBase: 3,
      mentionSeq: 19,
    });
    const known = { ...counted, ownSeq: 20, mentionSeq: 20 };
    expect(clearedTo(known, 6, 20, 3)).toBe(known);
    const half = { ...counted, ownSeq: 20 };
    expect(clearedTo(half, 6, 20, 3)).toMatchObject({ mark: 3, mentionMark: 6 });
    expect(clearedTo(plain, 6, null, 3)).toMatchObject({
      mark: 6,
      ownBase: 0,
      ownSeq: 6,
      mentionMark: 6,
      mentionBase: 0,
    });
    expect(clearedTo(plain, 6, null, 3).ownSince).toEqual([]);
  });

  it('COUNT-8, STORE-3: the partner’s mark and the position in the stream only rise', () => {
    for (const n of [3, 4]) expect(peerReadTo(counted, n)).toBe(counted);
    expect(peerReadTo(counted, 5).peerMark).toBe(5);
    for (const seq of [9, 10]) expect(positionedAt(counted, seq)).toBe(counted);
    expect(positionedAt(counted, 11).seq).toBe(11);
  });
});
