import { fork } from 'node:child_process';
import type { Args } from './args.ts';
import { realMs } from '../world/guards.ts';
import { runSeed } from '../run/run.ts';
import type { RunOptions } from '../run/run.ts';
import { shrink } from './shrink.ts';
import { optionsOf } from './size.ts';
import { reportOf, Tally } from '../report/tally.ts';
import type { Report } from '../report/tally.ts';

/** How a process like this one is started again, for the other cores. */
export interface Again {
  readonly file: string;
  readonly env: Readonly<Record<string, string>>;
  /** Folder that it runs in; null = this one. */
  readonly cwd?: string;
  /** Heap size in MB, where more than Node.js's default is needed. */
  readonly heapMb?: number;
}

/** The work of a child: every `step`th seed of the range. */
export interface SweepBatch {
  readonly args: Args;
  readonly from: number;
  readonly every: number;
  /** Name of a planted bug, or null. */
  readonly planted: string | null;
  /** Ends with the first failure, and shrinks it. */
  readonly untilFound: boolean;
}

export async function runBatch(
  { args, from, every, planted, untilFound }: SweepBatch,
  tell: (report: Report) => void,
): Promise<void> {
  plantBug(planted);
  for (let seed = from; seed <= args.seeds[1]; seed += every) {
    const options = optionsOf(args, seed);
    const outcome = await runSeed(options);
    const isFound = untilFound && outcome.problems.length > 0;
    if (isFound && (await failsAnyway(options, planted))) {
      tell({ ...reportOf(outcome), problem: null, failsAnyway: true });
      continue;
    }
    const shrunk = isFound ? await shrink(options, outcome) : null;
    tell({
      ...reportOf(outcome),
      ...(shrunk
        ? { shrunk: { steps: shrunk.outcome.plan.length, runs: shrunk.runs, workedMs: shrunk.workedMs } }
        : {}),
    });
    if (isFound) return;
  }
}

/** A seed that fails without the planted bug as well has not found it. */
async function failsAnyway(options: RunOptions, planted: string | null): Promise<boolean> {
  if (planted === null) return false;
  plantBug(null);
  const { problems } = await runSeed(options);
  plantBug(planted);
  return problems.length > 0;
}

/** The switch of planted bugs; only the simulator's own build reads it. */
export function plantBug(name: string | null): void {
  (globalThis as { plantedBug?: string | null }).plantedBug = name;
}

/** Runs all seeds on several processes; `progress` receives the state. */
export async function sweep(
  args: Args,
  again: Again,
  progress: (count: number, failures: number) => void,
): Promise<Tally> {
  const tally = new Tally();
  const jobs = Math.max(1, Math.min(args.jobs, args.seeds[1] - args.seeds[0] + 1));
  const take = (report: Report) => {
    tally.add(report);
    progress(tally.seeds, tally.failures.length);
  };
  await Promise.all(
    Array.from({ length: jobs }, (_, at) =>
      child(
        {
          args,
          from: args.seeds[0] + at,
          every: jobs,
          planted: args.planted,
          untilFound: false,
        } satisfies SweepBatch,
        again,
        take,
      ),
    ),
  );
  return tally;
}

/**
 * A World discards nearly everything it allocates: a larger young generation means less collecting, and one
 * thread suffices, since every core runs its own World.
 */
const COLLECTING = ['--max-semi-space-size=64', '--single-threaded-gc'];

/** Runs one part of the work in a process; a crash counts as a failure of its next seed. */
export function child<Reply>(job: object, again: Again, take: (message: Reply) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    const other = fork(again.file, ['--batch'], {
      env: { ...process.env, ...again.env },
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      execArgv: [
        ...process.execArgv,
        ...COLLECTING,
        ...(again.heapMb === undefined ? [] : [`--max-old-space-size=${again.heapMb}`]),
      ],
      ...(again.cwd === undefined ? {} : { cwd: again.cwd }),
    });
    other.on('message', (message) => {
      if (message === 'ready') other.send(job);
      else take(message as Reply);
    });
    other.on('error', reject);
    other.on('exit', (code) =>
      code === 0 ? resolve() : reject(new Error(`a part of the sweep ended with ${code}`)),
    );
  });
}

/** Returns the messages of a process that handles one request. */
export async function answerOf<Reply>(job: object, again: Again): Promise<Reply> {
  const reports: Reply[] = [];
  await child<Reply>(job, again, (one) => reports.push(one));
  const [answer] = reports;
  if (answer === undefined) throw new Error('a part of the work told nothing');
  return answer;
}

export const realNowMs = realMs;
