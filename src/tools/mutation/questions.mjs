// Selects the tests for each fault: those that reach it, cheap ones and those that reach little else first,
// within its share of time. Survivors get another round with more tests.
import { basename } from 'node:path';

/** @typedef {import('./runner.mjs').Questions} Questions */
/** @typedef {{ name: string, file: string, ms: number, reached: readonly number[] }} Reaching */
/** @typedef {Reaching & { isAsked: boolean }} Looked */
/** @typedef {{ tests: readonly Looked[], atLoad: ReadonlyMap<string, readonly number[]>, ms: ReadonlyMap<string, number> }} Look */

/** Time for one fault in each round; by the clock of a busy machine. */
export const ROUNDS_MS = [1_500, 6_000, 12_000];
/** Files loaded again per round for faults in code that runs at load time. */
const ANEW = [2, 4, 0];
/** Cost divisor of a test whose file names the source of a fault. */
const NEAR = 20;
/** Compares every limit with a page, without naming the files of limits. */
const OF_LIMITS = 'tests/rules/limits-page.test.ts';
/** Test files for faults whose source no test file names. */
const ANYWAY = [
  'tests/server/sending.test.ts',
  'tests/server/gateway.test.ts',
  'tests/rules/client-outbox.test.ts',
  'tests/rules/client-sync.test.ts',
];

/**
 * @param {Look} look
 * @param {readonly { no: number, file: string }[]} faults
 * @param {number} round
 * @param {(file: string) => string} textOf a file of tests
 * @returns {Record<string, Questions>}
 */
export function questionsOf(look, faults, round, textOf) {
  /** @type {Record<string, Questions>} */
  const all = {};
  const of = (/** @type {string} */ file) => (all[file] ??= { tests: {}, anew: [] });
  /** @type {Map<number, Looked[]>} */
  const reaching = new Map();
  for (const test of look.tests)
    for (const no of test.reached) reaching.set(no, [...(reaching.get(no) ?? []), test]);
  for (const { no, file: source } of faults) {
    const isNear = (/** @type {string} */ file) =>
      textOf(file).includes(`/${basename(source)}'`) || (file === OF_LIMITS && source.endsWith('limits.ts'));
    const rank = (/** @type {Looked} */ test) => worth(test) / (isNear(test.file) ? NEAR : 1);
    const ranks = new Map((reaching.get(no) ?? []).map((test) => [test, rank(test)]));
    const tests = [...ranks].toSorted(([, a], [, b]) => a - b).map(([test]) => test);
    const spent = [0, ...ROUNDS_MS].slice(0, round + 1).reduce((sum, one) => sum + one, 0);
    let sum = 0;
    for (const { file, name, ms, isAsked } of tests) {
      // It was already tried on everything that it reaches during the recording.
      if (isAsked) continue;
      const isEarlier = sum < spent;
      sum += Math.max(ms, 5);
      if (isEarlier && round > 0) continue;
      (of(file).tests[name] ??= []).push(no);
      if (sum >= spent + (ROUNDS_MS[round] ?? 0)) break;
    }
    if (tests.length > 0) continue;
    const loading = [...look.atLoad].filter(([, reached]) => reached.includes(no)).map(([file]) => file);
    const near = loading.filter(isNear);
    const files = [
      ...near.toSorted((a, b) => (look.ms.get(a) ?? 0) - (look.ms.get(b) ?? 0)),
      ...ANYWAY.filter((file) => loading.includes(file) && !near.includes(file)),
    ];
    const from = ANEW.slice(0, round).reduce((total, one) => total + one, 0);
    for (const file of files.slice(from, from + (ANEW[round] ?? 0))) of(file).anew.push(no);
  }
  return all;
}

/** @param {Looked} test */
const worth = ({ ms, reached }) => Math.max(ms, 5) * Math.sqrt(reached.length);

/**
 * The remaining questions after some answers.
 *
 * @param {Record<string, Questions>} questions
 * @param {readonly import('./lines.mjs').Line[]} lines
 */
export function leftOf(questions, lines) {
  const left = structuredClone(questions);
  /** @type {Record<string, number[]>} */
  const first = {};
  /** @type {Map<string, number>} */
  const doubts = new Map();
  for (const { over, done, file = '', doubt, spoilt, test = '', rest = [] } of lines) {
    if (over !== undefined) delete left[over];
    if (done !== undefined) delete left[file]?.tests[done];
    const tests = left[file]?.tests;
    if (spoilt !== undefined && tests) {
      doubts.set(spoilt, (doubts.get(spoilt) ?? 0) + 1);
      if ((doubts.get(spoilt) ?? 0) > SPOILT_MAX) delete tests[spoilt];
    }
    if (doubt === undefined || !tests) continue;
    const times = (doubts.get(test) ?? 0) + 1;
    doubts.set(test, times);
    first[test] = [...(first[test] ?? []), doubt];
    if (times > DOUBTS_MAX) delete tests[test];
    else tests[test] = [doubt, ...rest];
  }
  return { left, first };
}

/** Restarts after which a test is skipped because tests fail without a fault after it. */
const DOUBTS_MAX = 5;
/** Restarts of a test that fails before any fault is present, because an earlier test left traces. */
const SPOILT_MAX = 2;
