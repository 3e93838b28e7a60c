import { describe, expect, it } from 'vitest';
import { timesThere } from '../../simulator/checkers/acknowledged.ts';
import { boundBy } from '../../simulator/checkers/privacy.ts';
import { isForgotten, isGivenUp } from '../../simulator/checkers/long-waits.ts';
import { badgeOf } from '../../simulator/oracle/effects.ts';
import { Remains } from '../../simulator/oracle/erasure.ts';
import { Oracle } from '../../simulator/oracle/oracle.ts';
import { ExpectedPresence } from '../../simulator/oracle/presence.ts';
import { linesKept, seatsKept, tiesKept } from '../../simulator/oracle/rows.ts';
import type { OracleLine } from '../../simulator/oracle/state.ts';
import { reviewRun } from '../../simulator/recorder/review.ts';
import { TypingReview } from '../../simulator/recorder/notified.ts';
import { Recorder } from '../../simulator/recorder/recorder.ts';
import type { World } from '../../simulator/world/world-type.ts';
import { messageId, msgId, streamId, userId } from '../../src/domain/ids.ts';

const people = [1, 2, 3].map((id) => ({ id, name: `Name ${id}` }));
let rows = 0;

/** 1 and 2 are friends, and all three are in a group. */
function makeOracle(): Oracle {
  const oracle = new Oracle();
  for (const person of people) oracle.meet(person);
  oracle.apply({ do: 'befriend', by: 1, with: 2, row: (rows += 1) }, 1_000);
  oracle.apply({ do: 'found', by: 1, chat: 'group-1', name: 'All', people: [2, 3], row: (rows += 1) }, 2_000);
  return oracle;
}

function say(oracle: Oracle, by: number, chat: string, words: string): OracleLine {
  oracle.apply(
    {
      do: 'say',
      by,
      chat,
      line: { row: (rows += 1), id: `id${rows}`, kind: 'text', words, at: [], quotes: null },
    },
    3_000,
  );
  return oracle.lines.get(rows) as OracleLine;
}

/** 2, who is mute until second 100, types in the group. */
function typingFaults(databaseMs: number, nodeMs: number): readonly string[] {
  const oracle = makeOracle();
  oracle.apply({ do: 'silence', by: 1, chat: 'group-1', person: 2, untilSec: 100 }, 3_000);
  const typed = { by: 2, chat: 'group-1', what: 'file', atMs: 1, nowMs: [databaseMs, nodeMs] };
  const report = { to: 3, ours: true, by: 2, contact: 'group-1', what: 'file', atMs: 2, at: 1 };
  const faults: string[] = [];
  new TypingReview({ signals: [typed], reports: [report] }, oracle, faults).look(1, 10);
  return faults;
}

const times = (remains: readonly number[], asked: readonly number[]): number =>
  timesThere(
    [1, 2].map((id) => ({ msgId: msgId(id), from: id + 2 })),
    (id) => remains.includes(id),
    (by) => asked.includes(by),
  );

it('SIM-4, SEND-1: an id counts once for each line that anybody asked for, or that remains', () => {
  expect(times([2], [4])).toBe(1);
  expect([times([1, 2], [4]), times([2], [3, 4]), times([], [3, 4])]).toEqual([2, 2, 2]);
});

