import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { root } from './run-command.mjs';

/** The vitest projects, in the order of their running; one report each. */
export const projects = /** @type {const} */ (['pure', 'server', 'unit', 'browser', 'crash']);

/** @param {string} project */
export function reportFile(project) {
  return `${root}.cache/test/${project}.json`;
}

/**
 * @typedef {import('./rules-report.mjs').FileResult & { status: string, startTime: number, endTime: number }} FullFileResult
 * @typedef {{ testResults: readonly FullFileResult[] }} FullReport
 */

/**
 * @param {string} project
 * @returns {FullReport | null} null when the runner left none
 */
export function readReport(project) {
  try {
    return JSON.parse(readFileSync(reportFile(project), 'utf8'));
  } catch {
    return null;
  }
}

/** @returns {readonly FullReport[]} */
export function readReports() {
  return projects.map(readReport).filter((report) => report !== null);
}

/** @param {string} project */
export function forgetReport(project) {
  rmSync(reportFile(project), { force: true });
}

/**
 * @param {string} project
 * @param {FullReport} report
 */
export function writeReport(project, report) {
  writeFileSync(reportFile(project), JSON.stringify(report));
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

/** More files than this that fail are no accident of the machine: they get no second look. */
const secondLooks = 2;
/**
 * What draws, in a browser or in a pretended one, waits for frames and layouts; everything else has no such
 * excuse.
 */
const drawing = /^tests\/(?:e2e|ui)\//;

/**
 * @param {FullReport} report
 * @param {string} [base] folder that file names are shown relative to
 * @returns {readonly string[]} the files that failed, where a second look at them is worth its time
 */
export function worthASecondLook(report, base = root) {
  const failed = report.testResults.filter((file) => file.status === 'failed').map((file) => file.name);
  return failed.length <= secondLooks && failed.every((name) => drawing.test(name.replace(base, '')))
    ? failed
    : [];
}

/**
 * @param {FullFileResult} file
 * @param {string} status
 */
const titlesOf = (file, status) =>
  file.assertionResults
    .filter((test) => test.status === status)
    .map((test) => [...test.ancestorTitles, test.title].join(' '));

/**
 * @param {FullReport} first
 * @param {FullReport} second of some of its files, run again
 * @returns {{ report: FullReport, unsteady: readonly string[] }} the whole with the second result of those
 *   files; `unsteady` names the tests that failed at first and passed then
 */
export function withSecondLook(first, second) {
  const again = new Map(second.testResults.map((file) => [file.name, file]));
  const unsteady = first.testResults.flatMap((file) => {
    const later = again.get(file.name);
    if (later === undefined) return [];
    const passed = new Set(titlesOf(later, 'passed'));
    return titlesOf(file, 'failed').filter((title) => passed.has(title));
  });
  return {
    report: { ...first, testResults: first.testResults.map((file) => again.get(file.name) ?? file) },
    unsteady,
  };
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
