/** docs/performance.txt, made from the last results of the benches. */
export interface BenchResult {
  readonly area: string;
  readonly figure: string;
  /** The limit, or an empty text without one. */
  readonly must: string;
  readonly aim: string;
  readonly result: string;
  readonly met: boolean;
  /** The day, or only the month, of the measurement. */
  readonly date: string;
  /** Processes that wanted a core at that time. */
  readonly load: string;
  readonly command: string;
  /** Lines of a bench with the result. Absent if the result is entered by hand. */
  readonly prints?: { readonly bench: string; readonly lines: readonly string[]; readonly unit?: string };
}

/** One result: the figure, what was measured beside its limits, and the command that repeats it. */
function entryOf({ figure, must, aim, result, met, date, load, command, prints }: BenchResult): string {
  const limits = [must && `must ${must}`, aim && `aim ${aim}`].filter((one) => one !== '').join(' | ');
  const when = `${date}${prints ? '' : ', entered by hand'}, load ${load}`;
  return [
    `${met ? '' : 'NOT MET: '}${figure}`,
    `  ${[result, limits, when].filter((one) => one !== '').join(' | ')}`,
    `  ${command}`,
  ].join('\n');
}

/** `the same` is the command of the row above. */
const withCommand = (one: BenchResult, at: number, all: readonly BenchResult[]): BenchResult =>
  one.command === 'the same'
    ? { ...one, command: all.slice(0, at).findLast(({ command }) => command !== 'the same')?.command ?? '' }
    : one;

/** The results by area. */
export function performanceResults(given: readonly BenchResult[]): string {
  const results = given.map(withCommand);
  const areas = [...new Set(results.map(({ area }) => area))].map((area) =>
    [area, ...results.filter((result) => result.area === area).map(entryOf)].join('\n\n'),
  );
  return `The last results of the benches. docs/performance.md explains them. Made by npm run docs from
tests/bench/results.json.

${areas.join('\n\n\n')}
`;
}
