import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { fileOf, mutants } from '../../src/tools/mutants-list.mjs';
import { plant } from '../../src/tools/plant.mjs';
import { SLIPS } from '../../src/tools/slips-list.mjs';

describe('planted faults', () => {
  it('MACH-5: there are twenty and more, each with one place in the code and a change', () => {
    const lost = mutants.filter((one) => plant(readFileSync(fileOf(one), 'utf8'), one) === null);
    expect(lost.map((one) => one.name)).toEqual([]);
    expect(mutants.filter((one) => one.find === one.replace)).toEqual([]);
    expect(new Set(mutants.map((one) => one.name)).size).toBe(mutants.length);
    expect(mutants.length).toBeGreaterThanOrEqual(20);
    const lostSlips = SLIPS.filter(
      ([, file, find, replace]) => plant(readFileSync(file, 'utf8'), { find, replace }) === null,
    );
    expect(lostSlips.map(([name]) => name)).toEqual([]);
  });

  it('MACH-5: a fault’s place is found across line breaks, and only if it is unique', () => {
    const fault = { find: "on: { 'a.b': go(1) },", replace: '' };
    expect(plant("x;\non: {\n  'a.b': go(\n    1,\n  ),\n},\ny;", fault)).toBe('x;\n\ny;');
    expect(plant("on: { 'a.b': go(1) }, on: { 'a.b': go(1) },", fault)).toBeNull();
    expect(plant("on: { 'a.c': go(1) },", fault)).toBeNull();
  });
});
