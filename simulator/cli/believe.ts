import { parseLines } from '../scripted/script-file.ts';

/** How one seed of a sweep ended, as a line of a file of results. */
export interface SeedResult {
  readonly seed: number;
  /** The promise that broke, or null. */
  readonly broke: string | null;
}

export const resultLine = (result: SeedResult): string => `${JSON.stringify(result)}\n`;

export const readSeedResults = (text: string): readonly SeedResult[] =>
  (parseLines(text) as readonly unknown[]).map(resultOf);

/** @throws Error with a text for people */
function resultOf(line: unknown): SeedResult {
  const { seed, broke } = line as Partial<SeedResult>;
  if (typeof seed !== 'number' || (broke !== null && typeof broke !== 'string'))
    throw new Error(
      'A file of results has lines {"seed": 7, "broke": null} or with the promise that broke, as --results writes them.',
    );
  return { seed, broke };
}

export interface Belief {
  /** Up to and with the last failure: so many seeds, and how many of them failed. */
  readonly seeds: number;
  readonly failures: number;
  /** Clean ones since. */
  readonly clean: number;
  /** Clean ones until the fix is believed, if it truly failed once in so many. */
  readonly needed: number;
  /** The same with the failure rate estimated from those failures alone. */
  readonly neededSurely: number;
}

export const DOUBT = 0.05;

/**
 * Number of clean seeds after the last failure that make it credible that the bug is gone. If it still failed
 * once in N, n clean seeds in a row would occur with (1 − 1/N)ⁿ: at most one time in twenty. N itself is
 * estimated from few failures, and badly from a single one, so the second figure weights every N by how
 * likely it makes the observation.
 */
export function believe(results: readonly SeedResult[]): Belief | null {
  const last = results.findLastIndex((one) => one.broke !== null);
  if (last < 0) return null;
  const [seeds, clean] = [last + 1, results.length - last - 1];
  const failures = results.filter((one) => one.broke !== null).length;
  const needed = failures === seeds ? 1 : Math.ceil(Math.log(DOUBT) / Math.log(1 - failures / seeds));
  return { seeds, failures, clean, needed, neededSurely: surely(seeds, failures) };
}

/** The smallest n for which n clean seeds are that unlikely, after so many failures of so many seeds. */
function surely(seeds: number, failures: number): number {
  let chance = 1;
  for (let n = 0; ; n += 1) {
    if (chance <= DOUBT) return n;
    chance *= (seeds - failures + 1 + n) / (seeds + 2 + n);
  }
}

export function beliefText({ seeds, failures, clean, needed, neededSurely }: Belief): string {
  const missing = (target: number): string => (clean >= target ? 'reached' : `${target - clean} more`);
  return [
    `It failed ${failures} times in ${seeds} seeds: once in ${Math.round(seeds / failures)}. ${clean} seeds since the last failure were clean.`,
    `A fix is believed at ${100 - DOUBT * 100} % after ${needed} clean seeds, if it truly failed that often: ${missing(needed)}.`,
    `As long as only ${failures === 1 ? 'that one failure says' : 'those failures say'} how often, it takes ${neededSurely}: ${missing(neededSurely)}.`,
  ].join('\n');
}
