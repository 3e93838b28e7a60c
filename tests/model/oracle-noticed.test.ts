import { expect, it } from 'vitest';
import { OracleOutage } from '../../simulator/oracle/outage.ts';
import type { LineFate } from '../../simulator/oracle/outage.ts';
import { OracleTypist } from '../../simulator/oracle/typing-shown.ts';
import type { TypingPress } from '../../simulator/oracle/typing-shown.ts';

const shown = (line: OracleOutage, ...fates: readonly LineFate[]) =>
  fates.map((fate) => {
    line.fails(fate);
    return `${line.shows} ${line.told}`;
  });
const times = (fate: LineFate, count: number) => Array.from({ length: count }, () => fate);

/** The expected display and number of reports at each close of an outage. */
const outage = (told: number) => [
  ...Array<string>(4).fill(`waiting ${told}`),
  ...Array<string>(2).fill(`lost ${told + 1}`),
];

it('SIM-37: a line that closes is given up at the fifth time, and told of once in each outage', () => {
  const line = new OracleOutage();
  expect(shown(line, ...times('closed', 6))).toEqual(outage(0));
  line.isBound();
  expect(shown(line, ...times('closed', 6))).toEqual(outage(1));
});

it('SIM-37: failed opens have a separate counter, up to the tenth', () => {
  const line = new OracleOutage();
  expect(shown(line, 'closed', ...times('refused', 10)).at(-2)).toBe('waiting 0');
  expect([line.shows, line.told]).toEqual(['lost', 1]);
  const mixed = new OracleOutage();
  expect(shown(mixed, ...times('closed', 3), ...times('refused', 3), 'closed').at(-1)).toBe('waiting 0');
  expect(shown(mixed, 'closed')).toEqual(['lost 1']);
});

/** The sign that is shown at a moment after these presses. */
function typed(presses: readonly (readonly [TypingPress, number])[], atMs: number): string | null {
  const typist = new OracleTypist();
  for (const [what, pressedMs] of presses) typist.press(what, pressedMs);
  return typist.shownAt(atMs);
}

it('SIM-37: the sign is shown for 6 s after the last one, which repeats while the user types', () => {
  expect([0, 5_900, 6_000].map((at) => typed([['typed', 0]], at))).toEqual(['text', 'text', null]);
  const goesOn = [
    ['typed', 0],
    ['typed', 900],
  ] as const;
  expect([9_400, 9_500].map((at) => typed(goesOn, at))).toEqual(['text', null]);
  expect(
    typed(
      [
        ['typed', 0],
        ['dropped', 900],
      ],
      900,
    ),
  ).toBe(null);
  expect(
    typed(
      [
        ['recording', 0],
        ['typed', 100],
        ['dropped', 200],
      ],
      60_000,
    ),
  ).toBe('voice');
  expect(
    typed(
      [
        ['recording', 0],
        ['recorded', 20_000],
      ],
      20_000,
    ),
  ).toBe(null);
});

it('SIM-37: typing before a sent message is not reported afterwards, later typing is', () => {
  const says = [
    ['typed', 0],
    ['typed', 500],
    ['said', 1_000],
  ] as const;
  expect([1_000, 3_600, 8_000].map((at) => typed(says, at))).toEqual([null, null, null]);
  expect([1_600, 3_500].map((at) => typed([...says, ['typed', 1_500]], at))).toEqual([null, 'text']);
  expect(typed([...says, ['typed', 1_500], ['dropped', 2_000]], 4_000)).toBe(null);
  // A message from another device ends the sign, and this page continues.
  expect(
    typed(
      [
        ['typed', 0],
        ['typed', 500],
        ['said elsewhere', 1_000],
      ],
      3_500,
    ),
  ).toBe('text');
});

it('SIM-37: a sign that meets the line it was typed for may be ended by it', () => {
  const typist = new OracleTypist();
  typist.press('recording', 0);
  typist.press('said', 3_300);
  expect([typist.shownAt(3_600), typist.isUnsure]).toEqual(['voice', true]);
  expect([typist.shownAt(7_100), typist.isUnsure]).toEqual(['voice', false]);
});

it('SIM-37: a sign that crossed a line is judged again from some time after the next sign', () => {
  const typist = new OracleTypist();
  typist.press('recording', 0);
  typist.press('said', 3_499);
  expect([typist.shownAt(3_600), typist.isUnsure]).toEqual(['voice', true]);
  expect([typist.shownAt(7_010), typist.isUnsure, typist.changedMs]).toEqual(['voice', false, 7_000]);
});

it('SIM-37: the oracle knows how long ago a page last checked for typing users', () => {
  const typist = new OracleTypist();
  typist.press('recording', 0);
  expect([3_499, 3_500, 3_560, 7_001].map((at) => typist.sinceLookMs(at))).toEqual([Infinity, 0, 60, 1]);
});
