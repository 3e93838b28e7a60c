import { clockText } from '../../src/domain/clock-text.ts';
import { lengthText } from '../oracle/screens/lengths.ts';
import { differs, eachFact } from './screen-rule.ts';
import type { ScreenRule } from './screen-rule.ts';

const EDGES = [0, 0.49, 0.5, 59.5, 60, 3_599.4, 3_599.5, 3_600, 36_000, -1, Number.NaN, Infinity];

/** Lengths of talks and recordings, near their edges and anywhere within some hours. */
export const lengthsRule: ScreenRule = {
  name: 'lengths',
  faults: (chance) =>
    eachFact(() => {
      const seconds = chance.happens(0.3)
        ? chance.pick(EDGES)
        : chance.next() * chance.pick([120, 4_000, 90_000]);
      return differs(String(seconds), clockText(seconds), lengthText(seconds));
    }),
};
