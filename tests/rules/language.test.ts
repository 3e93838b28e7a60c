import { describe, expect, it } from 'vitest';
import { dialectFaults, homonyms } from '../support/house/language.ts';
import { betterWords, commentsOf, isOddComment, titlesOf } from '../support/house/prose.ts';
import { readRepository } from '../support/house/repository.ts';
import { blank } from '../support/house/source-text.ts';

const WIDTH = 110;

/** Lines that the formatter leaves as they are: long texts, titles, comments. */
const wideLines = (source: string): number => source.split('\n').filter((line) => line.length > WIDTH).length;

const OPENS =
  /(?:\bfunction\b[^{;]*|=>\s*|\)\s*(?::[^;{}=]*)?)\{$|^\s*(?:async |static |private |readonly |get |set |\*)*[\w#$]+\([^;]*\)\s*(?::[^;{}]*)?\{$/;

/** Lines of each function that is longer than `most`, its first and its last line counted. */
function longFunctions(source: string, most: number): readonly number[] {
  const lines = blank(source).codeOnly.split('\n');
  const matches: number[] = [];
  for (const [at, line] of lines.entries()) {
    if (!OPENS.test(line.trimEnd())) continue;
    if (/^\s*(?:if|for|while|switch|catch|\} else|\} catch|describe|it)\b/.test(line)) continue;
    const indent = line.search(/\S/);
    const end = lines.findIndex(
      (other, no) => no > at && other.search(/\S/) === indent && /^\s*\}/.test(other),
    );
    if (end - at + 1 > most) matches.push(end - at + 1);
  }
  return matches;
}

/** The tests of these words name them. */
const sources = [...readRepository()].filter(
  ([path]) => !/house\/language\.ts$|rules\/language\.test\.ts$/.test(path),
);
const product = sources.filter(([path]) => !path.startsWith('tests/'));

const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0);

/** The numbers of the first count. They may only decrease. */
const MOST = { wideInProduct: 167, wideInTests: 480, longFunctions: 0 } as const;

/** Most titles of tests with a phrase that plain English does without, in per cent. Lower it when you can. */
const ODD_TITLES_MAX = 1;

/** Most odd comments of each folder, in per cent. They may only decrease. */
const ODD_COMMENTS_MAX: Readonly<Record<string, number>> = {
  machines: 3,
  'src/app': 3,
  'src/client': 3,
  'src/console': 3,
  'src/domain': 3,
  'src/inspector': 3,
  'src/ports': 3,
  'src/server': 3,
  'src/tools': 3,
  'src/wire': 3,
  simulator: 3,
  tests: 3,
};

const hint = (count: number, most: number, what: string): string =>
  `${count} ${what}, ${most} before: \`git diff\` shows yours; break comments and titles by hand, at 110 columns`;

describe('the words of the house', () => {
  it('ARCH-6: at most two of a hundred exported names are declared in more than one file', () => {
    const { twice, count } = homonyms(product);
    expect(count).toBeGreaterThan(1_000);
    expect(twice.length / count, twice.join('\n')).toBeLessThanOrEqual(0.02);
  });

  it('ARCH-6: no name and no comment has a word of the old dialect', () => {
    expect(sources.flatMap(([path, source]) => dialectFaults(path, source))).toEqual([]);
  });

  it('ARCH-6: lines wider than the formatter makes them, and functions over 70 lines, only become fewer', () => {
    const tests = sources.filter(([path]) => path.startsWith('tests/'));
    const longest = product.flatMap(([path, source]) => longFunctions(source, 70).map((n) => `${path} ${n}`));
    const wide = (files: typeof sources) => sum(files.map(([, source]) => wideLines(source)));
    const [inProduct, inTests] = [wide(product), wide(tests)];
    expect
      .soft(inProduct, hint(inProduct, MOST.wideInProduct, 'wide lines outside of tests'))
      .toBeLessThanOrEqual(MOST.wideInProduct);
    expect
      .soft(inTests, hint(inTests, MOST.wideInTests, 'wide lines in tests'))
      .toBeLessThanOrEqual(MOST.wideInTests);
    expect.soft(longest.length, longest.join('\n')).toBeLessThanOrEqual(MOST.longFunctions);
  });
});

const isOdd = (title: string): boolean => betterWords(title).length > 0;

