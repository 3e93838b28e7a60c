import { describe, expect, it } from 'vitest';
import { Oracle } from '../../simulator/oracle/oracle.ts';
import { refusalReason } from '../../simulator/oracle/rights.ts';
import { expectedList, expectedReadableAbove } from '../../simulator/oracle/shown.ts';
import { mentionsIn } from '../../simulator/recorder/body.ts';
import { reviewRun } from '../../simulator/recorder/review.ts';
import { Recorder } from '../../simulator/recorder/recorder.ts';
import { DEFAULT_GROUP_SETTING, type GroupSetting } from '../../src/domain/group-fields.ts';
import type { EventFacts } from '../../src/ports/store.ts';
import { messageId, msgId, streamId, userId } from '../../src/domain/ids.ts';

const people = [1, 2, 3].map((id) => ({ id, name: `Name ${id}` }));

/** An oracle of three users, of whom 1 and 2 are friends, and a group of all of them owned by 1. */
function makeOracle(): Oracle {
  const oracle = new Oracle();
  for (const person of people) oracle.meet(person);
  let row = 0;
  const befriend = (by: number, other: number) =>
    oracle.apply({ do: 'befriend', by, with: other, row: (row += 1) }, 1_000);
  befriend(1, 2);
  oracle.apply({ do: 'found', by: 1, chat: 'group-1', name: 'All', people: [2, 3], row: (row += 1) }, 2_000);
  return oracle;
}

let rows = 100;
const say = (oracle: Oracle, by: number, chat: string, words: string, at: readonly number[] = []): number => {
  const row = (rows += 1);
  oracle.apply(
    { do: 'say', by, chat, line: { row, id: `m${row}`, kind: 'text', words, at, quotes: null } },
    3_000 + row,
  );
  return row;
};

describe('the expected state of the oracle', () => {
  it('SIM-12: unread and mentions are counted line by line, one’s own left out', () => {
    const oracle = makeOracle();
    say(oracle, 1, 'group-1', 'first', [2]);
    say(oracle, 2, 'group-1', 'mine');
    const last = say(oracle, 3, 'group-1', 'last', [2]);
    expect(expectedList(oracle, 2)[0]).toMatchObject({
      contact: 'group-1',
      unread: 2,
      mentions: 2,
      last: { words: 'last' },
    });
    oracle.apply({ do: 'recall', by: 3, row: last }, 9_000);
    expect(expectedList(oracle, 2)[0]).toMatchObject({
      unread: 1,
      mentions: 1,
      last: { note: 'recalled', words: '' },
    });
    oracle.apply({ do: 'read', by: 2, chat: 'group-1', n: 4 }, 9_000);
    expect(expectedList(oracle, 2)[0]).toMatchObject({ unread: 0, mentions: 1 });
  });

  it('SIM-12: a list is pinned first, then newest; a hidden chat comes back with the next message', () => {
    const oracle = makeOracle();
    say(oracle, 3, 'group-1', 'newer');
    oracle.apply({ do: 'pin', by: 1, chat: '1-2', on: true }, 9_000);
    expect(expectedList(oracle, 1).map((row) => row.contact)).toEqual(['2', 'group-1']);
    oracle.apply({ do: 'hide', by: 1, chat: '1-2' }, 9_000);
    expect(expectedList(oracle, 1).map((row) => row.contact)).toEqual(['group-1']);
    say(oracle, 2, '1-2', 'hello');
    expect(expectedList(oracle, 1).map((row) => row.contact)).toEqual(['2', 'group-1']);
  });

  it('SIM-12: a newcomer reads from their coming, and from the beginning where the group says so', () => {
    const oracle = makeOracle();
    say(oracle, 1, 'group-1', 'before');
    oracle.apply({ do: 'remove', by: 1, chat: 'group-1', person: 3 }, 9_000);
    expect(expectedReadableAbove(oracle, 3, 'group-1')).toBeNull();
    oracle.apply({ do: 'admit', by: 1, chat: 'group-1', people: [3], row: 900 }, 9_000);
    expect(expectedReadableAbove(oracle, 3, 'group-1')).toBe(2);
    oracle.apply({ do: 'set', by: 1, chat: 'group-1', setting: { history: true } }, 9_000);
    expect(expectedReadableAbove(oracle, 3, 'group-1')).toBe(0);
  });

  it('SIM-12: rights follow role, silence and friendship', () => {
    const oracle = makeOracle();
    expect(refusalReason(oracle, 1, { kind: 'say', chat: '1-3', at: [] })).toBe('no friends');
    expect(refusalReason(oracle, 2, { kind: 'silence', chat: 'group-1', person: 3 })).toBe('not above them');
    oracle.apply({ do: 'silence', by: 1, chat: 'group-1', person: 3, untilSec: 3_600 }, 9_000);
    expect(refusalReason(oracle, 3, { kind: 'say', chat: 'group-1', at: [] })).toBe('silenced');
    oracle.nowMs = 3_600_000;
    expect(refusalReason(oracle, 3, { kind: 'say', chat: 'group-1', at: [] })).toBeNull();
    expect(refusalReason(oracle, 2, { kind: 'remove', chat: 'group-1', person: 2 })).toBeNull();
    expect(refusalReason(oracle, 2, { kind: 'remove', chat: '1-2', person: 2 })).toBe('not in it');
    expect(refusalReason(oracle, 3, { kind: 'say', chat: 'group-1', at: [0] })).toBe(
      'may not call everybody',
    );
  });
});

