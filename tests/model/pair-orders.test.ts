import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { Director } from '../../simulator/pairs/director.ts';
import { explore } from '../../simulator/pairs/explore.ts';
import { withPairsPart } from '../../simulator/pairs/matrix.ts';
import { fitting, sampleOf } from '../../simulator/pairs/plan-pairs.ts';
import type { OrderOutcome, OrderStep, ActionPair } from '../../simulator/pairs/run-order.ts';

/** One step of a model process: it adds a sign to a variable, or copies one variable into another. */
interface Step {
  readonly from: number;
  readonly to: number;
}
type Program = readonly (readonly Step[])[];

const PAIR: ActionPair = {
  scene: 'friends',
  first: { kind: 'write', more: 0, b: 0 },
  second: null,
  side: 'other',
  turn: 'none',
};

/** Runs processes over shared variables as a World runs its points: each step is held, then released. */
function executeProgram(program: Program, prefix: readonly OrderStep[], ends: Set<string>): OrderOutcome {
  const variables = ['a', 'b', 'c'];
  const director = new Director();
  const hold = (process: number, at: number): void => {
    const step = program[process]?.[at];
    if (!step) return;
    director.hold({ kind: 'commit', at: `process ${process}`, what: '', lane: null }, () => {
      const footprint = director.transitions.at(-1)?.footprint;
      footprint?.reads.add(`variable ${step.from}`);
      footprint?.reads.delete('memory database');
      footprint?.writes.add(`variable ${step.to}`);
      variables[step.to] = `${variables[step.from]}${process}.${at}`.slice(-12);
      hold(process, at + 1);
    });
  };
  for (const process of program.keys()) hold(process, 0);
  const expected = [...prefix];
  for (let enabled = director.enabled(); enabled.length > 0; enabled = director.enabled()) {
    const next = enabled.find((id) => id === expected[0]);
    expected.shift();
    director.release(next ?? enabled[0] ?? '', enabled);
  }
  ends.add(variables.join());
  return {
    transitions: director.transitions,
    problems: [],
    requests: [],
    lines: [],
    reached: new Set<string>(),
    missCount: 0,
    workedMs: 0,
    sessions: new Map(),
  };
}

/** Every interleaving, without any reduction. */
function everyEnd(program: Program): Set<string> {
  const ends = new Set<string>();
  const go = (at: readonly number[], variables: readonly string[]): void => {
    let isOver = true;
    for (const [process, steps] of program.entries()) {
      const step = steps[at[process] ?? 0];
      if (!step) continue;
      isOver = false;
      const next = [...variables];
      next[step.to] = `${variables[step.from]}${process}.${at[process]}`.slice(-12);
      go(
        at.map((one, index) => (index === process ? one + 1 : one)),
        next,
      );
    }
    if (isOver) ends.add(variables.join());
  };
  go(
    program.map(() => 0),
    ['a', 'b', 'c'],
  );
  return ends;
}

const step = fc.record({ from: fc.integer({ min: 0, max: 2 }), to: fc.integer({ min: 0, max: 2 }) });
const programs = fc.array(fc.array(step, { minLength: 1, maxLength: 3 }), { minLength: 2, maxLength: 3 });

const reach = async (program: Program): Promise<{ readonly ends: Set<string>; readonly runs: number }> => {
  const ends = new Set<string>();
  const { runs } = await explore(PAIR, 100_000, async (_, prefix, { judges = () => true } = {}) => {
    const outcome = executeProgram(program, prefix, ends);
    judges(outcome.transitions);
    return outcome;
  });
  return { ends, runs };
};

describe('the orders of a pair', () => {
  it('SIM-42: walking each class of orders once reaches every end that all interleavings reach', async () => {
    await fc.assert(
      fc.asyncProperty(programs, async (program) => {
        const { ends } = await reach(program);
        expect([...ends].toSorted()).toEqual([...everyEnd(program)].toSorted());
      }),
      { numRuns: 60 },
    );
  });

  it('SIM-42: independent steps are walked in one order only', async () => {
    const apart = [0, 1, 2].map((at) => [
      { from: at, to: at },
      { from: at, to: at },
    ]);
    const { ends, runs } = await reach(apart);
    expect({ ends: ends.size, runs }).toEqual({ ends: 1, runs: 1 });
  });
});

const plan = (count: number) =>
  (['near', 'beside'] as const).flatMap((nearness) =>
    Array.from({ length: count }, () => ({
      pair: PAIR,
      most: 60,
      nearness,
      subjects: ['messages', 'messages'] as const,
    })),
  );
const races = (count: number) =>
  ['near', 'beside'].map((one) => fitting(plan(count)).find(({ nearness }) => nearness === one)?.races);

describe('the page of the walk', () => {
  it('SIM-41: a new part replaces the same part and keeps the other one', () => {
    const first = withPairsPart('', 'planted faults', 'old faults');
    const both = withPairsPart(first, 'summary', 'a table\n\nof orders');
    expect(both).toBe('== summary ==\n\na table\n\nof orders\n\n== planted faults ==\n\nold faults\n');
    expect(withPairsPart(both, 'planted faults', 'new faults')).toBe(both.replace('old', 'new'));
  });

  it('SIM-42: a walk is as deep as its time allows, and deepest where two actions are near', () => {
    expect(races(1_000)).toEqual([4, 3]);
    expect(races(30_000)).toEqual([0, 0]);
    expect(races(200_000)).toEqual([0, 0]);
  });

  it('SIM-41: a sample of named subjects contains their actions beside events, and no other subject', () => {
    const sample = sampleOf({ within: 1, beside: 1, most: 4 }, ['reacting']);
    expect(new Set(sample.flatMap(({ subjects }) => subjects))).toEqual(new Set(['reacting']));
    expect(sample.some(({ pair }) => pair.turn === 'otherUser' && pair.second === null)).toBe(true);
    expect(sample.every(({ most }) => most === 4)).toBe(true);
  });
});
