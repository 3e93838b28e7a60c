// `npm test`: everything, ending in the plain line "N passed, N failed".
//   --quick        what people at work run between edits: types, lint, house rules, the quick unit tests
//   --only NAME    one part: types, lint, newer, pure, server, unit, browser, crash
//   --long         the crash test with all its rounds
import { readFileSync } from 'node:fs';
import { installBrowserPackages, installServerPackages } from './browser-packages.mjs';
import { buildWhenStale } from './build.mjs';
import { installDependencies } from './dependencies.mjs';
import { requireNode } from './node-version.mjs';
import { ruleFaults, rulesOn, testsIn } from './rules-report.mjs';
import { newerNode, recommended } from './newer-node.mjs';
import { root, runCommand, runInstalled, stop } from './run-command.mjs';
import {
  countOf,
  forgetReport,
  projects,
  readReport,
  readReports,
  reportFile,
  slowestFiles,
  withSecondLook,
  worthASecondLook,
  writeReport,
} from './test-reports.mjs';

/** Far more than a part needs on two quiet cores: a busy machine is slow, not broken. */
const partTimeoutMs = 40 * 60_000;
const names = ['types', 'lint', 'newer', ...projects];
/**
 * What runs in Node for people: the quick tests of the server, again on the Node that the documents
 * recommend.
 */
const onNewer = ['tests/server', 'tests/security'];

/** @typedef {{ passed: number, failed: number }} Count */

function readOptions() {
  const args = process.argv.slice(2);
  const at = args.indexOf('--only');
  const only = at < 0 ? null : (args[at + 1] ?? '');
  if (only !== null && !names.includes(only)) stop(`--only takes one of: ${names.join(', ')}`);
  return { quick: args.includes('--quick'), long: args.includes('--long'), only };
}

const options = readOptions();

/**
 * Tests that passed at their second run only.
 *
 * @type {string[]}
 */
const unsteady = [];

/**
 * @param {string} name
 * @returns {Promise<Count>}
 */
async function runPart(name) {
  if (name === 'types')
    return one(await runInstalled('tsc', ['--noEmit', '-p', 'tsconfig.json'], { timeoutMs: partTimeoutMs }));
  if (name === 'lint') return runLint();
  if (name === 'newer') return runOnNewer();
  const { code } = await runTests(name);
  const first = readReport(name);
  const again = first === null ? [] : worthASecondLook(first);
  return first === null || again.length === 0 ? countOf(first, code) : lookAgain(name, first, again);
}

/**
 * The form of every file (`npm run format` gives it), then what the linter finds.
 *
 * @returns {Promise<Count>}
 */
async function runLint() {
  const form = one(await runInstalled('oxfmt', ['--check'], { timeoutMs: partTimeoutMs }));
  const lint = one(
    await runInstalled('oxlint', ['--type-aware', '--deny-warnings'], { timeoutMs: partTimeoutMs }),
  );
  return { passed: form.passed + lint.passed, failed: form.failed + lint.failed };
}

/** @returns {Promise<Count>} */
async function runOnNewer() {
  const node = await newerNode();
  if (node === null) {
    console.log(
      `newer: Node ${recommended} could not be had from the package registry; everything ran on Node ${process.versions.node} only`,
    );
    return { passed: 0, failed: 0 };
  }
  forgetReport('newer');
  const args = [
    `${root}node_modules/vitest/vitest.mjs`,
    'run',
    '--project',
    'server',
    '--reporter=dot',
    '--reporter=json',
    `--outputFile.json=${reportFile('newer')}`,
    ...onNewer,
  ];
  const { code } = await runCommand(node, args, { timeoutMs: partTimeoutMs, env: { PARLEY_TESTS: 'quick' } });
  return countOf(readReport('newer'), code);
}

/**
 * @param {string} name
 * @param {readonly string[]} [files] run one after the other; all of the project's, side by side, without it
 */
function runTests(name, files = []) {
  return runInstalled(
    'vitest',
    [
      'run',
      '--project',
      name,
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${reportFile(name)}`,
      ...(files.length === 0 ? [] : ['--no-file-parallelism']),
      ...files,
    ],
    {
      timeoutMs: options.long ? 4 * partTimeoutMs : partTimeoutMs,
      env: {
        ...(options.quick ? { PARLEY_TESTS: 'quick' } : {}),
        ...(options.long ? { CRASH_ROUNDS: '20' } : {}),
      },
    },
  );
}

/**
 * What draws fails now and then for a reason of the machine, so a file of it that failed is run once more,
 * alone. What passes only then counts as passed and is named at the end of the run: docs/testing.md says what
 * to do.
 *
 * @param {string} name
 * @param {import('./test-reports.mjs').FullReport} first
 * @param {readonly string[]} files
 */
async function lookAgain(name, first, files) {
  console.log(`${name}: once more, alone: ${files.map((file) => file.replace(root, '')).join(', ')}`);
  forgetReport(name);
  const { code } = await runTests(name, files);
  const second = readReport(name);
  if (second === null) return countOf(null, code);
  const looked = withSecondLook(first, second);
  writeReport(name, looked.report);
  unsteady.push(...looked.unsteady);
  return countOf(looked.report, code);
}

/**
 * @param {{ code: number }} result
 * @returns {Count}
 */
function one(result) {
  return result.code === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
}

/** @returns {Count} */
function checkRules() {
  const rules = rulesOn(readFileSync(`${root}docs/rules.md`, 'utf8'));
  const tests = readReports().flatMap((report) => testsIn(report, root));
  const faults = ruleFaults(rules, tests, { whole: !options.quick });
  for (const fault of faults) console.error(`rules: ${fault}`);
  return { passed: faults.length === 0 ? 1 : 0, failed: faults.length };
}

/** @returns {readonly string[]} */
function chosenParts() {
  if (options.only !== null) return [options.only];
  return options.quick ? ['types', 'lint', 'pure', 'server', 'unit'] : names;
}

requireNode();
await installDependencies();
const parts = chosenParts();
if (parts.includes('browser')) await installBrowserPackages();
if ((parts.includes('server') || parts.includes('unit')) && !options.quick) await installServerPackages();
if (parts.includes('browser') || parts.includes('crash')) await buildWhenStale();
if (parts.includes('browser')) await buildWhenStale(['pages']);
for (const project of projects) forgetReport(project);

const total = { passed: 0, failed: 0 };
/** @type {{ name: string, sec: number }[]} */
const times = [];
for (const name of parts) {
  const from = performance.now();
  const count = await runPart(name);
  times.push({ name, sec: (performance.now() - from) / 1_000 });
  console.log(`${name}: ${count.passed} passed, ${count.failed} failed`);
  total.passed += count.passed;
  total.failed += count.failed;
}
if (options.only === null) {
  const count = checkRules();
  total.passed += count.passed;
  total.failed += count.failed;
}

const slowest = [...times, ...slowestFiles(readReports(), 5)];
console.log(`Time: ${slowest.map(({ name, sec }) => `${name} ${sec.toFixed(1)} s`).join(', ')}`);
for (const title of unsteady) console.log(`Unsteady, passed when it was run again alone: ${title}`);
console.log(`${total.passed} passed, ${total.failed} failed`);
process.exit(total.failed > 0 ? 1 : 0);
