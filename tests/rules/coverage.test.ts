import { expect, it } from 'vitest';
import { rulesPage } from '../../src/tools/rules-page.mjs';
import { rulesNamedBy, rulesOn } from '../../src/tools/rules-report.mjs';
import { readRepository } from '../support/house/repository.ts';

it('ARCH-3: the title of some test, or a table of cases, names each rule', () => {
  const titled = new Set(
    [...readRepository()]
      .filter(([path]) => path.startsWith('tests/'))
      .flatMap(([, text]) => [...text.matchAll(/['`"]([A-Z]+-[^'`"]*)/g)])
      .flatMap(([, title = '']) => rulesNamedBy(title)),
  );
  expect([...rulesOn(rulesPage).keys()].filter((rule) => !titled.has(rule))).toEqual([]);
});

// A run reports such a title only at its end.
it('ARCH-3: no title names one line of a long rule, as UI-171a, instead of its number', () => {
  const titles = [...readRepository()]
    .filter(([path]) => path.startsWith('tests/') && path !== 'tests/rules/coverage.test.ts')
    .flatMap(([path, text]) =>
      [...text.matchAll(/\b(?:it|describe)(?:\.\w+)*\(\s*['`"]([^'`"]*)/g)].map(
        ([, title = '']) => `${path}: ${title}`,
      ),
    );
  expect(titles.length).toBeGreaterThan(1000);
  expect(titles.filter((title) => /: [A-Z]+(?:-[A-Z]+)?-\d+[a-z]/.test(title))).toEqual([]);
});
