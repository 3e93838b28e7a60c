// Judges by the quick tests. First all of them run once over a program with all faults in it, which records
// which test reaches which fault. Then the tests that reach a fault run again with it (`runner.mjs`,
// `questions.mjs`).
import { spawn } from 'node:child_process';
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { root } from '../run-command.mjs';
import { linesOf } from './lines.mjs';
import { ROUNDS_MS, leftOf, questionsOf } from './questions.mjs';

/** @typedef {import('./faults.mjs').Fault} Fault */
/** @typedef {import('./questions.mjs').Look} Look */
/** @typedef {(fault: Fault, verdict: 'found' | 'alive' | 'not reached', by: string) => void} Judged */

/** Unit tests without properties, which run each test hundreds of times. */
const QUICK = ['rules', 'security', 'server', 'ui', 'contract', 'model'];
const workFolder = `${root}.cache/mutation/`;
const [lookJob, looks, partJob, progress] = [
  `${workFolder}look.json`,
  `${workFolder}look.jsonl`,
  `${workFolder}part.json`,
  `${workFolder}part.jsonl`,
];
/** These bring what they need and leave nothing behind: they share a process, and what it has loaded. */
const SHARED = /^tests\/(?:rules|security|server|contract)\/(?!.*\.(?:pg|redis)\.test)/;
/** Whole servers over PostgreSQL, and all over two of them: a fault that makes one wait costs minutes. */
const SLOW = /\/(?:on-postgres-|together|races|move).*\.pg\.test/;
/**
 * A run at the same place for this long does not return: at a fault, and before the first one, since a busy
 * machine starts slowly.
 */
const [STUCK_MS, STUCK_BEFORE_MS] = [150_000, 400_000];
/** Tests that take no longer than this are tried on all faults that they reach while that is recorded. */
const AT_ONCE_MS = 500;
/** Share of files that may have changed since the tests were examined. */
const CHANGED_MAX = 0.1;

/**
 * Judges a part, or continues one that was started.
 *
 * @param {readonly Fault[]} sample
 * @param {readonly Fault[]} next the part to begin with, if none was begun
 * @param {{ rounds: number, only: readonly string[] | null }} asked rounds, each with more tests than the
 * previous one, and only of these files
 * @param {Judged} judged
 * @param {() => boolean} isLate asked now and then; the next call continues with the rest
 */
export async function judgeByTests(sample, next, { rounds, only }, judged, isLate) {
  mkdirSync(workFolder, { recursive: true });
  const numbers = await lookAt(sample, only ?? testFiles(), isLate);
  if (numbers === null) return;
  const look = lookOf(linesOf(looks));
  const byKey = new Map(sample.map((fault) => [fault.key, fault]));
  const begun = existsSync(partJob)
    ? /** @type {{ part: string[] }} */ (JSON.parse(readFileSync(partJob, 'utf8'))).part
    : null;
  if (begun === null) rmSync(progress, { force: true });
  const keys = begun ?? next.map(({ key }) => key).filter((key) => numbers[key] !== undefined);
  writeFileSync(partJob, JSON.stringify({ part: keys }));
  // Faults in changed code are judged with a later part.
  const part = keys.flatMap((key) =>
    byKey.has(key) ? [{ .../** @type {Fault} */ (byKey.get(key)), no: numbers[key] ?? -1 }] : [],
  );
  const readFindings = () => findingsIn([...linesOf(looks), ...linesOf(progress)]);
  for (const round of ROUNDS_MS.slice(0, rounds).keys()) {
    for (;;) {
      const lines = linesOf(progress);
      const begin = lines.findIndex((line) => line.round === round);
      if (begin < 0)
        appendFileSync(
          progress,
          `${JSON.stringify({ round, pending: part.map(({ no }) => no).filter((no) => !readFindings().has(no)) })}\n`,
        );
      if (lines.some((line) => (line.round ?? 0) > round)) break;
      const pending = new Set(linesOf(progress).find((line) => line.round === round)?.pending);
      const questions = questionsOf(
        look,
        part.filter(({ no }) => pending.has(no)),
        round,
        textOf,
      );
      const { left, first } = leftOf(questions, begin < 0 ? [] : lines.slice(begin));
      const files = atOnce(inOrder(left, look));
      if (files.length === 0) break;
      console.log(
        `${readFindings().size} of ${part.length} found, round ${round + 1} of ${ROUNDS_MS.length}, ${Object.keys(left).length} files of tests to ask`,
      );
      if (isLate()) return;
      await run(
        files,
        {
          count: Object.keys(numbers).length,
          keys: numbers,
          questions: left,
          first,
          spoilt: [],
          atOnceMs: 0,
        },
        progress,
        isLate,
      );
    }
  }
  // All at once: those that are found come sooner, and a part of the answers would flatter.
  tellAll(part, look, readFindings(), judged);
  rmSync(partJob);
}

