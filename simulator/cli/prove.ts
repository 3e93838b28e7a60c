import planted from '../planted.json' with { type: 'json' };
import type { Args } from './args.ts';
import { child, realNowMs } from './sweep.ts';
import type { Again, SweepBatch } from './sweep.ts';
import type { Report } from '../report/tally.ts';

export const PLANTED: readonly {
  readonly name: string;
  readonly about: string;
  readonly file: string;
  readonly find: string;
  readonly put: string;
}[] = planted;

const SEEDS_MAX = 5_000;
const FINDS_WANTED = 19;
/** Steps that a person reads through. */
const READABLE = 30;
const FINDS_MAX = 4;

interface Hunt {
  /** The report that found the bug first. */
  readonly first: Report | null;
  /** The shortest that is left of what found it. */
  readonly best: Report | null;
  readonly lastSeed: number;
  readonly failAnyway: readonly number[];
}

/**
 * Searches the first seed that finds a bug. Some finds depend on so many steps that little can be removed:
 * then the next finding seeds are tried, at most four in all, until one is short enough to read.
 */
async function hunt(range: Args, planted: string, again: Again): Promise<Hunt> {
  const findings: Report[] = [];
  const failAnyway: number[] = [];
  let lastSeed = range.seeds[0] - 1;
  while (lastSeed < range.seeds[1] && findings.length < FINDS_MAX) {
    const before = findings.length;
    await child(
      { args: range, from: lastSeed + 1, every: 1, planted, untilFound: true } satisfies SweepBatch,
      again,
      (report: Report) => {
        lastSeed = report.seed;
        if (report.failsAnyway) failAnyway.push(report.seed);
        if (report.problem) findings.push(report);
      },
    );
    if (findings.length === before || stepsOf(findings.at(-1)) < READABLE) break;
  }
  const best = findings.toSorted((a, b) => stepsOf(a) - stepsOf(b))[0] ?? null;
  return { first: findings[0] ?? null, best, lastSeed, failAnyway };
}

const stepsOf = (report: Report | undefined): number => report?.shrunk?.steps ?? Number.POSITIVE_INFINITY;

/** Plants each known bug and searches the first seed that finds it; prints the table (SIM-7). */
export async function prove(args: Args, again: Again, say: (text: string) => void): Promise<number> {
  const began = realNowMs();
  const range: Args = { ...args, seeds: args.seeds[0] === args.seeds[1] ? [1, SEEDS_MAX] : args.seeds };
  const waiting = PLANTED.filter((bug) => args.planted === null || bug.name === args.planted);
  const target = Math.min(FINDS_WANTED, waiting.length);
  const all = waiting.length;
  const anyway = new Set<number>();
  const left: number[] = [];
  let bugCount = 0;
  say(
    `${'planted bug'.padEnd(28)} ${'found by seed'.padEnd(14)} ${'shrunk to'.padEnd(36)} the promise that was broken`,
  );
  const worker = async (): Promise<void> => {
    for (let bug = waiting.shift(); bug !== undefined; bug = waiting.shift()) {
      const outcome = await hunt(range, bug.name, again);
      for (const seed of outcome.failAnyway) anyway.add(seed);
      if (outcome.first) bugCount += 1;
      if (outcome.best?.shrunk) left.push(outcome.best.shrunk.steps);
      say(rowOf(bug.name, outcome));
    }
  };
  await Promise.all(Array.from({ length: Math.min(args.jobs, all) }, worker));
  say(
    `\n${bugCount} of ${all} planted bugs found in ${((realNowMs() - began) / 1_000).toFixed(0)} s; ${target} are wanted. The longest that is left has ${Math.max(0, ...left)} steps.`,
  );
  if (anyway.size > 0)
    say(
      `Seeds that fail with nothing planted, and were not counted: ${[...anyway].toSorted((a, b) => a - b).join(', ')}.`,
    );
  return bugCount >= target ? 0 : 1;
}

function rowOf(name: string, { first, best, lastSeed }: Hunt): string {
  if (!first || !best) return `${name.padEnd(28)} NOT FOUND up to seed ${lastSeed}`;
  const { seed, shrunk, problem } = best;
  const left = shrunk
    ? `${shrunk.steps} steps, ${(shrunk.workedMs / 1_000).toFixed(0)} s, ${shrunk.runs} runs${seed === first.seed ? '' : `, seed ${seed}`}`
    : '';
  return `${name.padEnd(28)} ${String(first.seed).padEnd(14)} ${left.padEnd(36)} ${problem?.checker ?? ''}`;
}
