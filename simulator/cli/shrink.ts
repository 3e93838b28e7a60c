import { workedMs } from '../world/guards.ts';
import { runSeed } from '../run/run.ts';
import type { SeedOutcome, RunOptions } from '../run/run.ts';
import { isFault } from '../plan/step.ts';
import type { PlanStep, StepKind } from '../plan/step.ts';

export interface Shrunk {
  readonly outcome: SeedOutcome;
  readonly runs: number;
  /** Processor time. */
  readonly workedMs: number;
}

/**
 * The fewest steps that still break the same promise: first all steps of one kind or of one person are
 * left out, then halves, then smaller and smaller parts, for at most `limitMs` of the processor's time.
 * Null when the run does not fail.
 */
export async function shrink(
  options: RunOptions,
  failed: SeedOutcome,
  limitMs = 55_000,
  execute: typeof runSeed = runSeed,
): Promise<Shrunk | null> {
  const began = workedMs();
  const checker = failed.problems[0]?.checker;
  if (checker === undefined) return null;
  let runs = 0;
  let best = failed;
  const over = () => workedMs() - began > limitMs;
  const fails = async (plan: readonly PlanStep[]): Promise<boolean> => {
    runs += 1;
    const outcome = await execute({ ...options, plan });
    if (!outcome.problems.some((one) => one.checker === checker)) return false;
    best = outcome;
    return true;
  };
  const without = async (leaveOut: (step: PlanStep) => boolean): Promise<void> => {
    const rest = best.plan.filter((step) => !leaveOut(step));
    if (rest.length < best.plan.length && !over()) await fails(rest);
  };
  // A promise that broke between two steps needs none of the later ones.
  if (failed.steps < failed.plan.length) await fails(failed.plan.slice(0, failed.steps));
  await without((step) => isFault(step.kind));
  for (const who of new Set(best.plan.map((step) => step.who)))
    await without((step) => step.who === who && !isFault(step.kind));
  for (const kinds of groupsOf(best.plan)) await without((step) => kinds.has(step.kind));
  for (let parts = 2; best.plan.length > 0 && !over();) {
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
  return { outcome: best, runs, workedMs: workedMs() - began };
}

/** Kinds of steps, a few at a time, the frequent ones first. */
function groupsOf(plan: readonly PlanStep[]): readonly ReadonlySet<StepKind>[] {
  const counts = new Map<StepKind, number>();
  for (const { kind } of plan) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  const kinds = [...counts].toSorted(([, a], [, b]) => b - a).map(([kind]) => kind);
  const groups: ReadonlySet<StepKind>[] = [];
  for (let at = 0; at < kinds.length; at += 4) groups.push(new Set(kinds.slice(at, at + 4)));
  return groups;
}
