import * as fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import * as clockText from '../../src/domain/clock-text.ts';
import { runs } from '../support/runs.ts';
import { albumsRule } from './facts/albums.ts';
import { alertsRule } from './facts/alerts.ts';
import { allowedRule } from './facts/allowed.ts';
import { codesRule } from './facts/codes.ts';
import { devicesRule } from './facts/devices.ts';
import { filesRule } from './facts/files.ts';
import { findingRule } from './facts/finding.ts';
import { lengthsRule } from './facts/lengths.ts';
import { markupRule } from './facts/markup.ts';
import { momentsRule } from './facts/moments.ts';
import { namesRule } from './facts/names.ts';
import { picturesRule } from './facts/pictures.ts';
import { pollsRule } from './facts/polls.ts';
import { richRule } from './facts/rich.ts';
import { accessRule } from './facts/access.ts';
import { talksRule } from './facts/talks.ts';
import { targetsRule } from './facts/targets.ts';
import { chanceOf, differs, type FactRule } from './facts/fact-rule.ts';

vi.mock('../../src/domain/clock-text.ts', { spy: true });

/** Rules whose facts are long texts run less often. */
const DEAR: ReadonlyMap<FactRule, number> = new Map([
  [findingRule, 40],
  [richRule, 60],
  [markupRule, 60],
]);
const RULES: readonly FactRule[] = [
  albumsRule,
  alertsRule,
  allowedRule,
  codesRule,
  devicesRule,
  filesRule,
  findingRule,
  lengthsRule,
  markupRule,
  momentsRule,
  namesRule,
  picturesRule,
  pollsRule,
  richRule,
  accessRule,
  talksRule,
  targetsRule,
];

const check = (rule: FactRule): void =>
  fc.assert(
    fc.property(fc.gen(), (draw) => {
      expect(rule.faults(chanceOf(draw))).toEqual([]);
    }),
    { numRuns: runs(DEAR.get(rule) ?? 400) },
  );

function failureOf(run: () => void): Error {
  try {
    run();
  } catch (error) {
    return error as Error;
  }
  throw new Error('nothing failed');
}

describe('facts and what screens make of them', () => {
  it.each(RULES.map((rule) => [rule.name, rule] as const))(
    'PROP-2: for %s, the product and an independent implementation agree',
    (_name, rule) => check(rule),
  );

  it('PROP-2: a wrong result fails with a smallest fact and both results', () => {
    vi.mocked(clockText.clockText).mockImplementation((seconds) => `${Math.round(seconds)} s`);
    const failure = failureOf(() => check(lengthsRule));
    vi.mocked(clockText.clockText).mockReset();
    expect(failure.message).toMatch(/Counterexample: .*\nShrunk \d+ time/);
    expect(String(failure.cause)).toMatch(/"0 s", not "0:00"/);
    expect(differs({ a: 1 }, [1], [2])).toEqual(['{"a":1}: [1], not [2]']);
    expect(differs({ a: 1 }, [1], [1])).toEqual([]);
  });
});
