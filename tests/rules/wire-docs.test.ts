import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ENDPOINTS } from '../../src/server/features/features.ts';
import { root } from '../support/house/repository.ts';
import { rulesOf, wireReference } from '../support/wire-reference.ts';

const read = (path: string): string => readFileSync(join(root, path), 'utf8');

it('WIRE-14: the reference of the calls is made from their schemas; when it differs, type `npm run docs`', () => {
  const made = wireReference(read('docs/protocol.md'));
  expect(read('docs/protocol.md'), 'docs/protocol.md is stale: npm run docs').toBe(made.protocol);
  expect(read('docs/openapi.json'), 'docs/openapi.json is stale: npm run docs').toBe(made.openapi);
});

it('WIRE-14: every call names its rules (tests/support/rules-of-calls.ts), and every rule named exists', () => {
  const known = new Set(
    [...read('docs/rules.md').matchAll(/^- ([A-Z]+(?:-[A-Z]+)?-\d+) /gm)].map(([, rule]) => rule),
  );
  for (const row of ENDPOINTS) {
    expect(rulesOf(row), row.paths[0]).not.toEqual([]);
    for (const rule of rulesOf(row)) expect(known, `${row.paths[0]} names ${rule}`).toContain(rule);
  }
});
