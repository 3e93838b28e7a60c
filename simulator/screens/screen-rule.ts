import type { Chance } from '../plan/random.ts';

/**
 * Something that the screens make of facts (a time, a length, a name, marked words), which no command and no
 * answer shows: the product's rule is asked about facts that the seed draws, and compared with what
 * `simulator/oracle/screens` says of them.
 */
export interface ScreenRule {
  readonly name: string;
  /** What differs, a line each: the facts, what the product says, and what the oracle says. */
  readonly faults: (chance: Chance) => readonly string[];
}

/** What somebody who looks for the difference needs to read. */
export const differs = (facts: unknown, product: unknown, oracle: unknown): readonly string[] => {
  const [shown, expected] = [JSON.stringify(product), JSON.stringify(oracle)];
  return shown === expected ? [] : [`${JSON.stringify(facts)}: ${shown}, not ${expected}`];
};

/** As many facts as a seed looks at for each rule. */
export const FACTS = 20;

export const eachFact = (look: () => readonly string[]): readonly string[] =>
  Array.from({ length: FACTS }, look).flat();
