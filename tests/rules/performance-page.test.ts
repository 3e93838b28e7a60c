import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { expect, it } from 'vitest';
import { withRun } from '../../src/tools/bench-results.mjs';
import { type BenchResult, performanceResults } from '../support/performance-table.ts';

const results = JSON.parse(readFileSync('tests/bench/results.json', 'utf8')) as readonly BenchResult[];

it('OPS-6: docs/performance.txt has the last results of the benches (npm run docs)', () => {
  const page = readFileSync('docs/performance.txt', 'utf8');
  expect(performanceResults(results), 'docs/performance.txt is stale: npm run docs').toBe(page);
  expect(performanceResults(results.slice(1))).not.toBe(page);
});

it('OPS-6: each result names a bench that exists', () => {
  const benches = results.flatMap(({ command }) => /npm run bench -- ([\w-]+)/.exec(command)?.[1] ?? []);
  expect(benches.length).toBeGreaterThan(20);
  expect(benches.filter((name) => !existsSync(`tests/bench/${name}.bench.ts`))).toEqual([]);
});

const makeNamed = (from: readonly BenchResult[], figure: string) =>
  from.find((one) => one.figure.startsWith(figure));
const play = (printed: readonly string[], over: readonly string[] = []) => ({
  bench: 'server',
  printed,
  over,
  date: '2026-12-01',
  load: '0.3',
});

it('OPS-6: a bench writes what it printed into its own entries, and says which limit is not met', () => {
  const line =
    'one-to-one, CPU per message against the bare server, words for search included: 2.31 (must 2.2)';
  const after = withRun(
    results,
    play(
      [`  NOT MET  ${line}`, '  latency at 200 messages a second, p50 against the bare server: 1.20'],
      [line],
    ),
  ) as readonly BenchResult[];
  const first = makeNamed(after, 'one-to-one message: CPU against the reference');
  expect(first).toMatchObject({ result: '2.31', met: false, date: '2026-12-01', load: '0.3' });
  // Only half of its lines was printed.
  expect(makeNamed(after, 'latency at 200')).toEqual(makeNamed(results, 'latency at 200'));
  expect(after.filter((one, at) => one !== results[at])).toEqual([first]);
});

it('OPS-6: of several lines the worst is the result, with its unit', () => {
  const lines = ['idle: 60', '100 busy people: 90.25', '500 busy people: 120', '100 busy people: 99.50'];
  const after = withRun(results, play(lines.map((one) => `  memory in MB, ${one}`)));
  expect(after.find(({ figure }) => figure.startsWith('process when idle'))?.result).toBe(
    '60; 99.50; 120 MB',
  );
});

it('OPS-6: the words of each expression are in its bench', () => {
  const folder = 'tests/bench/server/';
  const parts = readdirSync(folder).map((file) => readFileSync(folder + file, 'utf8'));
  const missing = results.flatMap(({ prints }) =>
    (prints?.lines ?? []).flatMap((expression) => {
      const source = [readFileSync(`tests/bench/${prints?.bench}.bench.ts`, 'utf8'), ...parts].join('\n');
      const words = expression.split(/[^a-zA-Z ]+/).toSorted((one, other) => other.length - one.length);
      const longest = (words[0] ?? '').trim();
      return source.includes(longest) ? [] : [`${prints?.bench}: ${longest}`];
    }),
  );
  expect(missing).toEqual([]);
});
