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

const rows = [...read('docs/security.md').matchAll(/^\| (\d+) \| ([^|]+) \| ([^|]+) \| ([^|]+) \|$/gm)].map(
  ([, number, attempt = '', refusal = '', tests = '']) => ({
    number: Number(number),
    attempt,
    refusal,
    tests: tests.split('<br>'),
  }),
);

it('ARCH-4: the rows of the table of attempts are numbered once, each with an attempt, what happens, and a test that exists', () => {
  const numbers = rows.map(({ number }) => number);
  expect(numbers.slice(0, 48)).toEqual(Array.from({ length: 48 }, (_, at) => at + 1));
  expect(numbers).toEqual([...new Set(numbers)].toSorted((a, b) => a - b));
  for (const { number, attempt, refusal, tests } of rows) {
    expect(attempt.length, String(number)).toBeGreaterThan(10);
    expect(refusal.length, String(number)).toBeGreaterThan(3);
    if (refusal.startsWith('client only')) continue;
    for (const title of tests) {
      expect(titles, `row ${number}`).toContain(title);
      expect(title).toContain(`row ${number}:`);
    }
  }
});

it('ARCH-4: the table has a row for every test of tests/security', () => {
  const named = new Set(rows.flatMap(({ tests }) => tests));
  expect([...titles].filter((title) => title !== undefined && !named.has(title))).toEqual([]);
});
