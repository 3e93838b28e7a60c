import { realMs } from './guards.ts';
import { runSeed } from './run.ts';
import type { Outcome, RunOptions } from './run.ts';
import type { Step } from './step.ts';

export interface Shrunk {
  readonly outcome: Outcome;
  readonly runs: number;
  readonly realMs: number;
}

/**
 * The fewest steps that still break the same promise: halves first, then smaller and smaller parts are
 * left out, for at most `limitMs` of real time. Null when the run does not fail.
 */
export async function shrink(options: RunOptions, failed: Outcome, limitMs = 55_000, run: typeof runSeed = runSeed): Promise<Shrunk | null> {
  const began = realMs();
  const checker = failed.problems[0]?.checker;
  if (checker === undefined) return null;
  let runs = 0;
  let best = failed;
  const over = () => realMs() - began > limitMs;
  const fails = async (plan: readonly Step[]): Promise<boolean> => {
    runs += 1;
    const outcome = await run({ ...options, plan });
    if (!outcome.problems.some((one) => one.checker === checker)) return false;
    best = outcome;
    return true;
  };
  // A promise that is judged at every step needs nothing that came later.
  for (let parts = 2; best.plan.length > 0 && !over(); ) {
    const size = Math.ceil(best.plan.length / parts);
    let left = false;
    for (let at = best.plan.length - size; at > -size && !over(); at -= size) {
      const from = Math.max(0, at);
      const rest = [...best.plan.slice(0, from), ...best.plan.slice(from + size)];
      if (rest.length < best.plan.length && (await fails(rest))) left = true;
    }
    if (size === 1 && !left) break;
    parts = left ? Math.max(2, parts - 1) : Math.min(best.plan.length, parts * 2);
  }
  return { outcome: best, runs, realMs: realMs() - began };
}
