import { readFileSync, readdirSync } from 'node:fs';
import { runInThisContext } from 'node:vm';
import { parseAst } from 'rolldown/parseAst';
import { afterEach, describe, expect, it } from 'vitest';
import { equivalents } from '../../src/tools/mutation/equivalents.mjs';
import { allFaults, drawSample, FOLDERS } from '../../src/tools/mutation/faults.mjs';
import { mutantsOf, mutated } from '../../src/tools/mutation/operators.mjs';
import { leftOf, questionsOf } from '../../src/tools/mutation/questions.mjs';
import { withAll } from '../../src/tools/mutation/schemata.mjs';
import { interval, overall } from '../../src/tools/mutation/score.mjs';
import { Endless, install } from '../../src/tools/mutation/switch.mjs';

const of = (code: string): readonly string[] => mutantsOf('a.ts', code).map((one) => mutated(code, one));

const all = allFaults();

/** The value of an expression without a fault, and with each fault of the combined program. */
function values(code: string): readonly unknown[] {
  const mutants = mutantsOf('a.ts', code);
  const now = install(mutants.length);
  const program = withAll('a.ts', code, new Map(mutants.map((one, no) => [one, no])));
  return [-1, ...mutants.keys()].map((no) => {
    now.on = no;
    return made(program);
  });
}

/** The result of the function of a program. */
const made = (program: string): unknown => runInThisContext(`(() => { ${program}\nreturn made(); })()`);

const alone = (code: string): readonly unknown[] => [code, ...of(code)].map(made);

describe('generated faults', () => {
  afterEach(() => {
    for (const name of ['$round', '$on', '$two', '$math', '$all', '$turned', '$not'])
      Reflect.deleteProperty(globalThis, name);
  });

  it('SIM-15: each is one change of what runs, never of a type, a text, a name or an import', () => {
    expect(
      of(
        "import { a } from './1.ts';\nexport type T = 1 | 2;\n/** 3 < 4 */\nexport const f = (x: 5): string => `${x} < 6`;",
      ),
    ).toEqual([]);
    expect(of('export const f = (a: number, b: number) => a < b;')).toEqual([
      'export const f = (a: number, b: number) => (a <= b);',
    ]);
    expect(of('if (a) b();')).toEqual(['if (!(a)) b();', 'if (a) ;']);
    expect(of("const t = 'a' + b;")).toEqual([]);
    expect(of('const t = { 5: a };')).toEqual([]);
  });

  it('SIM-15: each mutant is a valid program, alone and with all others, and has a unique key', () => {
    for (const name of readdirSync('src/domain').filter((one) => one.endsWith('.ts'))) {
      const [file, code] = [`src/domain/${name}`, readFileSync(`src/domain/${name}`, 'utf8')];
      const mutants = mutantsOf(file, code);
      for (const one of mutants) {
        const changed = mutated(code, one);
        expect(changed).not.toBe(code);
        expect(() => parseAst(changed, { lang: 'ts' }), `${file}:${one.line} ${one.operator}`).not.toThrow();
      }
      expect(
        () => parseAst(withAll(file, code, new Map(mutants.map((one, no) => [one, no]))), { lang: 'ts' }),
        file,
      ).not.toThrow();
    }
    expect(new Set(all.map(({ key }) => key)).size).toBe(all.length);
    expect(all.length).toBeGreaterThan(10_000);
    const known = new Set(all.map(({ key }) => key));
    expect(Object.keys(equivalents).filter((key) => !known.has(key))).toEqual([]);
  });

  it.each([
    'return [1 < 2, 2 <= 2, 3 > 3, 4 >= 5, 1 === 1, 1 !== 2];',
    'const n = 4; return (n + 1) * 2 - n / 2 + (7 % 3);',
    'const list = [3, 5, 8]; return [Math.min(...list), Math.max(1, 2), Math.floor(2.5), list.some((x) => x > 5), list?.every((x) => x > 5)];',
    'const list = [1, 2, 3, 4]; return list.filter((x) => x > 2).filter(Boolean).findLast((x) => x > 0);',
    'const done = []; if (!(done.length > 0) && true) done.push(1); else done.push(2); done.push(3); return done;',
    'const at = null; return [at ?? 5, at || 6, at === null ? 7 : 8, !!at];',
    'let sum = 0; for (const one of [1, 2]) { if (one === 1) continue; sum += one; } return sum;',
  ])('SIM-15: all in one program and switched one by one they are what each is alone: %s', (code) => {
    const program = `function made() { ${code} }`;
    expect(values(program)).toEqual(alone(program));
  });

  it('SIM-15: a constant of an object outside of all functions is switched while it is read', () => {
    const code =
      'const limits = { sizeMax: 5 * 2, name: "a" };\nfunction made() { return () => limits.sizeMax; }';
    const mutants = mutantsOf('a.ts', code);
    const now = install(mutants.length);
    const read = made(withAll('a.ts', code, new Map(mutants.map((one, no) => [one, no])))) as () => number;
    const one = mutants.findIndex(({ text }) => text === '6');
    expect(read()).toBe(10);
    now.on = one;
    expect(read()).toBe(12);
  });

  it('SIM-15: only a fault that would have made a difference counts as reached', () => {
    const code = 'function made() { return (a) => [a < 5, a > 5]; }';
    const mutants = mutantsOf('a.ts', code).filter(({ operator }) => / to [<>]=$/.test(operator));
    const now = install(mutants.length);
    const f = made(withAll('a.ts', code, new Map(mutants.map((one, no) => [one, no])))) as (
      a: number,
    ) => unknown;
    f(4);
    expect([...now.hits]).toEqual([0, 0]);
    f(5);
    expect([...now.hits]).toEqual([1, 1]);
  });

  it('SIM-15: a loop that a fault made endless is ended', () => {
    const code = 'function made() { for (let i = 0; i < 3; ) { i += 1; } return 1; }';
    const mutants = mutantsOf('a.ts', code);
    const now = install(mutants.length);
    now.on = mutants.findIndex(({ operator }) => operator === 'not done');
    now.roundsMax = 1_000;
    expect(() => made(withAll('a.ts', code, new Map(mutants.map((one, no) => [one, no]))))).toThrow(Endless);
  });
});

