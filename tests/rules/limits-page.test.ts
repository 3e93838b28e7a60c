import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { root } from '../support/house/repository.ts';
import { limitsReference } from '../support/limits-reference.ts';

it('LIMIT-18: docs/limits.txt has every limit and every default of the configuration with its value; when it differs, type `npm run docs`', () => {
  expect(readFileSync(join(root, 'docs/limits.txt'), 'utf8'), 'docs/limits.txt is stale: npm run docs').toBe(
    limitsReference(),
  );
});
