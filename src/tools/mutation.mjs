// `npm run test:mutation`: how many generated faults are found by the quick tests related to them, and how
// many by the simulator alone. It continues where it stopped: verdicts are stored in
// src/tools/mutation/results.jsonl.
//   --judge tests|simulator   one of the two judges (both)
//   --folder NAME             only faults of this folder
//   --faults N                size of the sample, drawn the same way every time (2000)
//   --part N                  faults judged together (600 by the tests, 300 by the simulator)
//   --limit N                 ends after this many verdicts
//   --minutes N               ends soon after this many minutes
//   --seeds N                 seeds that a fault may survive (300)
//   --asked N                 and how many of those that reach it (300)
//   --source A,B --tests C,D  tries all faults of these sources on these tests: prints the survivors
//   --tests A,B               tries only these tests, as new ones, on the survivors (with --again)
//   --rounds N                rounds of tests for each fault (3)
//   --so-far                  judges nothing; takes the tests' answers so far as final
//   --again                   judges only the survivors, once more
//   --report                  only the table, also into docs/mutation.txt
//   --jobs N                  seeds at once (1)
//   --survivors               the survivors, with their places
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { installDependencies } from './dependencies.mjs';
import { keepResult, readResults } from './mutation/results.mjs';
import { requireNode } from './node-version.mjs';
import { root, stop } from './run-command.mjs';

/** @typedef {import('./mutation/faults.mjs').Fault} Fault */
/** @typedef {import('./mutation/results.mjs').Judge} Judge */
/** @typedef {import('./mutation/results.mjs').Verdict} Verdict */

const VALUES = [
  'judge',
  'folder',
  'faults',
  'part',
  'limit',
  'minutes',
  'seeds',
  'asked',
  'rounds',
  'jobs',
  'source',
  'tests',
];
const FLAGS = ['so-far', 'again', 'report', 'survivors', 'help'];
const args = readArguments();
/** @param {string} name @param {string} otherwise */
const option = (name, otherwise) => String(args[name] ?? otherwise);
/** @param {string} name @param {number} otherwise */
function number(name, otherwise) {
  const value = Number(option(name, String(otherwise)));
  return Number.isInteger(value) && value > 0 ? value : stop(`--${name} takes a whole number above 0.`);
}

/** An unknown option must not start a run of hours. */
function readArguments() {
  const options = {
    ...Object.fromEntries(VALUES.map((name) => [name, { type: /** @type {const} */ ('string') }])),
    ...Object.fromEntries(FLAGS.map((name) => [name, { type: /** @type {const} */ ('boolean') }])),
  };
  try {
    return parseArgs({ options }).values;
  } catch (error) {
    return stop(error instanceof Error ? error.message : String(error));
  }
}

/** The text at the head of this file. */
function usage() {
  const lines = readFileSync(new URL(import.meta.url), 'utf8').split('\n');
  const end = lines.findIndex((line) => !line.startsWith('//'));
  return lines
    .slice(0, end)
    .map((line) => line.replace(/^\/\/ ?/, ''))
    .join('\n');
}

if (args['help'] === true) {
  console.log(usage());
  process.exit(0);
}
process.once('SIGTERM', () => process.exit(143));
process.once('SIGINT', () => process.exit(130));
requireNode();
process.chdir(root);
await installDependencies();
// These parse sources with a package that a bare clone does not have yet.
const { allFaults, drawSample, placeOf } = await import('./mutation/faults.mjs');
const { judgeBySimulator } = await import('./mutation/judge-simulator.mjs');
const { judgeSource } = await import('./mutation/judge-source.mjs');
const { judgeByTests, verdictsSoFar } = await import('./mutation/judge-tests.mjs');
const { table } = await import('./mutation/score.mjs');

const all = allFaults();
const sample = drawSample(all, number('faults', 2_000));
const chosen = sample.filter(({ folder }) => option('folder', '') === '' || folder === option('folder', ''));
const results = readResults();
const endMs = performance.now() + number('minutes', 100_000) * 60_000;
let left = number('limit', 1_000_000);
const isLate = () => performance.now() > endMs || left <= 0;

/** @param {import('./mutation/results.mjs').Result} result */
function keep(result) {
  const name = `${result.judge} ${result.key}`;
  if (results.get(name)?.verdict !== result.verdict) keepResult({ ...result, by: result.by.slice(0, 100) });
  results.set(name, result);
}

