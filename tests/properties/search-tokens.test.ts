import fc from 'fast-check';
import { expect, it } from 'vitest';
import { tokensOf } from '../../src/domain/search-tokens.ts';

/** By its definition: each pair of neighbours within a run, and the last character of a run alone, with its places. */
function byDefinition(words: string): ReadonlyMap<string, readonly number[]> {
  const characters = [...words];
  const tokens = characters.map((character, at) =>
    character === ' ' ? null : character + (characters[at + 1] === ' ' ? '' : (characters[at + 1] ?? '')),
  );
  const names = new Set(tokens.filter((token) => token !== null));
  return new Map(
    [...names].map((name) => [name, characters.map((_, at) => at).filter((at) => tokens[at] === name)]),
  );
}

const words = fc.oneof(
  fc.string(),
  fc.string({ unit: 'binary' }),
  fc.string({ unit: fc.constantFrom('a', 'b', ' ', '天', 'é', '😀') }),
);

it('SEARCH-1: tokens are the pairs of neighbours in every script, also of characters of two units', () => {
  fc.assert(
    fc.property(words, (given) => {
      expect(tokensOf(given)).toEqual(byDefinition(given));
    }),
    { numRuns: 2_000 },
  );
});
