// Verdicts, a line of JSON each, under version control: another machine continues from there.
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { root } from '../run-command.mjs';

/** @typedef {'tests' | 'simulator'} Judge */
/** @typedef {'found' | 'alive' | 'not reached'} Verdict */
/** @typedef {{ key: string, judge: Judge, verdict: Verdict, by: string }} Result */

const path = `${root}src/tools/mutation/results.jsonl`;

/** The last word on each fault, by judge and key. @returns {Map<string, Result>} */
export function readResults() {
  if (!existsSync(path)) return new Map();
  const lines = readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line !== '');
  return new Map(
    lines
      .map((line) => /** @type {Result} */ (JSON.parse(line)))
      .map((one) => [`${one.judge} ${one.key}`, one]),
  );
}

/** @param {Result} result */
export const keepResult = (result) => appendFileSync(path, `${JSON.stringify(result)}\n`);