/** @param {Judge} judge @returns {(fault: Fault, verdict: Verdict, by: string) => void} */
const reportFrom = (judge) => (fault, verdict, by) => {
  keep({ key: fault.key, judge, verdict, by });
  left -= 1;
  console.log(`${judge.padEnd(9)} ${verdict.padEnd(11)} ${placeOf(fault)}${by === '' ? '' : `  (${by})`}`);
};

/** @param {Judge} judge */
const waiting = (judge) =>
  chosen.filter(({ key }) => {
    const before = results.get(`${judge} ${key}`);
    return args['again'] === true ? before && before.verdict !== 'found' : before === undefined;
  });

/**
 * Judges part by part, then repeats the faults without an answer, as long as they become fewer. A repeated
 * fault gets one attempt.
 * @param {Judge} judge @param {number} size @param {(part: readonly Fault[]) => Promise<void>} ask
 */
async function inParts(judge, size, ask) {
  const part = number('part', size);
  let before = -1;
  for (let list = waiting(judge); list.length > 0 && list.length !== before && !isLate();) {
    for (let at = 0; at < list.length && !isLate(); at += part) await ask(list.slice(at, at + part));
    if (args['again'] === true) return;
    before = list.length;
    list = waiting(judge);
  }
}

async function judgeAll() {
  const judge = option('judge', 'both');
  const tests = {
    rounds: number('rounds', 3),
    only: args['tests'] ? option('tests', '').split(',') : null,
  };
  if (judge !== 'simulator')
    await inParts('tests', 600, (part) => judgeByTests(sample, part, tests, reportFrom('tests'), isLate));
  const seeds = { seeds: number('seeds', 300), asked: number('asked', 300), jobs: number('jobs', 1) };
  if (judge !== 'tests')
    await inParts('simulator', 300, (part) =>
      judgeBySimulator(sample, part, seeds, reportFrom('simulator'), isLate),
    );
}

/** Prints the faults that survive these tests; stores those of the sample that they find. */
async function judgeSources() {
  const sources = option('source', '').split(',');
  const tests = option('tests', '').split(',');
  const missing = [...sources, ...tests].find((file) => !existsSync(root + file));
  if (missing !== undefined) stop(`There is no file ${missing}.`);
  const faults = all.filter(({ file }) => sources.includes(file));
  let foundCount = 0;
  await judgeSource(faults, tests, (fault, verdict, by) => {
    if (verdict !== 'found') {
      const instead = fault.text.replaceAll(/\s+/g, ' ').slice(0, 70);
      return console.log(`${verdict.padEnd(11)} ${fault.key}  ${placeOf(fault)}: ${instead}`);
    }
    foundCount += 1;
    // Only for faults judged before: for others it is unknown whether they survive.
    if (results.has(`tests ${fault.key}`)) keep({ key: fault.key, judge: 'tests', verdict, by });
  });
  console.log(`${foundCount} of ${faults.length} found`);
}

/** @returns {readonly string[]} */
function score() {
  return table(all, (folder, judge) => {
    const verdicts = sample
      .filter((one) => one.folder === folder)
      .flatMap(({ key }) => results.get(`${judge} ${key}`)?.verdict ?? []);
    return { found: verdicts.filter((one) => one === 'found').length, judged: verdicts.length };
  });
}

/** docs/mutation.txt. */
const scorePage = () =>
  `The faults found of the sample (docs/testing.md, "Mutation score"). Written by
npm run test:mutation -- --report.

${score().join('\n')}
`;

if (args['survivors'] === true) {
  for (const fault of chosen) {
    for (const judge of /** @type {const} */ (['tests', 'simulator'])) {
      const result = results.get(`${judge} ${fault.key}`);
      if (result && result.verdict !== 'found')
        console.log(`${judge.padEnd(9)} ${result.verdict.padEnd(11)} ${fault.key}  ${placeOf(fault)}`);
    }
  }
} else if (args['so-far'] === true) {
  verdictsSoFar(chosen, reportFrom('tests'));
} else if (args['source'] !== undefined) {
  await judgeSources();
} else {
  if (args['report'] !== true) await judgeAll();
  for (const line of score()) console.log(line);
  if (args['report'] === true) writeFileSync(`${root}docs/mutation.txt`, scorePage());
}