/**
 * Current verdicts of all faults of the started part, or of all, after any number of tests: a survivor may
 * still be found.
 *
 * @param {readonly Fault[]} sample
 * @param {Judged} judged
 */
export function verdictsSoFar(sample, judged) {
  const lines = linesOf(looks);
  const { keys } = /** @type {{ keys: Record<string, number> }} */ (
    JSON.parse(readFileSync(lookJob, 'utf8'))
  );
  const begun = existsSync(partJob)
    ? new Set(/** @type {{ part: string[] }} */ (JSON.parse(readFileSync(partJob, 'utf8'))).part)
    : null;
  const part = sample.flatMap((fault) => {
    const no = keys[fault.key];
    return no === undefined || begun?.has(fault.key) === false ? [] : [{ ...fault, no }];
  });
  tellAll(part, lookOf(lines), findingsIn([...lines, ...linesOf(progress)]), judged);
}

/** @type {Map<string, string>} */
const texts = new Map();
/** @param {string} file */
function textOf(file) {
  const text = texts.get(file) ?? readFileSync(root + file, 'utf8');
  texts.set(file, text);
  return text;
}

/**
 * Found faults, and the test that found each.
 *
 * @param {readonly import('./lines.mjs').Line[]} lines @returns {Map<number, string>}
 */
const findingsIn = (lines) =>
  new Map(lines.flatMap((line) => (line.found === undefined ? [] : [[line.found, line.by ?? '']])));

/**
 * @param {readonly Fault[]} part
 * @param {Look} look
 * @param {ReadonlyMap<number, string>} by
 * @param {Judged} judged
 */
function tellAll(part, look, by, judged) {
  const reached = new Set([
    ...look.tests.flatMap((test) => test.reached),
    ...[...look.atLoad.values()].flat(),
  ]);
  for (const fault of part)
    judged(
      fault,
      by.has(fault.no) ? 'found' : reached.has(fault.no) ? 'alive' : 'not reached',
      by.get(fault.no) ?? '',
    );
}

/**
 * The recorded reach of each test, reused until much of the source has changed.
 *
 * @param {readonly Fault[]} sample
 * @param {readonly string[]} files of tests
 * @param {() => boolean} isLate
 * @returns {Promise<Record<string, number> | null>} the numbers of faults; null if it is not ready
 */
async function lookAt(sample, files, isLate) {
  /** @type {Record<string, number>} */
  let keys = existsSync(lookJob) ? JSON.parse(readFileSync(lookJob, 'utf8')).keys : {};
  if (sample.filter(({ key }) => keys[key] === undefined).length > CHANGED_MAX * sample.length) {
    keys = Object.fromEntries(sample.map(({ key }, no) => [key, no]));
    writeFileSync(lookJob, JSON.stringify({ keys }));
    for (const file of [looks, partJob, progress]) rmSync(file, { force: true });
  }
  for (;;) {
    const left = leftToLookAt(files, looks);
    if (left.length === 0) return keys;
    if (isLate()) return null;
    console.log(`Which test reaches what: ${left.length} files left, ${left[0]} …`);
    await look(left, keys, looks, AT_ONCE_MS, isLate);
  }
}

/**
 * The next of these files that were not examined yet.
 *
 * @param {readonly string[]} files
 * @param {string} told
 */
export function leftToLookAt(files, told) {
  const over = new Set(linesOf(told).flatMap((line) => line.over ?? []));
  return atOnce(files.filter((file) => !over.has(file)));
}

/**
 * Records which faults the tests of these files reach; cheap tests are also tried on them.
 *
 * @param {readonly string[]} files
 * @param {Readonly<Record<string, number>>} keys
 * @param {string} told
 * @param {number} atOnceMs the most time of a test for all that it reaches
 * @param {() => boolean} isLate
 */
export async function look(files, keys, told, atOnceMs, isLate) {
  const spoilt = linesOf(told).flatMap(({ doubt, file }) => (doubt === undefined || !file ? [] : [file]));
  const count = Object.keys(keys).length;
  await run(files, { count, keys, questions: null, first: {}, spoilt, atOnceMs }, told, isLate);
}

/** @param {readonly import('./lines.mjs').Line[]} lines @returns {Look} */
function lookOf(lines) {
  const questions = new Set(lines.flatMap((line) => line.asked ?? []));
  const tests = new Map(
    lines.flatMap(({ test, file = '', busyMs = 0, idleMs = 0, reached }) =>
      test === undefined || !reached
        ? []
        : [[test, { name: test, file, ms: busyMs + idleMs, reached, isAsked: questions.has(test) }]],
    ),
  );
  const over = lines.filter((line) => line.over !== undefined);
  return {
    tests: [...tests.values()],
    atLoad: new Map(over.map((line) => [line.over ?? '', line.atLoad ?? []])),
    ms: new Map(over.map((line) => [line.over ?? '', line.ms ?? 0])),
  };
}

