import * as fc from 'fast-check';

/** Draws the parts of a fact; fast-check shrinks them. */
export interface Chance {
  /** From 0 to below 1. */
  next(): number;
  /** Whole number in [from, to]. */
  whole(from: number, to: number): number;
  /** True this often, 0 … 1. */
  happens(odds: number): boolean;
  pick<T>(from: readonly T[]): T;
  /** One of the names, by weight; weights of zero never come. */
  weighted<T extends string>(weights: Readonly<Record<T, number>>): T;
  hex(bytes: number): string;
}

/**
 * A derivation from facts (a time, a length, a name, marked-up text): the product's function runs on drawn
 * facts, and is compared with a second, independent implementation in `expected`.
 */
export interface FactRule {
  readonly name: string;
  /** Differences, a line each: the facts, the product's result, and the expected one. */
  readonly faults: (chance: Chance) => readonly string[];
}

/** Describes a difference for its reader. */
export const differs = (facts: unknown, product: unknown, expected: unknown): readonly string[] => {
  const [shown, wanted] = [JSON.stringify(product), JSON.stringify(expected)];
  return shown === wanted ? [] : [`${JSON.stringify(facts)}: ${shown}, not ${wanted}`];
};

const HEX = fc.constantFrom(...'0123456789abcdef');

export function chanceOf(draw: fc.GeneratorValue): Chance {
  const whole = (from: number, to: number): number => draw(fc.integer, { min: from, max: to });
  return {
    whole,
    next: () => whole(0, 2 ** 31 - 1) / 2 ** 31,
    happens: (odds) => whole(0, 999) >= 1_000 - odds * 1_000,
    pick: (from) => {
      const match = from[whole(0, from.length - 1)];
      if (match === undefined) throw new Error('nothing to pick from');
      return match;
    },
    weighted: <T extends string>(weights: Readonly<Record<T, number>>): T => {
      const names = Object.keys(weights) as T[];
      let left = (whole(0, 999) / 1_000) * names.reduce((sum, one) => sum + weights[one], 0);
      for (const one of names) {
        left -= weights[one];
        if (left < 0) return one;
      }
      throw new Error('no name has a weight');
    },
    hex: (bytes) => draw(fc.string, { unit: HEX, minLength: bytes * 2, maxLength: bytes * 2 }),
  };
}