describe('the titles of tests', () => {
  it('ARCH-6: titles of tests keep to their quota of odd phrases', () => {
    const titles = [...readRepository()]
      .filter(([path]) => /\.test\.tsx?$/.test(path))
      .flatMap(([path, source]) => titlesOf(source).map((title) => ({ path, title })));
    const odd = titles.filter(({ title }) => isOdd(title));
    const worst = odd.map(
      ({ path, title }) => `${path}: ${title}\n    write: ${betterWords(title).join('; ')}`,
    );
    expect(titles.length).toBeGreaterThan(1_000);
    expect((100 * odd.length) / titles.length, worst.join('\n')).toBeLessThanOrEqual(ODD_TITLES_MAX);
  });

  it('ARCH-6: an odd title is found behind its rule numbers, also in a table of cases', () => {
    const source = "it.each([1])('A-1, B-2: %s stands there', () => {});\ndescribe('a server', () => {});";
    expect(titlesOf(source).map((title) => [title, isOdd(title)])).toEqual([
      ['%s stands there', true],
      ['a server', false],
    ]);
  });
});

const oddIn = (folder: string) => {
  const comments = sources
    .filter(([path]) => path.startsWith(`${folder}/`) && /\.(?:ts|tsx|mjs)$/.test(path))
    .flatMap(([path, source]) => commentsOf(source).map((comment) => ({ path, comment })));
  return { count: comments.length, odd: comments.filter(({ comment }) => isOddComment(comment)) };
};

describe('comments', () => {
  it.each(Object.entries(ODD_COMMENTS_MAX))(
    'ARCH-6: comments in %s keep to their quota of odd phrases',
    (folder, most) => {
      const { count, odd } = oddIn(folder);
      const worst = odd.map(({ path, comment }) => {
        const better = betterWords(comment).join('; ') || 'begin with a verb or the subject';
        return `${path}: ${comment}\n    write: ${better}`;
      });
      expect(count).toBeGreaterThan(20);
      expect((100 * odd.length) / count, worst.join('\n')).toBeLessThanOrEqual(most);
    },
  );

  it('ARCH-6: an odd comment is found in blocks and in runs of lines', () => {
    const source = [
      '/** Whose row it is. */',
      '// A row that',
      '// stands there.',
      '/** A row. */',
      '/** The newest row of the list. */',
      '/** @param {string} a */',
    ].join('\n');
    expect(commentsOf(source).map((comment) => [comment, isOddComment(comment)])).toEqual([
      ['Whose row it is.', true],
      ['The newest row of the list.', false],
      ['A row that stands there.', true],
    ]);
  });
});

const twiceIn = (...paths: readonly string[]) =>
  homonyms(paths.map((path) => [path, 'export interface Place {}\n'] as const)).twice;

describe('planted faults are found', () => {
  it('ARCH-6: a name that two files declare, but not a call and what does it', () => {
    expect(twiceIn('src/domain/events.ts', 'src/server/kernel/core.ts')).toHaveLength(1);
    expect(twiceIn('src/wire/calls/login.ts', 'src/server/features/auth/login.ts')).toEqual([]);
  });

  it.each([
    'const deaf = bus.subscribe(run);',
    'function useRowHands() {}',
    'const signs = [...name];',
    '// An address of the net.\nconst a = 1;',
    '/** The last two signs. */',
  ])('ARCH-6: %s', (source) => {
    expect(dialectFaults('src/domain/a.ts', source)).toHaveLength(1);
  });

  it.each([
    'async function signIn() {}',
    "const text = 'two signs of the net';",
    'const handsome = true;',
    '// A sign of life every 2 s.',
  ])('ARCH-6: but not %s', (source) => {
    expect(dialectFaults('src/domain/a.ts', source)).toEqual([]);
  });

  it('ARCH-6: wide lines and long functions', () => {
    expect(wideLines(`${'x'.repeat(110)}\n${'x'.repeat(111)}`)).toBe(1);
    const body = '  go();\n'.repeat(80);
    expect(longFunctions(`export function long(): void {\n${body}}\n`, 70)).toEqual([82]);
    expect(longFunctions(`const long = (a: number) => {\n${body}};\n`, 70)).toEqual([82]);
    expect(longFunctions(`describe('all', () => {\n${body}});\n`, 70)).toEqual([]);
    expect(longFunctions('function short() {\n  go();\n}\n', 70)).toEqual([]);
  });
});
