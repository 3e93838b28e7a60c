import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { root } from '../support/house/repository.ts';

const read = (path: string): string => readFileSync(join(root, path), 'utf8');

/** Titles of the tests of `tests/security`, whose runner fails on every skipped one. */
const titles = new Set(
  readdirSync(join(root, 'tests/security')).flatMap((file) =>
    [...read(`tests/security/${file}`).matchAll(/^it\('(SEC-1: [^\n]+?)', (?:async )?\(/gm)].map(
      ([, title]) => title,
    ),
  ),
);

const rows = [...read('tests/security/README.md').matchAll(/^\| (\d+) \| ([^|]+) \| ([^|]+) \|$/gm)].map(
  ([, number, attempt = '', refusal = '']) => ({ number: Number(number), attempt, refusal }),
);
const numberOf = (title: string | undefined): number => Number(/^SEC-1: row (\d+): /.exec(title ?? '')?.[1]);

it('ARCH-4: the rows of the table of attempts are numbered once, each with an attempt, what happens, and a test that exists', () => {
  const numbers = rows.map(({ number }) => number);
  expect(numbers.slice(0, 48)).toEqual(Array.from({ length: 48 }, (_, at) => at + 1));
  expect(numbers).toEqual([...new Set(numbers)].toSorted((a, b) => a - b));
  const tried = new Set([...titles].map(numberOf));
  for (const { number, attempt, refusal } of rows) {
    expect(attempt.length, String(number)).toBeGreaterThan(10);
    expect(refusal.length, String(number)).toBeGreaterThan(3);
    if (!refusal.startsWith('client only')) expect(tried, `row ${number}`).toContain(number);
  }
});

it('ARCH-4: the table has a row for every test of tests/security', () => {
  const numbers = new Set(rows.map(({ number }) => number));
  expect([...titles].filter((title) => !numbers.has(numberOf(title)))).toEqual([]);
});
