import type { PlanCut } from './likelihood.ts';
import { runSeed } from '../run/run.ts';
import type { RunOptions } from '../run/run.ts';
import type { PlanStep } from '../plan/step.ts';

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
  tell: (cut: PlanCut) => void,
  run: typeof runSeed = runSeed,
): Promise<void> {
  for (const steps of cuts) {
    let failed = 0;
    for (let roll = 1; roll <= rolls; roll += 1) {
      const { problems } = await run({ ...options, reroll: { after: steps, salt: `roll ${roll}` } });
      if (problems.some((one) => one.checker === checker)) failed += 1;
    }
    tell({ steps, atMs: options.plan[steps - 1]?.atMs ?? 0, failed, of: rolls });
  }
}
