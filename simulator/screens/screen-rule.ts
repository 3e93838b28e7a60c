import type { Chance } from '../plan/random.ts';

/**
 * A derivation of the screens from facts (a time, a length, a name, marked-up text), which no command or
 * answer shows: the product's function runs on facts drawn from the seed, and is compared with
 * `simulator/oracle/screens`.
 */
export interface ScreenRule {
  readonly name: string;
  /** Differences, a line each: the facts, the product's result, and the oracle's. */
  readonly faults: (chance: Chance) => readonly string[];
}

/** Describes a difference for its reader. */
export const differs = (facts: unknown, product: unknown, oracle: unknown): readonly string[] => {
  const [shown, expected] = [JSON.stringify(product), JSON.stringify(oracle)];
  return shown === expected ? [] : [`${JSON.stringify(facts)}: ${shown}, not ${expected}`];
};

/** Number of facts a seed checks for each rule. */
export const FACTS = 20;

export const eachFact = (look: () => readonly string[]): readonly string[] =>
  Array.from({ length: FACTS }, look).flat();
