import fc from 'fast-check';
import { expect, it } from 'vitest';
import { folded } from '../../src/domain/search-words.ts';
import { blocksOf, linesOf, ordinalsWith, type WordLine } from '../../src/domain/word-blocks.ts';

const words = fc
  .oneof(
    fc.string(),
    fc.string({ unit: 'binary' }),
    fc.string({ unit: fc.constantFrom('a', 'b', ' ', '\n', '\u0011', '天', 'é', '😀') }),
  )
  .map(folded);
/** Lines in order, with few and with very many ordinals left out. */
const lines = fc
  .array(fc.tuple(fc.oneof(fc.constant(1), fc.integer({ min: 1, max: 9_000_000 })), words), { maxLength: 12 })
  .map((steps) => {
    let n = 0;
    return steps.map(([step, text]): WordLine => ({ n: (n += step), words: text }));
  });

it('SEARCH-8: blocks hold the lines that were put in, each in one of them', () => {
  fc.assert(
    fc.property(lines, fc.integer({ min: 4, max: 60 }), fc.boolean(), (given, bytesMax, early) => {
      const from = early ? Math.max(0, (given[0]?.n ?? 1) - 300) : undefined;
      const blocks = blocksOf(given, bytesMax, from);
      expect(blocks.flatMap(linesOf)).toEqual(given);
      for (const block of blocks) {
        const held = linesOf(block);
        const bytes = Buffer.byteLength(held.map((line) => `${line.words}\n`).join(''));
        expect(held.length === 1 || bytes <= bytesMax).toBe(true);
        expect(block.from).toBe(block === blocks[0] ? (from ?? held[0]?.n) : held[0]?.n);
      }
    }),
    { numRuns: 2_000 },
  );
});

it('SEARCH-1: words are found in the messages that have them, in every script, and nowhere else', () => {
  fc.assert(
    fc.property(lines, words, fc.nat(12), fc.nat(4), (given, typed, at, length) => {
      const part = [...(given[at]?.words ?? typed)].slice(0, 1 + length).join('');
      const question = part === '' ? 'a' : part;
      const matches = blocksOf(given, 40).flatMap((block) => ordinalsWith(block, question));
      expect(matches).toEqual(given.filter((line) => line.words.includes(question)).map(({ n }) => n));
    }),
    { numRuns: 2_000 },
  );
});