describe('erased text that may remain', () => {
  it('SIM-16: erased words are nowhere; others are only with those who may read them', () => {
    const oracle = makeOracle();
    const line = say(oracle, 1, 'group-1', 'm1.0');
    say(oracle, 1, '1-2', 'm2.0');
    expect(new Remains(oracle).erasedIn('{"content":"m1.0"}')).toEqual([]);
    expect(new Remains(oracle).notFor(3, 'm1.0 m2.0')).toEqual(['m2.0']);
    oracle.apply({ do: 'recall', by: 1, row: line.row }, 4_000);
    expect(new Remains(oracle).erasedIn('x m1.0 m1.01')).toEqual(['m1.0']);
    expect(new Remains(oracle).notFor(1, 'm1.0')).toEqual(['m1.0']);
    say(oracle, 2, 'group-1', 'm1.0');
    expect(new Remains(oracle).erasedIn('m1.0')).toEqual([]);
  });

  it('SIM-16: the same text in another user’s scheduled message remains', () => {
    const oracle = makeOracle();
    const later = { chat: 'group-1', marked: false, at: [], quotes: null, dueMs: 9_000 } as const;
    for (const by of [1, 2]) oracle.apply({ do: 'putOff', by, id: `p${by}`, words: 'p6.0', ...later }, 4_000);
    oracle.apply({ do: 'putOff', by: 1, id: 'p1', words: 'q7.0', ...later }, 5_000);
    expect(new Remains(oracle).erasedIn('p6.0')).toEqual([]);
    oracle.apply({ do: 'putOff', by: 2, id: 'p2', words: 'q8.0', ...later }, 6_000);
    expect(new Remains(oracle).erasedIn('p6.0 q7.0 q8.0')).toEqual(['p6.0']);
  });

  it('SIM-16: words that others have said, and that never became a line of their author', () => {
    const oracle = makeOracle();
    say(oracle, 3, 'group-1', 'm4.0');
    const line = say(oracle, 2, 'group-1', 'm3.0');
    oracle.apply({ do: 'recall', by: 2, row: line.row }, 4_000);
    const remains = new Remains(oracle);
    expect([1, 2, 3].map((id) => remains.wasSaidBy(id, 'm3.0'))).toEqual([false, true, false]);
    expect([1, 3].map((id) => remains.wasSaidBy(id, 'm4.0'))).toEqual([false, true]);
  });

  it('SIM-16: a user who left a chat learns of no recall in it', () => {
    const oracle = makeOracle();
    const line = say(oracle, 1, 'group-1', 'm5.0');
    oracle.apply({ do: 'remove', by: 1, chat: 'group-1', person: 3 }, 4_000);
    oracle.apply({ do: 'recall', by: 1, row: line.row }, 5_000);
    expect([new Remains(oracle).erasedFor(2, 'm5.0'), new Remains(oracle).erasedFor(3, 'm5.0')]).toEqual([
      ['m5.0'],
      [],
    ]);
  });

  it('SIM-16: a user who comes back does not learn what was erased while they were away', () => {
    const oracle = makeOracle();
    const [before, after] = [say(oracle, 1, '1-2', 'm6.0'), say(oracle, 1, '1-2', 'm7.0')];
    oracle.apply({ do: 'unfriend', by: 1, with: 2 }, 4_000);
    oracle.apply({ do: 'erase', by: 1, row: before.row }, 5_000);
    oracle.apply({ do: 'befriend', by: 1, with: 2, row: (rows += 1) }, 6_000);
    oracle.apply({ do: 'erase', by: 1, row: after.row }, 7_000);
    expect(new Remains(oracle).erasedFor(2, 'm6.0 m7.0')).toEqual(['m7.0']);
  });
});

describe('items that waited very long', () => {
  const DAY = 86_400_000;
  const one = { text: 'm1.0', device: 'a', tab: 'a.1', to: '2', atMs: 1_000, id: 'id1', released: false };
  const worldAfter = (
    days: number,
    lies: string,
    acknowledged: string[] = [],
    refused: string[] = [],
    aheadDays = 0,
    committed: string[] = [],
  ) =>
    ({
      clock: { elapsedMs: () => one.atMs + days * DAY },
      record: { acknowledged: new Set(acknowledged), refused: new Set(refused) },
      recorder: {
        ran: committed.map((id) => ({ state: 'kept', events: [{ facts: { kind: 'message', id } }] })),
      },
      people: [
        { devices: [{ name: 'a', aheadMs: () => aheadDays * DAY, disk: { texts: () => [[lies, '']] } }] },
      ],
    }) as unknown as World;

  it('SIM-16: an item that several nights made too old to send remains on its device', () => {
    expect(isGivenUp(worldAfter(63, '1 outbox id1'), one)).toBe(true);
    expect(isGivenUp(worldAfter(63, '1 outbox id2'), one)).toBe(false);
    expect(isGivenUp(worldAfter(31, '1 outbox id1'), one)).toBe(false);
  });

  it('SIM-16: so does an item that a clock set ahead by months made too old', () => {
    expect(isGivenUp(worldAfter(18, '1 outbox id1', [], [], 50), one)).toBe(true);
    expect(isGivenUp(worldAfter(18, '1 outbox id2', [], [], 50), one)).toBe(false);
    expect(isGivenUp(worldAfter(8, '1 outbox id1', [], [], 50), one)).toBe(false);
  });

  it('SIM-16: a message sent again after its server had forgotten it waits for its author', () => {
    expect(isForgotten(worldAfter(101, '', ['id1'], ['id1']), one)).toBe(true);
    expect(isForgotten(worldAfter(80, '', ['id1'], ['id1']), one)).toBe(false);
    expect(isForgotten(worldAfter(101, '', ['id1']), one)).toBe(false);
    expect(isForgotten(worldAfter(101, '', [], ['id1']), one)).toBe(false);
    // Too old to be said again, it was not even asked about.
    expect(isForgotten(worldAfter(63, '1 outbox id1', ['id1']), one)).toBe(true);
    expect(isForgotten(worldAfter(63, '1 outbox id1'), one)).toBe(false);
    // The message arrived, and its node died before the answer.
    expect(isForgotten(worldAfter(63, '1 outbox id1', [], [], 0, ['id1']), one)).toBe(true);
    expect(isForgotten(worldAfter(31, '1 outbox id1', [], [], 0, ['id1']), one)).toBe(false);
  });
});

