import { existsSync, readFileSync } from 'node:fs';
import { runInThisContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { reachesIn } from '../../src/tools/reached.mjs';
import { withNotes } from '../../src/tools/reached-plugin.mjs';
import { KINDS, tablesOf } from '../../src/tools/tables-of.mjs';
import { rankedTests } from '../../src/tools/tests-ranking.mjs';

const sources = new Map([
  ['src/domain/quiet.ts', '/** Until when (LIST-14). */ export const a = 1;'],
  ['src/domain/names-none.ts', 'export const b = 1;'],
  ['src/server/user.ts', "import { b } from '../domain/names-none.ts'; // FRIEND-5, UTF-8"],
  ['tests/rules/alphabet.test.ts', "import '../../src/domain/quiet.ts'; it('KIT-1: a', run);"],
  ['tests/rules/near.test.ts', "import '../../src/domain/quiet.ts'; it('LIST-14: a', run);"],
  ['tests/rules/also.test.ts', "import './helper.ts'; it.each([['x']])('LIST-1, LIST-14: %s', run);"],
  ['tests/rules/helper.ts', "import '../../src/domain/quiet.ts';"],
  ['tests/e2e/whole.test.ts', 'it(\n  `LIST-14: in a browser`, run); // FRIEND-5'],
  ['tests/e2e/friends.test.ts', "it('FRIEND-5: in a browser', run);"],
  ['tests/e2e/other.test.ts', "it('UI-1: LIST-14 is not what this is about', run);"],
]);
const cache = new Map([
  ['LIST-1', ''],
  ['LIST-14', ''],
  ['FRIEND-5', ''],
]);
const ranked = (file: string, reached: Parameters<typeof rankedTests>[3] = new Map()) =>
  rankedTests(file, sources, cache, reached).map(({ path }) => path.replace('tests/', ''));

describe('the order of the tests of a file', () => {
  it('TEST-4: tests that name a rule of the file come first, the nearest of them before the others', () => {
    expect(ranked('src/domain/quiet.ts')).toEqual([
      'rules/near.test.ts',
      'rules/also.test.ts',
      'rules/alphabet.test.ts',
      'e2e/whole.test.ts',
    ]);
    expect(rankedTests('src/domain/quiet.ts', sources, cache, new Map())[1]).toEqual({
      path: 'tests/rules/also.test.ts',
      steps: 2,
      rules: ['LIST-14'],
      reached: 0,
    });
  });

  it('TEST-4: a test that ran more functions of the file in the last full run comes earlier', () => {
    const reached = reachesIn(
      [
        { test: 'tests/rules/near.test.ts', reached: { 'src/domain/quiet.ts': 0.1 } },
        {
          test: 'tests/rules/alphabet.test.ts',
          reached: { 'src/domain/quiet.ts': 0.9, 'src/server/user.ts': 1 },
        },
        { test: 'tests/rules/gone.test.ts', reached: { 'src/domain/quiet.ts': 1 } },
      ]
        .map((line) => `${JSON.stringify(line)}\n`)
        .join(''),
    );
    expect(ranked('src/domain/quiet.ts', reached).slice(0, 2)).toEqual([
      'rules/alphabet.test.ts',
      'rules/near.test.ts',
    ]);
    expect(ranked('src/server/user.ts', reached)).toEqual(['e2e/friends.test.ts', 'rules/alphabet.test.ts']);
  });

  it('TEST-4: a file that names no rule has those of the files that import it', () => {
    expect(ranked('src/domain/names-none.ts')).toEqual(['e2e/friends.test.ts']);
  });
});

const tables = (file: string): string => tablesOf(file, readFileSync(file, 'utf8')).join(' ');

describe('the tables of a file', () => {
  it('TEST-4: come by the kind of the file', () => {
    expect(tables('src/app/screens/people/contacts-page.tsx')).toContain('ui/open-while-changed');
    expect(tables('src/client/sync/catch-up.ts')).toContain('question-change-answer');
    expect(tables('src/client/state/folder-selectors.ts')).toContain('properties/selectors');
    expect(tables('src/client/state/folder-selectors.ts')).not.toContain('second-login');
    expect(tables('src/server/features/auth/endpoints.ts')).toContain('before-commit');
    expect(tables('src/domain/quiet.ts')).toBe('');
  });

  it('TEST-4: exist', () => {
    expect(KINDS.flatMap(([, , tests]) => tests).filter((path) => !existsSync(path))).toEqual([]);
  });
});

describe('a program that notes its functions', () => {
  it('TEST-4: each function that begins is noted, except one expression inside another, and returns the same', () => {
    const code = `function twice(x) { return x * 2; }
      const pair = (x) => { const [y] = [x].map((one) => twice(one)); return { x, y }; };
      const inside = (x) => (y) => x + y;
      class Box { static of = (x) => new Box(x); constructor(x) { this.x = x; } }
      const never = async () => { throw new Error('not called'); };
      globalThis.result = [pair(3), Box.of(4).x, inside(1)(4)];`;
    const noted = withNotes('src/a.ts', code) ?? '';
    const scope = globalThis as { reachedFunctions?: Record<string, Uint8Array>; result?: unknown };
    const before = scope.reachedFunctions;
    scope.reachedFunctions = {};
    runInThisContext(`{ ${noted} }`);
    expect(scope.result).toEqual([{ x: 3, y: 6 }, 4, 5]);
    expect(scope.reachedFunctions['src/a.ts']?.toSorted()).toEqual(Uint8Array.of(0, 1, 1, 1, 1, 1));
    expect(noted.split('\n')).toHaveLength(code.split('\n').length);
    if (before === undefined) delete scope.reachedFunctions;
    else scope.reachedFunctions = before;
    delete scope.result;
    expect(withNotes('src/b.ts', 'export const b = 1;')).toBe(null);
  });
});
