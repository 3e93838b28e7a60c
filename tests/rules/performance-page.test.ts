import { existsSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { type BenchResult, withResults } from '../support/performance-table.ts';

const results = JSON.parse(readFileSync('tests/bench/results.json', 'utf8')) as readonly BenchResult[];

it('OPS-6: docs/performance.md has the last results of the benches (npm run docs)', () => {
  const page = readFileSync('docs/performance.md', 'utf8');
  expect(withResults(page, results), 'docs/performance.md is stale: npm run docs').toBe(page);
  expect(withResults(page, results.slice(1))).not.toBe(page);
  expect(() => withResults('# Performance', results)).toThrow('no place');
});

it('OPS-6: each result names a bench that exists', () => {
  const benches = results.flatMap(({ command }) => /npm run bench -- ([\w-]+)/.exec(command)?.[1] ?? []);
  expect(benches.length).toBeGreaterThan(20);
  expect(benches.filter((name) => !existsSync(`tests/bench/${name}.bench.ts`))).toEqual([]);
});