describe('rows and answers', () => {
  it('SIM-17: a chat is stored as its remaining messages and its members with their state', () => {
    const oracle = makeOracle();
    const line = say(oracle, 2, '1-2', 'm1.0');
    oracle.apply({ do: 'erase', by: 2, row: line.row }, 4_000);
    const chat = oracle.chats.get('1-2');
    expect(chat && linesKept(chat)).toEqual([expect.stringContaining('1-2 1 ')]);
    expect(chat && seatsKept(chat)[1]).toBe(
      '2 in 1-2: role 3, since 0, read 1 and mentions 1, own 1, hidden 0, not pinned, heard, silent until 0',
    );
    expect(tiesKept(oracle)).toEqual(['1>2 friends ""', '2>1 friends ""']);
  });

  it('SIM-17: an answer with words that are not one’s to read, or an event unseen, is a fault', () => {
    const recorder = new Recorder(() => 5_000);
    recorder.answered(
      recorder.arrived('/login', null, '{}'),
      200,
      JSON.stringify({ code: 0, data: { authToken: 't', userInfo: { user_id: 3 } } }),
    );
    recorder.ran.push({
      nowMs: 5_000,
      state: 'kept',
      events: [
        {
          stream: streamId('u1'),
          seq: 1,
          facts: { kind: 'message', msgId: msgId(7), id: messageId('a'), n: 1, from: userId(1) },
        },
      ],
    });
    recorder.answered(
      recorder.arrived('/getMessageList', 't', '{}'),
      200,
      JSON.stringify({ code: 0, data: [{ msg_id: 7, type: 'text', content: 'x' }] }),
    );
    const { faults, book } = reviewRun(recorder, people, String);
    expect(faults).toContainEqual(expect.stringContaining('not theirs to read'));
    expect([book.mayHear(1, 'u1', 1), book.mayHear(3, 'u1', 1), book.mayHear(3, '1-2', 1)]).toEqual([
      true,
      false,
      false,
    ]);
  });

  it('SIM-16: a user who bound a socket of another user reveals their own frames to that user', () => {
    const body = JSON.stringify({ client_id: 'a', user_id: 2 });
    const all = [
      { call: 'binduid', user: 2, body },
      { call: 'binduid', user: null, body },
      { call: 'offline', user: 3, body },
    ];
    expect(boundBy(all, new Set(['a']))).toEqual([2]);
    expect(boundBy(all, new Set(['b']))).toEqual([]);
  });
});

