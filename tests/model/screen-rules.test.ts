import { describe, expect, it, vi } from 'vitest';
import { createChance } from '../../simulator/plan/random.ts';
import { lengthsRule } from '../../simulator/screens/lengths.ts';
import { SCREEN_RULES } from '../../simulator/screens/rules.ts';
import { differs } from '../../simulator/screens/screen-rule.ts';
import * as clockText from '../../src/domain/clock-text.ts';

vi.mock('../../src/domain/clock-text.ts', { spy: true });

describe('SIM-28: rules of the screens', () => {
  it.each(SCREEN_RULES.map((rule) => [rule.name, rule] as const))(
    'SIM-28: for %s, product and oracle agree on the cases of 60 seeds',
    (name, { faults }) => {
      for (let seed = 1; seed <= 60; seed += 1)
        expect(faults(createChance(`seed ${seed}/screens/${name}`)), `seed ${seed}`).toEqual([]);
    },
  );

  it('SIM-28: a product that is wrong differs, and the line says of what and how', () => {
    vi.mocked(clockText.clockText).mockImplementation((seconds) => `${Math.round(seconds)} s`);
    const [first] = lengthsRule.faults(createChance('seed 1'));
    vi.mocked(clockText.clockText).mockReset();
    expect(first).toMatch(/^"[\d.]+": "\d+ s", not "[\d:]+"$/);
    expect(differs({ a: 1 }, [1], [2])).toEqual(['{"a":1}: [1], not [2]']);
    expect(differs({ a: 1 }, [1], [1])).toEqual([]);
  });
});
