import { describe, expect, it } from 'vitest';
import { believe, beliefText, readSeedResults, resultLine } from '../../simulator/cli/believe.ts';
import { cutsOf, cutsText, kneeOf, rolled, type PlanCut } from '../../simulator/report/likelihood.ts';
import { drawPlan } from '../../simulator/plan/plan.ts';
import { createChance, Dice } from '../../simulator/plan/random.ts';
import { RunWatch } from '../../simulator/browser/view/watch.ts';
import type { PageRequest, Tell, RunView } from '../../simulator/browser/view-types.ts';
import { runSeed, type SeedOutcome, type RunOptions } from '../../simulator/run/run.ts';
import { parseLines, worldScriptOf, worldScriptText } from '../../simulator/scripted/script-file.ts';

const options: RunOptions = { seed: 3, clients: 2, nodes: 1, steps: 30, hours: null, faults: 'none' };
const plan = drawPlan(options);

async function lines(reroll?: RunOptions['reroll']): Promise<readonly string[]> {
  const {
    lines: all,
    plan: executed,
    problems,
  } = await runSeed({ ...options, plan, keepTrace: true, ...(reroll && { reroll }) });
  expect([problems, executed.length]).toEqual([[], plan.length]);
  return all.map(({ what, atMs, text }) => `${what} ${atMs} ${text}`);
}

const steps = (all: readonly string[]): readonly string[] => all.filter((line) => line.startsWith('step '));

/** Every run that includes the seventh step fails. Before it, one run in eight fails. */
const seventh = (given: RunOptions): Promise<SeedOutcome> => {
  const { after, salt } = given.reroll ?? { after: 0, salt: '' };
  const fails = after >= 7 || Number(salt.slice(5)) % 8 === 0;
  return Promise.resolve({
    problems: fails
      ? [{ checker: 'it holds', text: '', atMs: 0 }]
      : [{ checker: 'another one', text: '', atMs: 0 }],
  } as unknown as SeedOutcome);
};

