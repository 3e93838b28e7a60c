import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { rulesPage } from '../../src/tools/rules-page.mjs';
import { rulesNamedBy, rulesOn } from '../../src/tools/rules-report.mjs';
import { readRepository, root } from '../support/house/repository.ts';

const page = (name: string): string => readFileSync(`${root}docs/${name}.md`, 'utf8');
/** The rows of the page's tables, without their heads. */
const rows = page('coverage')
  .split('\n')
  .filter((line) => line.startsWith('| ') && !line.startsWith('| Asked'))
  .map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );

it('ARCH-3: every row of what was asked leads to rules, and each of them exists', () => {
  const known = rulesOn(rulesPage);
  expect(
    rows.filter(
      (row) =>
        row.length !== 2 || !/^[A-Z]+(?:-[A-Z]+)?-\d+(?:, [A-Z]+(?:-[A-Z]+)?-\d+)*$/.test(row[1] ?? ''),
    ),
  ).toEqual([]);
  expect(rows.flatMap(([, rules = '']) => rules.split(', ')).filter((rule) => !known.has(rule))).toEqual([]);
});

it('ARCH-3: the title of some test, or a table of cases, names each rule', () => {
  const titled = new Set(
    [...readRepository()]
      .filter(([path]) => path.startsWith('tests/'))
      .flatMap(([, text]) => [...text.matchAll(/['`"]([A-Z]+-[^'`"]*)/g)])
      .flatMap(([, title = '']) => rulesNamedBy(title)),
  );
  expect([...rulesOn(rulesPage).keys()].filter((rule) => !titled.has(rule))).toEqual([]);
});

it('ARCH-3: the page goes through all nine points', () => {
  expect([...page('coverage').matchAll(/^## (\d)\. /gm)].map(([, point]) => Number(point))).toEqual([
    1, 2, 3, 4, 5, 6, 7, 8, 9,
  ]);
});
