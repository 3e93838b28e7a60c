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
