import { readFileSync, readdirSync } from 'node:fs';
import { parseAst } from 'rolldown/parseAst';
import { describe, expect, it } from 'vitest';
import { mutantsOf, mutated, spansOf } from '../../src/tools/mutation/operators.mjs';

const of = (code: string): readonly string[] => mutantsOf('a.ts', code).map((one) => mutated(code, one));

describe('generated faults', () => {
  it('SIM-15: each is one change of what runs, never of a type, a text or an import', () => {
    expect(of("import { a } from './1.ts';\nexport type T = 1 | 2;\n/** 3 < 4 */\nexport const f = (x: 5): string => `${x} < 6`;")).toEqual([]);
    expect(of('export const f = (a: number, b: number) => a < b;')).toEqual(['export const f = (a: number, b: number) => (a <= b);']);
    expect(of('if (a) b();')).toEqual(['if (!(a)) b();', 'if (a) ;']);
    expect(of("const t = 'a' + b;")).toEqual([]);
  });

  it('SIM-15: what comes of it is still a program, and each has a name of its own', () => {
    const ids = new Set<string>();
    let count = 0;
    for (const name of readdirSync('src/domain').filter((one) => one.endsWith('.ts'))) {
      const [file, code] = [`src/domain/${name}`, readFileSync(`src/domain/${name}`, 'utf8')];
      for (const one of mutantsOf(file, code)) {
        count += 1;
        ids.add(one.id);
        const changed = mutated(code, one);
        expect(changed).not.toBe(code);
        expect(() => parseAst(changed, { lang: 'ts' }), one.id).not.toThrow();
      }
    }
    expect(ids.size).toBe(count);
    expect(count).toBeGreaterThan(500);
  });

  it('SIM-15: a fault knows the innermost function around it', () => {
    const code = 'function a() { return [1].map((x) => x > 2); }';
    const spans = spansOf('a.ts', code);
    expect(spans.map(({ isBlock }) => isBlock)).toEqual([true, false]);
    expect(mutantsOf('a.ts', code).map(({ operator, inside }) => [operator, spans.findIndex(({ id }) => id === inside)])).toEqual([
      ['nothing in the list', -1], ['one more', 0], ['> to >=', 1], ['one more', 1],
    ].filter(([operator]) => operator !== 'nothing in the list'));
  });
});
