import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { mutants } from '../../src/tools/mutants-list.mjs';

describe('planted faults', () => {
  it('MACH-5: there are twenty and more, each with one place in the code and a change', () => {
    const lost = mutants.filter(({ file, find }) => readFileSync(`machines/${file}`, 'utf8').split(find).length !== 2);
    expect(lost.map((one) => one.name)).toEqual([]);
    expect(mutants.filter((one) => one.find === one.replace)).toEqual([]);
    expect(new Set(mutants.map((one) => one.name)).size).toBe(mutants.length);
    expect(mutants.length).toBeGreaterThanOrEqual(20);
  });
});
