import { existsSync, readFileSync } from 'node:fs';

/**
 * Reports of the processes so far: a line of JSON each, of one of several kinds.
 *
 * @typedef {Partial<{
 * found: number, by: string, doubt: number, rest: number[], done: string, round: number, pending: number[],
 * over: string, ms: number, atLoad: number[], file: string, test: string,
 * busyMs: number, idleMs: number, reached: number[], wrong: string, error: string, print: string,
 * spoilt: string, asked: string,
 * seed: number, judged: number, failure: string | null,
 * }>} Line
 */

/** @param {string} path @returns {readonly Line[]} */
export function linesOf(path) {
  if (!existsSync(path)) return [];
  const lines = readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line.endsWith('}'));
  return lines.map((line) => /** @type {Line} */ (JSON.parse(line)));
}