describe('recipients of typing signs', () => {
  it('SIM-12: sockets are bound as their answers say; an answer that is not a frame changes nothing', () => {
    const recorder = new Recorder(() => 5_000);
    const sendMessage = (call: string, user: number) =>
      recorder.answered(
        recorder.arrived(call, null, '{}'),
        200,
        JSON.stringify({
          code: 0,
          data: { authToken: `t${user}`, logoutKey: `k${user}`, userInfo: { user_id: user } },
        }),
      );
    for (const user of [1, 2]) sendMessage('/common/pub/login', user);
    const [speaks, hears] = [recorder.socket(), recorder.socket()];
    speaks.up('{"type":"bindUid","token":"t1","client":"parley"}');
    hears.up('{"type":"bindUid","token":"t2","client":"parley"}');
    speaks.up('{"type":"bindUid","token":7}');
    speaks.up('{"type":"typing","toContactId":2,"what":"file"}');
    hears.down('{"type":"typing","data":{"toContactId":1,"user_id":1,"what":"file"}}');
    expect([recorder.typings.signals, recorder.typings.reports]).toMatchObject([
      [{ by: 1, chat: '1-2', what: 'file' }],
      [{ to: 2, by: 1, contact: '1', ours: true }],
    ]);
    speaks.up('{"type":"bindUid","token":"ended"}');
    speaks.up('{"type":"typing","toContactId":2,"what":"file"}');
    expect(recorder.typings.signals).toHaveLength(1);
  });

  it('SIM-12, TYPING-4: a mute may be over by the clock of the node, or by that of the database', () => {
    expect(typingFaults(99_000, 101_000)).toEqual([]);
    expect(typingFaults(101_000, 99_000)).toEqual([]);
    expect(typingFaults(99_000, 99_000)).toHaveLength(1);
  });

  it('SIM-12: a socket belongs to its user until its frames are read', () => {
    const recorder = new Recorder(() => 5_000);
    const data = { authToken: 't1', logoutKey: 'k1', userInfo: { user_id: 1 } };
    const answer = JSON.stringify({ code: 0, data });
    recorder.answered(recorder.arrived('/common/pub/login', null, '{}'), 200, answer);
    const socket = recorder.socket();
    const bindAndType = (token: string): void => {
      socket.up(JSON.stringify({ type: 'bindUid', token, client: 'parley' }));
      socket.up('{"type":"typing","toContactId":2,"what":"file"}');
    };
    bindAndType('t1');
    socket.down('{"type":"pong","bound":true}');
    bindAndType('nobody’s');
    expect(recorder.typings.signals).toMatchObject([{ by: 1 }, { by: 1 }]);
    socket.over('node');
    bindAndType('nobody’s');
    expect(recorder.typings.signals).toHaveLength(2);
  });
});

describe('users who are online', () => {
  it('SIM-18: presence follows sockets, with a grace time after a broken one and none after a close', () => {
    const presence = new ExpectedPresence();
    presence.bound(1, 7);
    presence.bound(2, 7);
    presence.leave(1, 0, 'broke');
    expect(presence.isHere(7, 90_000)).toBe(true);
    presence.leave(2, 100_000, 'broke');
    expect([5_000, 20_000, 24_000].map((ms) => presence.isHere(7, 100_000 + ms))).toEqual([
      true,
      null,
      false,
    ]);
    presence.bound(3, 7);
    presence.leave(3, 200_000, 'said');
    expect([presence.isHere(7, 201_000), presence.isHere(7, 204_000), presence.isHere(8, 0)]).toEqual([
      null,
      false,
      false,
    ]);
  });
});

it('SIM-20: messages of others count where chats are heard; muted ones count in no number', () => {
  const oracle = makeOracle();
  say(oracle, 1, 'group-1', 'm1.0');
  expect(badgeOf(oracle, 2)).toEqual({ unread: 1, mentions: 0, system: 0 });
  oracle.apply({ do: 'notify', by: 2, chat: 'group-1', on: false, atOnly: false, untilMs: null }, 4_000);
  expect(badgeOf(oracle, 2)).toEqual({ unread: 0, mentions: 0, system: 0 });
  oracle.apply({ do: 'apply', by: 3, to: 2, application: 9 }, 5_000);
  expect(badgeOf(oracle, 2).system).toBe(1);
});

it('SIM-12: time never goes back in what is one’s own, also before the first note to oneself', () => {
  const oracle = makeOracle();
  oracle.passTime('u1', 9_000);
  expect(say(oracle, 1, 'u1', 'a note').sentAtMs).toBe(9_000);
});
