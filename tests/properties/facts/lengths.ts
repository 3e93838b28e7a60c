import { clockText } from '../../../src/domain/clock-text.ts';
import { lengthText } from './expected/lengths.ts';
import { differs, type FactRule } from './fact-rule.ts';

const EDGES = [0, 0.49, 0.5, 59.5, 60, 3_599.4, 3_599.5, 3_600, 36_000, -1, Number.NaN, Infinity];

/** Lengths of talks and recordings, near their edges and anywhere within some hours. */
export const lengthsRule: FactRule = {
  name: 'lengths',
  faults: (chance) => {
    const seconds = chance.happens(0.3)
      ? chance.pick(EDGES)
      : chance.next() * chance.pick([120, 4_000, 90_000]);
    return differs(String(seconds), clockText(seconds), lengthText(seconds));
  },
};
