// All faults of a few sources, tried on a few tests: for a developer who is writing these.
import { mkdirSync, rmSync } from 'node:fs';
import { root } from '../run-command.mjs';
import { leftToLookAt, look } from './judge-tests.mjs';
import { linesOf } from './lines.mjs';

/** @typedef {import('./faults.mjs').Fault} Fault */

const reportFile = `${root}.cache/mutation/source-${process.pid}.jsonl`;
/** Restarts of files that fail without a fault after a test. */
const BEGUN_MAX = 6;

/**
 * Runs these tests on the faults. A found fault stays found; a surviving one may still be found by other
 * tests.
 *
 * @param {readonly Fault[]} faults
 * @param {readonly string[]} files of tests
 * @param {(fault: Fault, verdict: 'found' | 'alive' | 'not reached', by: string) => void} judged
 */
export async function judgeSource(faults, files, judged) {
  mkdirSync(`${root}.cache/mutation`, { recursive: true });
  rmSync(reportFile, { force: true });
  const keys = Object.fromEntries(faults.map(({ key }, no) => [key, no]));
  for (let begun = 0; begun < BEGUN_MAX; begun += 1) {
    const left = leftToLookAt(files, reportFile);
    if (left.length > 0) await look(left, keys, reportFile, 100_000_000, () => false);
  }
  const lines = linesOf(reportFile);
  for (const { wrong, error } of lines) if (wrong !== undefined) console.log(`not asked: ${wrong}: ${error}`);
  const reached = new Set(lines.flatMap((line) => line.reached ?? []));
  const by = new Map(
    lines.flatMap((line) => (line.found === undefined ? [] : [[line.found, line.by ?? '']])),
  );
  for (const [no, fault] of faults.entries())
    judged(fault, by.has(no) ? 'found' : reached.has(no) ? 'alive' : 'not reached', by.get(no) ?? '');
}
