import { describe, expect, it } from 'vitest';
import type { Action } from '../../simulator/oracle/actions.ts';
import { OwnEmojis } from '../../simulator/oracle/answers/own-emoji.ts';
import { Oracle } from '../../simulator/oracle/oracle.ts';
import { Answers, otherwise } from '../../simulator/recorder/answers.ts';
import type { RecordedRequest } from '../../simulator/recorder/recorded.ts';

/** Two users who are friends. The first message of their chat is the line about it. */
function makeOracle(): Oracle {
  const oracle = new Oracle();
  for (const id of [1, 2]) oracle.meet({ id, name: `Name ${id}` });
  oracle.apply({ do: 'befriend', by: 1, with: 2, row: 1 }, 1_000);
  return oracle;
}

const say = (oracle: Oracle, row: number, words: string): void =>
  oracle.apply(
    {
      do: 'say',
      by: 2,
      chat: '1-2',
      line: { row, id: `m${row}`, kind: 'text', words, at: [], quotes: null },
    },
    1_000 + row,
  );

/** A request of a user and its answer, between two commands. */
const makeRequest = (
  path: string,
  body: object,
  answer: { readonly data: unknown; readonly count?: unknown; readonly next?: unknown },
  [from, until] = [0, 0],
): RecordedRequest => ({
  user: 1,
  token: '',
  path,
  call: '',
  body: JSON.stringify(body),
  isCopy: false,
  cameMs: 0,
  overMs: 0,
  size: 0,
  from,
  fromMs: 0,
  untilMs: 0,
  answer: { code: 0, msg: '', ...answer },
  until,
});

const NAMES = '/enterprise/group/getAllUser';
const PAGE = '/enterprise/im/getMessageList';
const FILES = '/enterprise/files/index';
const SEARCH = '/enterprise/im/search';

/** An announcement. */
const makeReport = (row: number, words: string): Action => ({
  do: 'say',
  by: 0,
  chat: 'notice',
  line: { row, id: `a${row}`, kind: 'text', words, at: [], quotes: null },
});

const fileSaid = (row: number, by: number, name: string) =>
  ({
    do: 'say',
    by,
    chat: '1-2',
    line: {
      row,
      id: `m${row}`,
      kind: name.endsWith('.png') ? 'image' : 'file',
      words: '',
      at: [],
      quotes: null,
      file: { name, sizeBytes: 100 },
    },
  }) as const satisfies Action;
const row = (n: number, content: string) => ({
  msg_id: n,
  n,
  id: `m${n}`,
  from_user: 2,
  fromUser: { displayName: 'Name 2' },
  type: 'text',
  content,
  sendTimeMs: 1_000 + n,
  at: [],
  role: 3,
  is_read: 0,
});

function faultsOf(
  oracle: Oracle,
  requests: readonly RecordedRequest[],
  during: () => void = () => undefined,
  before: readonly Action[] = [],
) {
  const faults: string[] = [];
  const answers = new Answers(oracle, faults);
  for (const action of before) {
    oracle.apply(action, 1_000);
    answers.apply(action, 1_000);
  }
  answers.learn(requests);
  answers.look(0);
  during();
  answers.look(1);
  answers.look(Number.POSITIVE_INFINITY);
  return faults;
}

