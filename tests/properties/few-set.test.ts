import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { FewSet } from '../../src/server/kernel/few-set.ts';
import { runs } from '../support/runs.ts';

const steps = fc.array(fc.record({ adds: fc.boolean(), one: fc.nat(3) }), { maxLength: 20 });

it('OPS-14: a set that mostly holds one thing has what any set has, in its order', () => {
  fc.assert(
    fc.property(steps, (all) => {
      const [few, usual] = [new FewSet<number>(), new Set<number>()];
      for (const { adds, one } of all) {
        if (adds) expect(few.add(one)).toBe(few);
        if (adds) usual.add(one);
        else expect(few.delete(one)).toBe(usual.delete(one));
        expect([...few]).toEqual([...usual]);
        expect(few.size).toBe(usual.size);
        expect(few.has(one)).toBe(usual.has(one));
      }
    }),
    { numRuns: runs(200) },
  );
});

it('OPS-14: no set is made for one thing or none, and an entry removed during a pass is skipped', () => {
  const few = new FewSet(['a']);
  expect(Object.values(few)).toEqual(['a']);
  expect(Object.values(new FewSet())).toEqual([undefined]);
  few.add('b').add('c');
  const observations: string[] = [];
  for (const one of few) {
    observations.push(one);
    few.delete(one);
  }
  expect([observations, few.size]).toEqual([['a', 'b', 'c'], 0]);
});