/**
 * Sorts by cost, cheapest first: faults that they find need not be tried on the others.
 *
 * @param {Record<string, import('./runner.mjs').Questions>} questions @param {Look} look
 */
function inOrder(questions, look) {
  const ms = new Map(look.tests.map((test) => [test.name, test.ms]));
  const cost = (/** @type {string} */ file) => {
    const tests = Object.entries(questions[file]?.tests ?? {});
    const asks = tests.reduce((sum, [, faults]) => sum + faults.length, 0);
    return (
      tests.reduce((sum, [name, faults]) => sum + faults.length * (ms.get(name) ?? 0), 1_000) / (asks + 1)
    );
  };
  const isAsked = (/** @type {string} */ file) =>
    (questions[file]?.anew.length ?? 0) > 0 || Object.keys(questions[file]?.tests ?? {}).length > 0;
  return Object.keys(questions)
    .filter(isAsked)
    .map((file) => ({ file, cost: cost(file) }))
    .toSorted((a, b) => a.cost - b.cost)
    .map(({ file }) => file);
}

/** @param {string} file */
const reaches = (file) =>
  /from '(?:\.\.\/)+(?:src\/(?:client|domain|server)|machines|simulator|support)\//.test(
    readFileSync(root + file, 'utf8'),
  );

/** Files of tests that could reach anything here, in the order of their folders. */
function testFiles() {
  const all = QUICK.flatMap((folder) =>
    readdirSync(`${root}tests/${folder}`, { recursive: true, encoding: 'utf8' })
      .toSorted()
      .map((name) => `tests/${folder}/${name}`),
  );
  // The simulator is the other judge, and those that read sources do not run them.
  return all.filter(
    (file) =>
      /\.test\.tsx?$/.test(file) &&
      !/(?:simulator|light-clients|test-run|architecture|language)\.test/.test(file) &&
      !SLOW.test(file) &&
      reaches(file),
  );
}

/** Selects the files that can share a run with the first one. @param {readonly string[]} files */
const atOnce = (files) => files.filter((file) => SHARED.test(file) === SHARED.test(files[0] ?? ''));

/**
 * One run; if it hangs, its current question ends. If it is late, the run ends, and its reports are kept.
 *
 * @param {readonly string[]} files
 * @param {object} job
 * @param {string} told
 * @param {() => boolean} isLate
 */
async function run(files, job, told, isLate) {
  const [jobFile, at] = [`${workFolder}job-${process.pid}.json`, `${workFolder}at-${process.pid}.json`];
  rmSync(at, { force: true });
  const isolate = !SHARED.test(files[0] ?? '');
  writeFileSync(jobFile, JSON.stringify({ ...job, files, isolate, progress: told, at }));
  if (!existsSync(told)) writeFileSync(told, '');
  const before = readFileSync(told, 'utf8').length;
  const child = spawn(
    `${root}node_modules/.bin/vitest`,
    ['run', '--config', 'src/tools/mutation/vitest.config.mjs', '--reporter=dot', ...files],
    {
      cwd: root,
      detached: true,
      stdio: 'ignore',
      env: { ...process.env, MUTATION_JOB: jobFile, NO_COLOR: '1' },
    },
  );
  const kill = () => {
    try {
      process.kill(-(child.pid ?? 0), 'SIGKILL');
    } catch {
      // The process group has already ended.
    }
  };
  let last = '';
  let since = performance.now();
  const watch = setInterval(() => {
    const place = `${existsSync(at) ? readFileSync(at, 'utf8') : ''}${readFileSync(told, 'utf8').length}`;
    if (place !== last) [last, since] = [place, performance.now()];
    if (isLate()) kill();
    else if (performance.now() - since > (existsSync(at) ? STUCK_MS : STUCK_BEFORE_MS)) {
      if (existsSync(at)) {
        const { no, file } = JSON.parse(readFileSync(at, 'utf8'));
        appendFileSync(told, `${JSON.stringify({ found: no, by: `${file} never ended` })}\n`);
      }
      kill();
    }
  }, 2_000);
  process.once('exit', kill);
  await new Promise((resolve) => child.once('exit', resolve));
  process.off('exit', kill);
  clearInterval(watch);
  // A process of tests that ended itself leaves the databases that it started.
  kill();
  // A run that got nowhere would get nowhere again.
  if (readFileSync(told, 'utf8').length > before || isLate()) return;
  console.log(`${files[0]} could not be asked.`);
  appendFileSync(told, `${JSON.stringify({ over: files[0] })}\n`);
}
