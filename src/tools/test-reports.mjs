import { readFileSync, rmSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';
import { root } from './run-command.mjs';
import { reporting } from './test-tiers.mjs';

/** @param {string} part */
export function reportFile(part) {
  return `${root}.cache/test/${part}.json`;
}

/**
 * @typedef {import('./rules-report.mjs').FileResult & { status: string, startTime: number, endTime: number }} FullFileResult
 * @typedef {{ testResults: readonly FullFileResult[] }} FullReport
 */

/**
 * @param {string} part
 * @returns {FullReport | null} null when the runner left none
 */
export function readReport(part) {
  try {
    return JSON.parse(readFileSync(reportFile(part), 'utf8'));
  } catch {
    return null;
  }
}

/** @returns {readonly FullReport[]} */
export function readReports() {
  return reporting.map(({ name }) => readReport(name)).filter((report) => report !== null);
}

/** @param {string} part */
export function forgetReport(part) {
  rmSync(reportFile(part), { force: true });
}

/**
 * A runner that left no report, ended badly without a failed test, or ran nothing is a failure: a
 * green line must never come from tests that did not run. Skipped tests count as failed.
 *
 * @param {FullReport | null} report
 * @param {number} code exit code of the runner
 * @returns {{ passed: number, failed: number }}
 */
export function countOf(report, code) {
  if (report === null) return { passed: 0, failed: 1 };
  const tests = report.testResults.flatMap((file) => file.assertionResults);
  const passed = tests.filter((test) => test.status === 'passed').length;
  const brokenFiles = report.testResults.filter(
    (file) => file.status === 'failed' && file.assertionResults.every((test) => test.status === 'passed'),
  ).length;
  const failed = tests.length - passed + brokenFiles;
  const unexplained = failed === 0 && (code !== 0 || tests.length === 0) ? 1 : 0;
  return { passed, failed: failed + unexplained };
}

/**
 * @param {readonly FullReport[]} reports
 * @param {number} count
 * @returns {readonly { name: string, sec: number }[]} the slowest test files first
 */
export function slowestFiles(reports, count) {
  return reports
    .flatMap((report) => report.testResults)
    .map((file) => ({ name: file.name.replace(root, ''), sec: (file.endTime - file.startTime) / 1_000 }))
    .toSorted((a, b) => b.sec - a.sec)
    .slice(0, count);
}

const LONGEST_REASON = 300;

/**
 * @param {readonly string[] | undefined} messages
 * @returns {string} the first one on one line, or nothing
 */
function reasonOf(messages) {
  const [message = ''] = messages ?? [];
  const line = stripVTControlCharacters(message).replaceAll(/\s+/g, ' ').trim().slice(0, LONGEST_REASON);
  return line === '' ? '' : ` (${line})`;
}

/**
 * @param {readonly FullReport[]} reports
 * @returns {string[]} a line for each failed or skipped test, with its reason, and each file that did not run
 */
export function failedTests(reports) {
  return reports
    .flatMap((report) => report.testResults)
    .flatMap((file) => {
      const lines = linesOf(file, (test) => test.status !== 'passed');
      return lines.length === 0 && file.status === 'failed' ? [`${nameOf(file)}: the file failed`] : lines;
    });
}

/**
 * @param {readonly FullReport[]} reports
 * @returns {string[]} a line for each test that failed first and passed when it ran again
 */
export function unstableTests(reports) {
  return reports
    .flatMap((report) => report.testResults)
    .flatMap((file) =>
      linesOf(file, (test) => test.status === 'passed' && (test.failureMessages ?? []).length > 0),
    );
}

/** @param {FullFileResult} file */
const nameOf = (file) => file.name.replace(root, '');

/**
 * @param {FullFileResult} file
 * @param {(test: FullFileResult['assertionResults'][number]) => boolean} isListed
 */
const linesOf = (file, isListed) =>
  file.assertionResults
    .filter(isListed)
    .map(
      (test) =>
        `${nameOf(file)}: ${[...test.ancestorTitles, test.title].join(' ')}${reasonOf(test.failureMessages)}`,
    );