describe('which are judged, and by what', () => {
  it('SIM-15: at least 2,000 are drawn, alike every time, and each stretch has its share of every folder', () => {
    const sample = drawSample(all, 2_000);
    expect(sample.length).toBeGreaterThanOrEqual(2_000);
    expect(drawSample(all.toReversed(), 2_000).map(({ key }) => key)).toEqual(sample.map(({ key }) => key));
    for (const folder of FOLDERS) {
      const [share, ofHalf] = [sample, sample.slice(0, sample.length / 2)].map(
        (part) => part.filter((one) => one.folder === folder).length,
      );
      expect(Math.abs((ofHalf ?? 0) - (share ?? 0) / 2), folder).toBeLessThanOrEqual(2);
    }
  });

  it('SIM-15: tests that reach a fault are asked, the cheap ones of little reach first, and more of them in later rounds', () => {
    const look = {
      tests: [
        { name: 'wide', file: 'a.test.ts', ms: 900, reached: [0, 1, 2, 3], isAsked: false },
        { name: 'near', file: 'b.test.ts', ms: 900, reached: [0], isAsked: false },
        { name: 'dear', file: 'c.test.ts', ms: 20_000, reached: [0], isAsked: false },
        { name: 'asked while it was looked at', file: 'd.test.ts', ms: 1, reached: [0], isAsked: true },
      ],
      atLoad: new Map(),
      ms: new Map(),
    };
    const asked = (round: number) =>
      Object.values(questionsOf(look, [{ no: 0, file: 'x.ts' }], round, () => '')).flatMap(({ tests }) =>
        Object.keys(tests),
      );
    expect(asked(0)).toEqual(['near', 'wide']);
    expect(asked(1)).toEqual(['dear']);
    expect(asked(2)).toEqual([]);
  });

  it('SIM-15: a run continues where it stopped, and repeats a doubtful result first', () => {
    const questions = {
      a: { tests: { one: [1, 2], two: [3, 4, 5] }, anew: [] },
      b: { tests: { three: [1] }, anew: [] },
    };
    const { left, first } = leftOf(questions, [
      { over: 'b' },
      { done: 'one', file: 'a' },
      { doubt: 4, file: 'a', test: 'two', rest: [5] },
    ]);
    expect(left).toEqual({ a: { tests: { two: [4, 5] }, anew: [] } });
    expect(first).toEqual({ two: [4] });
  });

  it('SIM-15: a test that something before it spoilt is asked again, not without end', () => {
    const questions = { a: { tests: { one: [1, 2] }, anew: [] } };
    const spoilt = { spoilt: 'one', file: 'a' };
    expect(leftOf(questions, [spoilt, spoilt]).left).toEqual(questions);
    expect(leftOf(questions, [spoilt, spoilt, spoilt]).left).toEqual({ a: { tests: {}, anew: [] } });
  });
});

describe('the score', () => {
  it('SIM-15: has an interval that narrows as more is judged and ends with the figure itself', () => {
    const [from, to] = interval({ found: 9, judged: 10, all: 1_000 });
    const [nearer, near] = interval({ found: 90, judged: 100, all: 1_000 });
    expect([from < nearer, near < to]).toEqual([true, true]);
    expect(interval({ found: 900, judged: 1_000, all: 1_000 })).toEqual([0.9, 0.9]);
  });

  it('SIM-15: counts each folder by what can be made in it', () => {
    const both = overall([
      { found: 10, judged: 10, all: 900 },
      { found: 0, judged: 10, all: 100 },
    ]);
    expect(both?.share).toBeCloseTo(0.9);
    expect(overall([{ found: 0, judged: 0, all: 5 }])).toBeNull();
  });
});
