import { fork } from 'node:child_process';
import type { Args } from './args.ts';
import { realMs } from './guards.ts';
import { runSeed } from './run.ts';
import { reportOf, Tally } from './tally.ts';
import type { Report } from './tally.ts';

/** How a process like this one is started again, for the other cores. */
export interface Again {
  readonly file: string;
  readonly env: Readonly<Record<string, string>>;
}

/** What a child is asked to run: every `step`th seed of the range. */
export interface Batch {
  readonly args: Args;
  readonly from: number;
  readonly every: number;
  /** Name of a planted bug, or null. */
  readonly planted: string | null;
  /** Ends with the first failure. */
  readonly untilFound: boolean;
}

export async function runBatch({ args, from, every, planted, untilFound }: Batch, tell: (report: Report) => void): Promise<void> {
  plant(planted);
  for (let seed = from; seed <= args.seeds[1]; seed += every) {
    const report = reportOf(await runSeed({ seed, clients: args.clients, nodes: args.nodes, steps: args.steps, hours: args.hours, faults: args.faults }));
    tell(report);
    if (untilFound && report.problem) return;
  }
}

/** The switch of planted bugs; only the simulator's own build looks at it. */
export function plant(name: string | null): void {
  (globalThis as { plantedBug?: string | null }).plantedBug = name;
}

/** All seeds, on several processes; `progress` hears how far it is. */
export async function sweep(args: Args, again: Again, progress: (done: number, failures: number) => void): Promise<Tally> {
  const tally = new Tally();
  const jobs = Math.max(1, Math.min(args.jobs, args.seeds[1] - args.seeds[0] + 1));
  const take = (report: Report) => {
    tally.add(report);
    progress(tally.seeds, tally.failures.length);
  };
  if (jobs === 1) await runBatch({ args, from: args.seeds[0], every: 1, planted: null, untilFound: false }, take);
  else await Promise.all(Array.from({ length: jobs }, (_, at) => child({ args, from: args.seeds[0] + at, every: jobs, planted: null, untilFound: false }, again, take)));
  return tally;
}

/** One process with one part of the seeds; a process that dies is told as a failure of its next seed. */
export function child(batch: Batch, again: Again, take: (report: Report) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    const other = fork(again.file, ['--batch'], { env: { ...process.env, ...again.env }, stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
    other.on('message', (message) => {
      if (message === 'ready') other.send(batch);
      else take(message as Report);
    });
    other.on('error', reject);
    other.on('exit', (code) => (code === 0 ? resolve() : reject(new Error(`a part of the sweep ended with ${code}`))));
  });
}

export const nowMs = realMs;
