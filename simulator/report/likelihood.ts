import type { PlanStep } from '../plan/step.ts';
import { runSeed } from '../run/run.ts';
import type { RunOptions } from '../run/run.ts';

/** Failure rate of a plan followed up to a step, with random steps after it. */
export interface PlanCut {
  /** Steps of the plan that are as they were. */
  readonly steps: number;
  /** Time of the last kept step. */
  readonly atMs: number;
  readonly failed: number;
  readonly of: number;
}

const CUTS = 20;

/** Evenly spaced cuts of a failing plan: from before its first step to the step after which it had failed. */
export function cutsOf({ steps }: { readonly steps: number }, most = CUTS): readonly number[] {
  const parts = Math.min(most - 1, steps);
  return [
    ...new Set(Array.from({ length: parts + 1 }, (_, at) => Math.round((steps * at) / Math.max(1, parts)))),
  ];
}

/**
 * The steps between which it became inevitable: the cut that best parts the less likely from the more likely.
 * Null where it rises nowhere.
 */
export function kneeOf(cuts: readonly PlanCut[]): { readonly from: number; readonly to: number } | null {
  let best: { readonly from: number; readonly to: number; readonly apart: number } | null = null;
  for (let at = 1; at < cuts.length; at += 1) {
    const rise = shareOf(cuts.slice(at)) - shareOf(cuts.slice(0, at));
    const apart = rise > 0 ? rise * rise * at * (cuts.length - at) : 0;
    if (apart > (best?.apart ?? 0))
      best = { from: cuts[at - 1]?.steps ?? 0, to: cuts[at]?.steps ?? 0, apart };
  }
  return best && { from: best.from, to: best.to };
}

const shareOf = (cuts: readonly PlanCut[]): number =>
  cuts.reduce((sum, { failed, of }) => sum + failed / of, 0) / cuts.length;

const WIDTH = 40;

/** The likelihood over time, as people read it. */
export function cutsText(cuts: readonly PlanCut[]): string {
  const knee = kneeOf(cuts);
  const rows = cuts.map(({ steps, atMs, failed, of }) => {
    const bar = '#'.repeat(Math.round((WIDTH * failed) / of)).padEnd(WIDTH);
    return `${String(steps).padStart(5)} ${(atMs / 1_000).toFixed(1).padStart(9)} s  ${bar} ${String(Math.round((100 * failed) / of)).padStart(3)} %${steps === knee?.to ? '  <- the knee' : ''}`;
  });
  return [`steps      until  how often it fails whatever comes then`, ...rows].join('\n');
}

export const ROLLS = 40;

/** The work of one process: some cuts of one plan, and the number of rolls each. */
export interface Rolls {
  readonly options: RunOptions & { readonly plan: readonly PlanStep[] };
  /** The promise that breaks. */
  readonly checker: string;
  readonly cuts: readonly number[];
  readonly rolls: number;
  readonly planted: string | null;
}

/**
 * Runs the steps before a cut again as they were, and after it lives on by other chance: other steps of the
 * same habits, other delays, other ids. How many of those lives break the same promise is how inevitable it
 * was by then.
 */
export async function rolled(
  { options, checker, cuts, rolls }: Omit<Rolls, 'planted'>,
  tell: (planCut: PlanCut) => void,
  execute: typeof runSeed = runSeed,
): Promise<void> {
  for (const steps of cuts) {
    let failed = 0;
    for (let roll = 1; roll <= rolls; roll += 1) {
      const { problems } = await execute({ ...options, reroll: { after: steps, salt: `roll ${roll}` } });
      if (problems.some((one) => one.checker === checker)) failed += 1;
    }
    tell({ steps, atMs: options.plan[steps - 1]?.atMs ?? 0, failed, of: rolls });
  }
}
