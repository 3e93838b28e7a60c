import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { chainOf, faultOf, placeOf, rehashed } from '../support/audit-chain.ts';
import { runs } from '../support/runs.ts';

const note = fc.record({
  by: fc.string({ unit: 'grapheme', maxLength: 12 }),
  what: fc.string({ maxLength: 8 }),
  facts: fc.json({ maxDepth: 1 }),
});
const chain = fc.array(note, { minLength: 2, maxLength: 12 }).map(chainOf);
const FIELDS = ['by', 'what', 'about', 'facts', 'before', 'hash'] as const;

it('AUDIT-1: a chain as it was written is right, and so is each part of it from where it begins', () => {
  fc.assert(
    fc.property(chain, fc.nat(), (rows, cut) => {
      const at = cut % rows.length;
      expect(faultOf(rows, placeOf(rows.at(-1)))).toBeNull();
      expect(faultOf(rows.slice(at), placeOf(rows.at(-1)), null, placeOf(rows[at - 1]))).toBeNull();
    }),
    { numRuns: runs(200) },
  );
});

it('AUDIT-4: a changed entry is named, whichever of its fields it is', () => {
  fc.assert(
    fc.property(chain, fc.nat(), fc.constantFrom(...FIELDS), (rows, where, field) => {
      const at = where % rows.length;
      const changed = rows.map((row, n) => (n === at ? { ...row, [field]: `${row[field]}x` } : row));
      expect(faultOf(changed, placeOf(rows.at(-1)))).toBe(`Entry ${at + 1} was changed`);
    }),
    { numRuns: runs(200) },
  );
});

it('AUDIT-4: a missing, doubled or displaced entry is named, and so is a cut end', () => {
  fc.assert(
    fc.property(chain, fc.nat(), (rows, where) => {
      const [at, head] = [where % rows.length, placeOf(rows.at(-1))];
      expect(faultOf(rows.toSpliced(at, 1), head)).toBe(`Entry ${at + 1} is missing`);
      expect(faultOf(rows.toSpliced(at, 0, rows[at]!), head)).toContain(`Entry ${at + 1} is repeated`);
      expect(faultOf(rows.slice(0, at), head)).toBe(`Entry ${at + 1} is missing`);
      const swapped = rows.with(at, rows.at(at - 1)!).with(at - 1, rows[at]!);
      expect(faultOf(swapped, head)).toMatch(/^Entry \d+ (?:is missing|is repeated or out of order)/);
    }),
    { numRuns: runs(200) },
  );
});

it('AUDIT-4: an entry with a new hash does not fit the next, nor a new chain what was kept', () => {
  fc.assert(
    fc.property(chain, fc.nat(), (rows, where) => {
      const at = where % rows.length;
      const last = at === rows.length - 1;
      const planted = rows.with(at, { ...rows[at]!, what: `${rows[at]!.what}x` });
      const anew = rehashed(planted, at + 1);
      const one = planted.with(at, anew[at]!);
      expect(faultOf(one, placeOf(rows.at(-1)))).toBe(
        last
          ? `The end of the chain was changed: it does not match entry ${at + 1}`
          : `Entry ${at + 1} or entry ${at + 2} was changed: they do not match`,
      );
      expect(faultOf(anew, placeOf(anew.at(-1)))).toBeNull();
      for (const stored of rows.slice(at))
        expect(faultOf(anew, placeOf(anew.at(-1)), placeOf(stored))).toBe(
          `Entry ${stored.n} differs from the one that was noted`,
        );
      if (at > 0) {
        // Cut together with the end that the database knows.
        const cut = rows.slice(0, at);
        expect(faultOf(cut, placeOf(cut.at(-1)))).toBeNull();
        expect(faultOf(cut, placeOf(cut.at(-1)), placeOf(rows.at(-1)))).toBe(`Entry ${at + 1} is missing`);
      }
    }),
    { numRuns: runs(200) },
  );
});
