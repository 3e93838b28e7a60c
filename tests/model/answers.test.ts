import { describe, expect, it } from 'vitest';
import { Oracle } from '../../simulator/oracle/oracle.ts';
import { Answers, otherwise } from '../../simulator/witness/answers.ts';
import type { WitnessedRequest } from '../../simulator/witness/witnessed.ts';

/** Two people who are friends; of what they said the first line tells that they are. */
function settled(): Oracle {
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

/** Somebody's request, with what it was answered between two commands. */
const asked = (
  path: string,
  body: object,
  answer: { readonly data: unknown; readonly count?: unknown },
  [from, until] = [0, 0],
): WitnessedRequest => ({
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
  requests: readonly WitnessedRequest[],
  during: () => void = () => undefined,
) {
  const faults: string[] = [];
  const answers = new Answers(oracle, faults);
  answers.learn(requests);
  answers.look(0);
  during();
  answers.look(1);
  answers.look(Number.POSITIVE_INFINITY);
  return faults;
}

describe('SIM-30: what reading calls answer', () => {
  it('SIM-30: a list has all that belongs there, and nothing else', () => {
    const right = [{ id: 2, displayName: 'Name 2', disabled: false }];
    expect(faultsOf(settled(), [asked(NAMES, { user_ids: [] }, { data: right })])).toEqual([]);
    const [fault] = faultsOf(settled(), [asked(NAMES, { user_ids: [2] }, { data: right })]);
    expect(fault).toContain('getAllUser {"user_ids":[2]}: 0 isNamed is false, it should be true');
    expect(faultsOf(settled(), [asked(NAMES, { user_ids: [] }, { data: [] })])).toHaveLength(1);
  });

  it('SIM-30: a page has the lines that were asked for, in their order, and says of how many', () => {
    const oracle = settled();
    say(oracle, 2, 'first');
    say(oracle, 3, 'last');
    const ask = (data: unknown, count: number) =>
      faultsOf(oracle, [asked(PAGE, { toContactId: '2', peek: 1, limit: 2 }, { data, count })]);
    expect(ask([row(2, 'first'), row(3, 'last')], 3)).toEqual([]);
    expect(ask([row(3, 'last'), row(2, 'first')], 3)[0]).toContain('rows 0 n is 3, it should be 2');
    expect(ask([row(2, 'first'), row(3, 'last')], 2)[0]).toContain('count is 2, it should be 3');
  });

  it('SIM-30: it was right at some moment between the coming of the request and its answer', () => {
    const oracle = settled();
    const page = asked(
      PAGE,
      { toContactId: '2', peek: 1, limit: 1 },
      { data: [row(2, 'now')], count: 2 },
      [0, 1],
    );
    expect(faultsOf(oracle, [page], () => say(oracle, 2, 'now'))).toEqual([]);
    expect(faultsOf(settled(), [page])).toHaveLength(1);
  });

  it('SIM-30: what the oracle does not know is not judged', () => {
    expect(otherwise({ a: undefined, b: [1] }, { a: 7, b: [1], c: 3 })).toBeNull();
    expect(otherwise({ b: [1] }, { b: [1, 2] })).toBe('b is [1,2], it should be [1]');
    expect(otherwise({ b: null }, { b: {} })).toBe('b is {}, it should be null');
    const badly = asked(PAGE, { toContactId: '2', limit: 'many' }, { data: [], count: 0 });
    expect(faultsOf(settled(), [badly])).toEqual([]);
  });
});
