// Runs tests and ends with the plain line "N passed, N failed" (docs/testing.md).
//   npm test               what a contributor needs before a review
//   npm run test:full      everything; with --rest only what `npm test` leaves out
//   npm run check          --quick: types, lint and the tests without a browser, between edits
//   --only NAME            one part: the names of test-tiers.mjs
//   --long                 the crash tests with twenty rounds
import { readFileSync, rmSync } from 'node:fs';
import { basename } from 'node:path';
import { installBrowserPackages, installEnginePackages, installServerPackages } from './browser-packages.mjs';
import { buildWhenStale } from './build.mjs';
import { installDependencies } from './dependencies.mjs';
import { newerNode, recommended } from './newer-node.mjs';
import { sourcesOfTests, testsAgain } from './newer-tests.mjs';
import { requireNode } from './node-version.mjs';
import { REACHED_FILE } from './reached.mjs';
import { rulesPage } from './rules-page.mjs';
import { ruleFaults, rulesOn, testsIn } from './rules-report.mjs';
import { root, spawnCommand, spawnInstalled, stop } from './run-command.mjs';
import {
  countOf,
  failedTests,
  forgetReport,
  readReport,
  readReports,
  reportFile,
  slowestFiles,
  unstableTests,
} from './test-reports.mjs';
import { parts as allParts, partsOf, orderOfParts } from './test-tiers.mjs';

/** @typedef {{ passed: number, failed: number }} Count */
/** @typedef {import('./test-tiers.mjs').Part} Part */

/** Far more than a part needs on two quiet cores: a busy machine is slow, not broken. */
const partTimeoutMs = 70 * 60_000;
const slowestShown = 10;

/** Each checker works out shared types again: more of them than cores only repeat work. */
const TYPES = ['--noEmit', '-p', 'tsconfig.json', '--checkers', '2'];
/** Both are Go programs that end soon: collecting less saves a fifth of their time. */
const LITTLE_COLLECTED = { timeoutMs: partTimeoutMs, env: { GOGC: '400' } };

/** Prints the head of this file, which lists the options, and ends. */
function help() {
  const [head = ''] = readFileSync(new URL(import.meta.url), 'utf8').split('\nimport ');
  console.log(head.replaceAll(/^\/\/ ?/gm, ''));
  process.exit(0);
}

const FLAGS = ['full', 'rest', 'quick', 'long', 'only'];

function readOptions() {
  const args = process.argv.slice(2);
  if (args.includes('--help')) help();
  const unknown = args.find((word) => word.startsWith('--') && !FLAGS.includes(word.slice(2)));
  if (unknown !== undefined) stop(`${unknown} is not an option; --help lists them`);
  const at = args.indexOf('--only');
  const only = at < 0 ? null : (args[at + 1] ?? '');
  const names = allParts.map(({ name }) => name);
  if (only !== null && !names.includes(only)) stop(`--only takes one of: ${names.join(', ')}`);
  const has = (/** @type {string} */ word) => args.includes(`--${word}`);
  return { full: has('full'), rest: has('rest'), quick: has('quick'), long: has('long'), only };
}

const options = readOptions();

/**
 * A full run notes which test runs which functions, for `npm run tests-of`. The tests that run again take the
 * same code: it is transformed already.
 *
 * @param {Part} part
 * @returns {Record<string, string>}
 */
function coverageEnv({ name }) {
  if (!options.full || options.rest) return {};
  if (name === 'newer') return { PARLEY_REACHED: 'code' };
  return ['pure', 'server', 'page', 'unit'].includes(name) ? { PARLEY_REACHED: '1' } : {};
}

/**
 * @param {Part} part
 * @returns {Promise<Count>}
 */
async function testPart(part) {
  if (part.name === 'types') return one(await spawnInstalled('tsc', TYPES, LITTLE_COLLECTED));
  if (part.name === 'lint') return checkLint();
  if (part.name === 'engines' && withoutEngines !== null) {
    console.log(`engines: did not run. ${withoutEngines}`);
    return { passed: 0, failed: 0 };
  }
  const args = testArguments(part);
  const env = {
    ...part.env,
    ...(part.except && { PARLEY_ELSEWHERE: part.except.join(',') }),
    ...(options.quick || part.name === 'newer' ? { PARLEY_TESTS: 'quick' } : {}),
    ...(options.long ? { CRASH_ROUNDS: '1-20' } : {}),
    ...coverageEnv(part),
  };
  const timeoutMs = options.long ? 4 * partTimeoutMs : partTimeoutMs;
  if (part.name !== 'newer') {
    const { code } = await spawnInstalled('vitest', args, { timeoutMs, env });
    return countOf(readReport(part.name), code);
  }
  if (newer === null) {
    console.log(
      `newer: the package registry has no Node ${recommended}; everything ran on Node ${process.versions.node} only`,
    );
    return { passed: 0, failed: 0 };
  }
  const again = testsAgain(sourcesOfTests());
  console.log(
    `newer: tests/security and ${again.length} files of tests/server: ${again.map(plainName).join(', ')}`,
  );
  const { code } = await spawnCommand(newer, [`${root}node_modules/vitest/vitest.mjs`, ...args, ...again], {
    timeoutMs,
    env,
  });
  return countOf(readReport(part.name), code);
}