/** A run with one session, followed by the requests and writes of the test. */
function openRecorder(): {
  readonly recorder: Recorder;
  readonly asks: (path: string, body: object, answer: object) => void;
  readonly writes: (stream: string, facts: EventFacts) => void;
} {
  const recorder = new Recorder(() => 5_000);
  const login = recorder.arrived('/common/pub/login', null, '{}');
  recorder.answered(
    login,
    200,
    JSON.stringify({ code: 0, data: { authToken: 't', userInfo: { user_id: 1 } } }),
  );
  return {
    recorder,
    asks: (path, body, answer) =>
      recorder.answered(recorder.arrived(path, 't', JSON.stringify(body)), 200, JSON.stringify(answer)),
    writes: (stream, facts) =>
      recorder.ran.push({ nowMs: 5_000, events: [{ stream, seq: 1, facts }], state: 'kept' }),
  };
}

const lineOf = (n: number, from = 1): EventFacts => ({
  kind: 'message',
  msgId: msgId(n),
  id: messageId(`a${n}`),
  n,
  from: userId(from),
});

const makeJoin = (user: number) => ({
  stream: `u${user}`,
  seq: 1,
  facts: { kind: 'joined', of: streamId('group-1'), base: 0, n: 0, mark: 0, via: 'group' } as const,
});

const card = (shows: number): object => ({
  id: `c${shows}`,
  toContactId: '-1',
  type: 'contact',
  content: 'a card',
  extends: { id: shows },
});

