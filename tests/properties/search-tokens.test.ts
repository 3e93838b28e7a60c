import fc from 'fast-check';
import { expect, it } from 'vitest';
import { tokensOf } from '../../src/domain/search-tokens.ts';

/** By its definition: each pair of neighbours within a run, and the last character of a run alone. */
function byDefinition(words: string): readonly string[] {
  const runs = words.split(' ').filter((run) => run !== '');
  return [...new Set(runs.flatMap((run) => [...run].map((sign, i, signs) => sign + (signs[i + 1] ?? ''))))];
}

const words = fc.oneof(fc.string(), fc.string({ unit: 'binary' }), fc.string({ unit: fc.constantFrom('a', 'b', ' ', '天', 'é', '😀') }));

it('SEARCH-1: tokens are the pairs of neighbours in every script, also of characters of two units', () => {
  fc.assert(
    fc.property(words, (given) => {
      expect(tokensOf(given)).toEqual(byDefinition(given));
    }),
    { numRuns: 2_000 },
  );
});