describe('SIM-30: answers of reading calls', () => {
  it('SIM-30: a list has all that belongs there, and nothing else', () => {
    const right = [{ id: 2, displayName: 'Name 2', disabled: false }];
    expect(faultsOf(makeOracle(), [makeRequest(NAMES, { user_ids: [] }, { data: right })])).toEqual([]);
    const [fault] = faultsOf(makeOracle(), [makeRequest(NAMES, { user_ids: [2] }, { data: right })]);
    expect(fault).toContain('getAllUser {"user_ids":[2]}: 0 isNamed is false, it should be true');
    expect(faultsOf(makeOracle(), [makeRequest(NAMES, { user_ids: [] }, { data: [] })])).toHaveLength(1);
  });

  it('SIM-30: a page has the lines that were asked for, in their order, and says of how many', () => {
    const oracle = makeOracle();
    say(oracle, 2, 'first');
    say(oracle, 3, 'last');
    const ask = (data: unknown, count: number) =>
      faultsOf(oracle, [makeRequest(PAGE, { toContactId: '2', peek: 1, limit: 2 }, { data, count })]);
    expect(ask([row(2, 'first'), row(3, 'last')], 3)).toEqual([]);
    expect(ask([row(3, 'last'), row(2, 'first')], 3)[0]).toContain('rows 0 n is 3, it should be 2');
    expect(ask([row(2, 'first'), row(3, 'last')], 2)[0]).toContain('count is 2, it should be 3');
  });

  it('SIM-30: an answer is right at some moment between the request and its end', () => {
    const oracle = makeOracle();
    const page = makeRequest(
      PAGE,
      { toContactId: '2', peek: 1, limit: 1 },
      { data: [row(2, 'now')], count: 2 },
      [0, 1],
    );
    expect(faultsOf(oracle, [page], () => say(oracle, 2, 'now'))).toEqual([]);
    expect(faultsOf(makeOracle(), [page])).toHaveLength(1);
  });

  it('SIM-30: fields that the oracle does not know are not checked', () => {
    expect(otherwise({ a: undefined, b: [1] }, { a: 7, b: [1], c: 3 })).toBeNull();
    expect(otherwise({ b: [1] }, { b: [1, 2] })).toBe('b is [1,2], it should be [1]');
    expect(otherwise({ b: null }, { b: {} })).toBe('b is {}, it should be null');
    const badly = makeRequest(PAGE, { toContactId: '2', limit: 'many' }, { data: [], count: 0 });
    expect(faultsOf(makeOracle(), [badly])).toEqual([]);
  });

  it('SIM-30: a search that ended early has the lines that it came to, the next request the rest', () => {
    const before = ['one', 'two', 'three'].map((name, at) => fileSaid(2 + at, 2, `${name}-paper.pdf`));
    const findMatches = (rows: readonly number[], next?: number, last_id?: number) => {
      const data = rows.map((msg_id) => ({ msg_id, type: 'file' }));
      const body = { keywords: 'paper', last_id };
      return faultsOf(makeOracle(), [makeRequest(SEARCH, body, { data, next })], undefined, before);
    };
    expect([findMatches([4, 3, 2]), findMatches([4, 3], 3), findMatches([], 5)]).toEqual([[], [], []]);
    expect([findMatches([2], undefined, 3), findMatches([3], 3, 4)]).toEqual([[], []]);
    const wrong = [
      findMatches([4, 3]),
      findMatches([4, 3], 2),
      findMatches([4, 3, 2], 3),
      findMatches([], undefined, 3),
    ];
    expect(wrong.map(({ length }) => length)).toEqual([1, 1, 1, 1]);
  });

  it('SIM-30: files are found by who sent them, of which kind they are, and how they are called', () => {
    const files = ['photo-1.png', 'paper-1.pdf', 'paper-2.png'];
    const before = files.map((name, at) => fileSaid(2 + at, at === 1 ? 1 : 2, name));
    const list = (body: object, rows: readonly number[], count = rows.length) =>
      faultsOf(
        makeOracle(),
        [makeRequest(FILES, body, { data: rows.map(fileRow), count })],
        undefined,
        before,
      );
    expect(list({}, [4, 3, 2])).toEqual([]);
    expect(list({ role: 1 }, [3])).toEqual([]);
    expect(list({ role: 2, cate: 2, keywords: 'PAPER' }, [4])).toEqual([]);
    expect(list({ page: 2, limit: 2 }, [2], 3)).toEqual([]);
    expect(list({}, [2, 3, 4])[0]).toContain('rows 0 row is 2, it should be 4');
    expect(list({ role: 2 }, [4, 3, 2])).toHaveLength(1);
    expect(list({ cate: 1 }, [])).toHaveLength(1);
    const findMatches = (body: object, rows: readonly number[]) =>
      faultsOf(makeOracle(), [makeRequest(SEARCH, body, { data: rows.map(fileRow) })], undefined, before);
    expect(findMatches({ keywords: 'paper', has: 'image' }, [4])).toEqual([]);
    expect(findMatches({ has: 'image' }, [4, 2])).toEqual([]);
    expect(findMatches({ keywords: 'photo' }, [])).toHaveLength(1);

    function fileRow(n: number) {
      const { by, line } = before[n - 2] ?? expect.unreachable();
      const [, name, ext] = /^(.*)\.(.*)$/.exec(line.file?.name ?? '') ?? [];
      const cate = line.kind === 'image' ? 2 : 1;
      return {
        msg_id: n,
        n,
        from_user: by,
        type: line.kind,
        msg_type: line.kind,
        contactId: 2,
        name,
        ext,
        cate,
        size: 100,
      };
    }
  });

  it('SIM-30: a call lists all users who acted on a message, by the caller’s names for them', () => {
    const text = { row: 2, id: 'm2', kind: 'text', words: 'a', at: [], quotes: null };
    const group: readonly Action[] = [
      { do: 'found', by: 1, chat: 'group-1', name: 'Group', people: [2], row: 9 },
      { do: 'say', by: 1, chat: 'group-1', line: text },
      { do: 'remark', by: 1, about: 2, name: 'Zoe' },
      { do: 'react', by: 2, row: 2, emoji: '👍', on: true },
    ];
    const [zoe, plain] = ['Zoe', 'Name 2'].map((displayName) => ({ user_id: 2, displayName }));
    const about = (call: string, data: unknown, count: unknown, more: readonly Action[] = []) =>
      faultsOf(
        makeOracle(),
        [makeRequest(`/enterprise/im/${call}`, { id: 'm2', msg_id: 2 }, { data, count })],
        undefined,
        [...group, ...more],
      ).length;
    expect(about('reactions', [{ emoji: '👍', user: zoe }], 1)).toBe(0);
    expect(about('reactions', [{ emoji: '👍', user: plain }], 1)).toBe(1);
    expect(about('reactions', [], 0)).toBe(1);
    expect(about('readBy', [], 1)).toBe(0);
    expect(about('readBy', [zoe], 1)).toBe(1);
    expect(about('readBy', [zoe], 1, [{ do: 'read', by: 2, chat: 'group-1', n: 2 }])).toBe(0);
    expect(about('locateMessage', { toContactId: 'group-1', n: 2 }, undefined)).toBe(0);
    expect(about('locateMessage', { toContactId: 'group-1', n: 1 }, undefined)).toBe(1);
    expect(about('blockedPeople', [], 0)).toBe(0);
    expect(about('blockedPeople', [], 0, [{ do: 'block', by: 1, person: 2, on: true }])).toBe(1);
  });

  it('SIM-30: the call returns the newest announcement that was not withdrawn', () => {
    const both = [makeReport(2, '<h3>One</h3>first'), makeReport(3, '<h3>Two</h3>second')];
    const notice = (data: object, more: readonly Action[] = []) =>
      faultsOf(makeOracle(), [makeRequest('/enterprise/im/getAdminNotice', {}, { data })], undefined, [
        ...both,
        ...more,
      ]);
    const [one, two] = [
      { title: 'One', notice: 'first', create_time: 1 },
      { title: 'Two', notice: 'second', create_time: 1 },
    ];
    expect(notice(two)).toEqual([]);
    expect(notice(one)).toHaveLength(1);
    expect(notice(one, [{ do: 'erase', by: 1, row: 3 }])).toEqual([]);
  });

  it('SIM-30: a user’s emoji keep the order in which they were added and moved', () => {
    const answers = new OwnEmojis();
    for (const id of [1, 2, 3]) answers.apply({ do: 'put', by: 1, emoji: { id, name: `e${id}` } });
    const stand = () => answers.of(1).map(({ id }) => id);
    expect(stand()).toEqual([3, 2, 1]);
    answers.apply({ do: 'put', by: 1, emoji: { id: 1, name: 'otherwise' } });
    expect(answers.of(1)[0]).toEqual({ id: 1, name: 'e1' });
    answers.apply({ do: 'move', by: 1, ids: [2, 9, 3, 2] });
    expect(stand()).toEqual([2, 3, 1]);
    answers.apply({ do: 'drop', by: 2, ids: [2] });
    answers.apply({ do: 'drop', by: 1, ids: [3, 9] });
    expect(stand()).toEqual([2, 1]);
  });
});