describe('the steps that make a failure likely', () => {
  it('SIM-24: cuts go from before the first step to the one after which it had failed, evenly', () => {
    expect(cutsOf({ steps: 200 })).toHaveLength(20);
    expect(cutsOf({ steps: 200 })[0]).toBe(0);
    expect(cutsOf({ steps: 200 }).at(-1)).toBe(200);
    expect(cutsOf({ steps: 3 })).toEqual([0, 1, 2, 3]);
  });

  it('SIM-24: a failure that needs one step and luck is located at that step, and drawn', async () => {
    const cuts: PlanCut[] = [];
    await rolled(
      { options: { ...options, plan }, checker: 'it holds', cuts: cutsOf({ steps: 10 }), rolls: 40 },
      (cut) => cuts.push(cut),
      seventh,
    );
    expect(cuts.map((cut) => cut.failed)).toEqual([5, 5, 5, 5, 5, 5, 5, 40, 40, 40, 40]);
    expect(kneeOf(cuts)).toEqual({ from: 6, to: 7 });
    const drawn = cutsText(cuts).split('\n');
    expect(drawn[8]).toMatch(/^ +7 .*#{40} 100 % {2}<- the knee$/);
    expect(kneeOf(cuts.map((cut) => ({ ...cut, failed: 40 })))).toBeNull();
    const text = worldScriptText({ ...options, plan, cuts });
    expect(worldScriptOf(parseLines(text))).toEqual({ seed: 3, clients: 2, nodes: 1, plan, cuts });
  });

  it('SIM-24: steps before a cut repeat exactly, and steps after it differ', async () => {
    const [was, once, again, other] = [
      await lines(),
      await lines({ after: 12, salt: 'roll 1' }),
      await lines({ after: 12, salt: 'roll 1' }),
      await lines({ after: 12, salt: 'roll 2' }),
    ];
    const until = was.indexOf(steps(was)[11] ?? '');
    expect(once.slice(0, until + 1)).toEqual(was.slice(0, until + 1));
    expect(again).toEqual(once);
    expect(steps(once).slice(12)).not.toEqual(steps(was).slice(12));
    expect(steps(other).slice(12)).not.toEqual(steps(once).slice(12));
  }, 300_000);

  it('SIM-24: a plan with its likelihoods opens in the page, which goes to the decisive step', () => {
    const requests: PageRequest[] = [];
    let tell: (message: Tell) => void = never;
    const engine = (heard: (message: Tell) => void) => {
      tell = heard;
      return { ask: (ask: PageRequest) => void requests.push(ask), end: () => undefined };
    };
    const watch = new RunWatch({ engine, session: () => undefined });
    const cuts = [0, 10, 20, 30].map((steps) => ({
      steps,
      atMs: steps * 100,
      failed: steps < 20 ? 1 : 38,
      of: 40,
    }));
    watch.openScript('plan.jsonl', worldScriptText({ ...options, plan, cuts }));
    const at = (done: number, phase: RunView['phase'] = 'faults are on') =>
      tell({
        type: 'view',
        view: { done, phase, story: [], flights: [], screens: [], problems: [] } as unknown as RunView,
      });
    at(0);
    expect(watch.get().cuts).toEqual(cuts);
    watch.toKnee();
    for (let done = 1; done <= 12; done += 1) at(done);
    expect(requests.slice(1)).toEqual(
      Array.from({ length: 10 }, () => ({ type: 'go', ms: 3_600_000, steps: 1 })),
    );
    at(25);
    watch.toKnee();
    expect(requests.slice(11)).toEqual([{ type: 'open', run: { ...watch.get().plan, plan } }]);
    at(0);
    expect(requests.at(-1)).toEqual({ type: 'go', ms: 3_600_000, steps: 1 });
  });

  it('SIM-24: dice that are thrown again change every source, those that were forked before, too', () => {
    const dice = new Dice();
    const [one, fork] = [createChance('a', dice), createChance('a', dice).fork('b')];
    const before = [one.next(), fork.next()];
    dice.throwAgain('x');
    const after = [one.next(), fork.next(), createChance('a', dice).fork('b').next()];
    expect(after[1]).toBe(after[2]);
    expect(new Set([...before, ...after]).size).toBe(4);
    expect(createChance('a').next()).toBe(before[0]);
  });
});

const sweep = (from: number, count: number, failing: readonly number[] = []): string =>
  Array.from({ length: count }, (_, at) =>
    resultLine({ seed: from + at, broke: failing.includes(from + at) ? 'it holds' : null }),
  ).join('');

describe('how many clean seeds a fix needs', () => {
  it('SIM-24: 299 clean seeds confirm a fix of one failure in a hundred; a single failure needs more', () => {
    const belief = believe(readSeedResults(sweep(1, 100, [100]) + sweep(101, 120)));
    expect(belief).toMatchObject({ seeds: 100, failures: 1, clean: 120, needed: 299 });
    // With n clean runs after one failure in a hundred, the chance is about (100 / (100 + n))².
    expect(belief?.neededSurely).toBeGreaterThan(340);
    expect(belief?.neededSurely).toBeLessThan(360);
    expect(beliefText(belief ?? never())).toContain(
      'once in 100. 120 seeds since the last failure were clean.',
    );
    expect(beliefText(belief ?? never())).toContain('179 more');
  });

  it('SIM-24: many failures say how often better: both figures come together; none at all says nothing', () => {
    const often = believe(
      readSeedResults(
        sweep(
          1,
          1_000,
          Array.from({ length: 100 }, (_, at) => (at + 1) * 10),
        ) + sweep(1_001, 40),
      ),
    );
    expect(often).toMatchObject({ seeds: 1_000, failures: 100, clean: 40, needed: 29 });
    expect(often?.neededSurely).toBeLessThan(33);
    expect(beliefText(often ?? never())).toContain('reached');
    expect(believe(readSeedResults(sweep(1, 50)))).toBeNull();
    expect(() => readSeedResults('{"seed":"7"}\n')).toThrow('--results');
  });
});

function never(): never {
  throw new Error('there is a belief');
}
