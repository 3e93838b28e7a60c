// `npm run test:mutation`: how many generated faults are found by the quick tests related to them, and how
// many by the simulator alone. It goes on where it stopped: what was judged is kept in
// src/tools/mutation/results.jsonl.
//   --judge tests|simulator   one of the two judges (both)
//   --folder NAME             only faults of this folder
//   --faults N                so many of them, drawn alike every time (2000)
//   --part N                  so many are judged together (600 by the tests, 300 by the simulator)
//   --limit N                 ends after so many judgments
//   --minutes N               ends soon after so many minutes
//   --seeds N                 how many seeds a fault may live through (300)
//   --asked N                 and how many of those that reach it (300)
//   --again                   judges once more what nobody found
//   --report                  only the table, also into docs/testing.md
//   --survivors               the faults that nobody found, with their places
import { readFileSync, writeFileSync } from 'node:fs';
import { installDependencies } from './dependencies.mjs';
import { allFaults, drawn, placeOf } from './mutation/faults.mjs';
import { judgeBySimulator } from './mutation/judge-simulator.mjs';
import { judgeByTests } from './mutation/judge-tests.mjs';
import { keepResult, readResults } from './mutation/results.mjs';
import { table } from './mutation/score.mjs';
import { requireNode } from './node-version.mjs';
import { root, stop } from './run-command.mjs';

/** @typedef {import('./mutation/faults.mjs').Fault} Fault */
/** @typedef {import('./mutation/results.mjs').Judge} Judge */
/** @typedef {import('./mutation/results.mjs').Verdict} Verdict */

const args = process.argv.slice(2);
/** @param {string} name @param {string} otherwise */
const option = (name, otherwise) => (args.includes(name) ? (args[args.indexOf(name) + 1] ?? '') : otherwise);
/** @param {string} name @param {number} otherwise */
function number(name, otherwise) {
  const given = Number(option(name, String(otherwise)));
  return Number.isInteger(given) && given > 0 ? given : stop(`${name} takes a whole number above 0.`);
}

process.once('SIGTERM', () => process.exit(143));
process.once('SIGINT', () => process.exit(130));
requireNode();
process.chdir(root);
await installDependencies();

const all = allFaults();
const sample = drawn(all, number('--faults', 2_000));
const chosen = sample.filter(
  ({ folder }) => option('--folder', '') === '' || folder === option('--folder', ''),
);
const results = readResults();
const endMs = performance.now() + number('--minutes', 100_000) * 60_000;
let left = number('--limit', 1_000_000);
const isLate = () => performance.now() > endMs || left <= 0;

/** @param {Judge} judge @returns {(fault: Fault, verdict: Verdict, by: string) => void} */
const judgedBy = (judge) => (fault, verdict, by) => {
  const result = { key: fault.key, judge, verdict, by: by.slice(0, 100) };
  const before = results.get(`${judge} ${fault.key}`);
  if (before?.verdict !== verdict) keepResult(result);
  results.set(`${judge} ${fault.key}`, result);
  left -= 1;
  console.log(`${judge.padEnd(9)} ${verdict.padEnd(11)} ${placeOf(fault)}${by === '' ? '' : `  (${by})`}`);
};

/** @param {Judge} judge */
const waiting = (judge) =>
  chosen.filter(({ key }) => {
    const before = results.get(`${judge} ${key}`);
    return before === undefined || (args.includes('--again') && before.verdict !== 'found');
  });

async function judgeAll() {
  const judge = option('--judge', 'both');
  if (judge !== 'simulator') {
    const part = number('--part', 600);
    for (
      let next = waiting('tests'), size = -1;
      next.length > 0 && next.length !== size && !isLate();
      size = next.length, next = waiting('tests')
    ) {
      await judgeByTests(sample, next.slice(0, part), judgedBy('tests'), isLate);
    }
  }
  if (judge !== 'tests') {
    const part = waiting('simulator').slice(0, number('--part', 300));
    await judgeBySimulator(
      sample,
      part,
      { seeds: number('--seeds', 300), asked: number('--asked', 300), jobs: number('--jobs', 1) },
      judgedBy('simulator'),
      isLate,
    );
  }
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

/** Keeps the table between the two marks of the guide. */
function intoGuide() {
  const path = `${root}docs/testing.md`;
  const text = readFileSync(path, 'utf8');
  const [begin, end] = [
    '<!-- mutation score, made by npm run test:mutation -- --report -->',
    '<!-- end of the mutation score -->',
  ];
  const [from, to] = [text.indexOf(begin), text.indexOf(end)];
  if (from < 0 || to < from) return;
  writeFileSync(path, `${text.slice(0, from + begin.length)}\n${score().join('\n')}\n${text.slice(to)}`);
}

if (args.includes('--survivors')) {
  for (const fault of chosen) {
    for (const judge of /** @type {const} */ (['tests', 'simulator'])) {
      const result = results.get(`${judge} ${fault.key}`);
      if (result && result.verdict !== 'found')
        console.log(`${judge.padEnd(9)} ${result.verdict.padEnd(11)} ${fault.key}  ${placeOf(fault)}`);
    }
  }
} else {
  if (!args.includes('--report')) await judgeAll();
  for (const line of score()) console.log(line);
  if (args.includes('--report')) intoGuide();
}
