import { readFileSync } from 'node:fs';

/**
 * Generated faults without an observable effect, by key, each with its place and the reason. They are
 * excluded from the score. A line each: the key, a tab, and the sentence.
 *
 * @type {Readonly<Record<string, string>>}
 */
export const equivalents = Object.fromEntries(
  readFileSync(new URL('equivalents.txt', import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => /** @type {[string, string]} */ (line.split('\t'))),
);