/** @param {string} path */
const plainName = (path) => basename(path, '.test.ts');

/**
 * @param {Part} part
 * @returns {string[]}
 */
function testArguments({ name, project = name, only = [] }) {
  return [
    'run',
    '--project',
    project,
    `--reporter=${name === 'newer' ? 'dot' : 'default'}`,
    '--reporter=json',
    `--outputFile.json=${reportFile(name)}`,
    ...only,
  ];
}

/**
 * The form of every file (`npm run format` gives it), then what the linter finds.
 *
 * @returns {Promise<Count>}
 */
async function checkLint() {
  const form = one(await spawnInstalled('oxfmt', ['--check'], { timeoutMs: partTimeoutMs }));
  const lint = one(await spawnInstalled('oxlint', ['--type-aware', '--deny-warnings'], LITTLE_COLLECTED));
  return { passed: form.passed + lint.passed, failed: form.failed + lint.failed };
}

/**
 * @param {{ code: number }} result
 * @returns {Count}
 */
function one(result) {
  return result.code === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
}

/**
 * @param {boolean} whole whether every part has left its report, so that a rule without a test is a fault
 * @returns {readonly string[]} the faults
 */
function checkRules(whole) {
  const rules = rulesOn(rulesPage);
  const tests = readReports().flatMap((report) => testsIn(report, root));
  return ruleFaults(rules, tests, { whole });
}

/**
 * @template T
 * @param {() => Promise<T>} action
 * @returns {Promise<{ result: T, sec: number }>}
 */
async function timed(action) {
  const from = performance.now();
  const result = await action();
  return { result, sec: (performance.now() - from) / 1_000 };
}

requireNode();
const parts = partsOf(options);
const uses = (/** @type {readonly string[]} */ ...projects) =>
  parts.some(({ project = '' }) => projects.includes(project));
/** Null if the registry has none. @type {string | null} */
let newer = null;
/** Why Firefox and WebKit cannot be tried. @type {string | null} */
let withoutEngines = null;
const installs = await timed(async () => {
  await installDependencies();
  if (parts.some(({ name }) => name === 'newer')) newer = await newerNode();
  if (uses('browser')) {
    await installBrowserPackages();
    withoutEngines = await installEnginePackages();
  }
  if (uses('server', 'unit') && !options.quick) await installServerPackages();
});
const builds = await timed(async () => {
  if (uses('browser', 'crash')) await buildWhenStale();
  if (parts.some(({ name }) => name === 'browser')) await buildWhenStale(['pages']);
});
if (options.full) rmSync(`${root}${REACHED_FILE}`, { force: true });
// The rest of a full run completes the reports that `npm test` left.
for (const { name } of options.rest || options.only !== null ? parts : allParts) forgetReport(name);

const total = { passed: 0, failed: 0 };
const times = [{ name: 'builds', sec: builds.sec }];
/** Parts without reports, as types and lint, that failed. @type {string[]} */
const failedParts = [];

/** @param {Part} part */
async function countPart(part) {
  const { result: count, sec } = await timed(() => testPart(part));
  times.push({ name: part.name, sec });
  console.log(`${part.name}: ${count.passed} passed, ${count.failed} failed`);
  total.passed += count.passed;
  total.failed += count.failed;
  if (count.failed > 0 && readReport(part.name) === null) failedParts.push(part.name);
}

const tests = await timed(async () => {
  for (const group of orderOfParts(parts)) await Promise.all(group.map(countPart));
});
const reports = parts.map(({ name }) => readReport(name)).filter((report) => report !== null);
/** Repeated at the end, where a log that is cut still shows them. */
const failures = [...failedParts, ...failedTests(reports)];
if (options.full && withoutEngines !== null) {
  failures.push(`engines: ${String(withoutEngines)}`);
  total.failed += 1;
}
if (options.only === null) {
  const faults = checkRules(options.full || options.rest);
  failures.push(...faults.map((fault) => `rules: ${fault}`));
  total.passed += faults.length === 0 ? 1 : 0;
  total.failed += faults.length;
}

const secondsOf = (/** @type {{ name: string, sec: number }} */ { name, sec }) =>
  `${name} ${sec.toFixed(1)} s`;
console.log(`Slowest files: ${slowestFiles(readReports(), slowestShown).map(secondsOf).join(', ')}`);
console.log(
  `Time: ${secondsOf({ name: 'all', sec: builds.sec + tests.sec })} (${times.map(secondsOf).join(', ')})`,
);
console.log(`Installs, not counted: ${installs.sec.toFixed(1)} s`);
for (const test of unstableTests(reports)) console.log(`Failed at first: ${test}`);
for (const failure of failures) console.log(`Failed: ${failure}`);
console.log(`${total.passed} passed, ${total.failed} failed`);
process.exit(total.failed > 0 ? 1 : 0);