describe('a run that is tried', () => {
  it('SIM-12: a write that no user requested is a fault', () => {
    const { recorder, writes } = openRecorder();
    writes('u1', { kind: 'remark', user: userId(2), name: 'Boss' });
    expect(reviewRun(recorder, people, String).faults).toEqual([expect.stringContaining('nobody asked for')]);
  });

  it('SIM-12: own lines after a mark are counted, also where the next mark would hide it', () => {
    const { recorder, writes } = openRecorder();
    writes('u1', { kind: 'joined', of: streamId('1-2'), base: 0, n: 0, mark: 0, via: 'friend' });
    for (const row of [1, 2]) writes('1-2', lineOf(row));
    writes('1-2', { kind: 'read', user: userId(1), mark: 1, own: 1, count: 2 });
    writes('1-2', { kind: 'read', user: userId(1), mark: 1, own: 0, count: 2 });
    const { faults } = reviewRun(recorder, people, String);
    expect(faults.filter((fault) => fault.includes('own lines'))).toEqual([
      'command 4: 1 has 1 own lines of 1-2 after 1, not 0',
    ]);
  });

  it('SIM-12, BLOCK-8: for the blocker, a message of a blocked user counts as an own one', () => {
    const { recorder, asks, writes } = openRecorder();
    writes('u1', { kind: 'joined', of: streamId('1-2'), base: 0, n: 0, mark: 0, via: 'friend' });
    writes('1-2', lineOf(1));
    asks('/enterprise/im/blockPerson', { id: 2, on: 1 }, { code: 0, data: '' });
    writes('u1', { kind: 'blocked', user: userId(2), on: true });
    writes('1-2', lineOf(2, 2));
    writes('1-2', { kind: 'read', user: userId(1), mark: 1, own: 1, count: 2 });
    writes('1-2', { kind: 'read', user: userId(1), mark: 1, own: 0, count: 2 });
    const { faults } = reviewRun(recorder, people, String);
    expect(faults.filter((fault) => fault.includes('own lines'))).toEqual([
      'command 5: 1 has 1 own lines of 1-2 after 1, not 0',
    ]);
  });

  it('SIM-12: after two requests without an answer, the one with the group’s name explains it', () => {
    const { recorder } = openRecorder();
    for (const name of ['First', 'Second'])
      recorder.arrived('/enterprise/group/add', 't', JSON.stringify({ user_ids: [2], name }));
    recorder.ran.push({
      nowMs: 5_000,
      events: [makeJoin(1), makeJoin(2), { stream: 'group-1', seq: 1, facts: lineOf(1) }],
      groupName: 'Second',
      state: 'kept',
    });
    expect(reviewRun(recorder, people, String).oracle.chats.get('group-1')?.group?.title).toBe('Second');
  });

  it('SIM-12: after two changes of rules without an answer, the written one happened', () => {
    const { recorder } = openRecorder();
    recorder.arrived('/enterprise/group/add', 't', JSON.stringify({ user_ids: [2], name: 'Two' }));
    recorder.ran.push({
      nowMs: 5_000,
      events: [makeJoin(1), makeJoin(2), { stream: 'group-1', seq: 1, facts: lineOf(1) }],
      state: 'kept',
    });
    const request = [{ media: 0 }, { rules: 'Be kind' }, { rules: 'Be kind', media: 1 }];
    for (const setting of request)
      recorder.arrived('/enterprise/group/groupSetting', 't', JSON.stringify({ id: 'group-1', setting }));
    const changed = (seq: number, groupSetting: GroupSetting): void => {
      const event = { stream: 'group-1', seq, facts: { kind: 'groupSetting', by: userId(1) } as const };
      recorder.ran.push({ nowMs: 5_000, events: [event], groupSetting, state: 'kept' });
    };
    changed(2, { ...DEFAULT_GROUP_SETTING, rules: 'Be kind' });
    const { oracle } = reviewRun(recorder, people, String);
    expect(oracle.chats.get('group-1')?.group?.setting).toMatchObject({ media: true, rules: 'Be kind' });
    changed(3, { ...DEFAULT_GROUP_SETTING, rules: 'Be kind', media: false });
    expect(reviewRun(recorder, people, String).oracle.chats.get('group-1')?.group?.setting.media).toBe(false);
  });

  it('SIM-12: a user mentioned twice in a message counts once', () => {
    expect(mentionsIn({ at: [4, '4', 3, 'x', 0] })).toEqual([4, 3, 0]);
    expect(mentionsIn({ at: ['0x7', ' +8 '] })).toEqual([0, 8]);
  });

  it('SIM-12: an executed action that must be refused is a fault', () => {
    const { recorder, writes } = openRecorder();
    const request = recorder.arrived(
      '/enterprise/im/sendMessage',
      't',
      JSON.stringify({ id: 'a', toContactId: 3, type: 'text', content: 'x' }),
    );
    writes('1-3', { kind: 'message', msgId: msgId(1), id: messageId('a'), n: 1, from: userId(1) });
    recorder.answered(request, 200, JSON.stringify({ code: 0 }));
    expect(reviewRun(recorder, people, String).faults).toEqual([
      expect.stringContaining('must be refused: no friends'),
    ]);
  });

  it('SIM-12: a refusal of an allowed request is a fault, a temporary refusal is not', () => {
    const { recorder, asks } = openRecorder();
    asks(
      '/enterprise/friend/add',
      { user_id: 2, remark: 'x' },
      { code: 400, msg: 'no', data: { retry_ms: 50 } },
    );
    expect(reviewRun(recorder, people, String).faults).toEqual([]);
    asks('/enterprise/friend/add', { user_id: 2, remark: 'x' }, { code: 400, msg: 'no' });
    expect(reviewRun(recorder, people, String).faults).toEqual([
      expect.stringContaining('was allowed all the time'),
    ]);
  });

  it('SIM-12: a contact card of a disabled user is refused, also in notes to self', () => {
    const { recorder, asks } = openRecorder();
    recorder.ran.push({
      nowMs: 5_000,
      events: [],
      people: [{ id: 2, patch: { active: false } }],
      state: 'kept',
    });
    asks('/enterprise/im/sendMessage', card(2), { code: 400, msg: 'no' });
    asks('/enterprise/im/sendMessage', card(3), { code: 400, msg: 'no' });
    const { faults } = reviewRun(recorder, people, String);
    expect(faults).toEqual([expect.stringContaining('"shows":3')]);
  });

  it('SIM-12: addresses of calls are recognised as servers do it, in any capitals', () => {
    const { recorder } = openRecorder();
    const request = recorder.arrived(
      '/ENTERPRISE/GROUP/ADD',
      't',
      JSON.stringify({ user_ids: [2], name: 'Loud' }),
    );
    recorder.ran.push({
      nowMs: 5_000,
      events: [
        { stream: 'group-1', seq: 1, facts: lineOf(1) },
        ...[1, 2].map((id) => ({
          stream: `u${id}`,
          seq: 1,
          facts: {
            kind: 'joined' as const,
            of: streamId('group-1'),
            base: 0,
            n: 1,
            mark: 1,
            via: 'group' as const,
          },
        })),
      ],
      state: 'kept',
    });
    recorder.answered(request, 200, JSON.stringify({ code: 0, data: { id: 'group-1' } }));
    const { faults, oracle } = reviewRun(recorder, people, String);
    expect(faults.filter((fault) => fault.includes('nobody asked'))).toEqual([]);
    expect(oracle.chats.get('group-1')?.group?.title).toBe('Loud');
  });

  it('SIM-12: announcements from before a user registered are not unread for them', () => {
    const { recorder, writes } = openRecorder();
    writes('notice', lineOf(1));
    recorder.ran.push({ nowMs: 5_000, arrived: [{ id: 3, name: 'Name 3' }], events: [], state: 'kept' });
    writes('notice', lineOf(2));
    const { oracle } = reviewRun(recorder, people, String);
    expect([2, 3].map((id) => expectedList(oracle, id)[0]?.unread)).toEqual([2, 1]);
  });

  it('SIM-12: a refusal is right when it was right at some moment of the request', () => {
    const { recorder, writes } = openRecorder();
    const first = recorder.arrived(
      '/enterprise/friend/add',
      't',
      JSON.stringify({ user_id: 2, remark: 'x' }),
    );
    const second = recorder.arrived(
      '/enterprise/friend/add',
      't',
      JSON.stringify({ user_id: 2, remark: 'x' }),
    );
    writes('u2', { kind: 'application', friendId: 7, from: userId(1) });
    recorder.answered(first, 200, JSON.stringify({ code: 0 }));
    recorder.answered(second, 200, JSON.stringify({ code: 400, msg: 'asked already' }));
    expect(reviewRun(recorder, people, String).faults).toEqual([]);
  });
});
