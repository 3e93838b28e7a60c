import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ENDPOINTS } from '../../src/server/features/features.ts';
import { apiPage } from '../../src/tools/api-page.mjs';
import { RULES_INDEX, rulesIndex, rulesPage } from '../../src/tools/rules-page.mjs';
import { rulesOn } from '../../src/tools/rules-report.mjs';
import { root } from '../support/house/repository.ts';
import { openApiText, rulesOf } from '../support/wire-reference.ts';

const read = (path: string): string => readFileSync(join(root, path), 'utf8');
const { version } = JSON.parse(read('package.json')) as { readonly version: string };

it('WIRE-14: docs/openapi.json is made from the schemas of the calls (`npm run docs`)', () => {
  expect(read('docs/openapi.json'), 'docs/openapi.json is stale: npm run docs').toBe(openApiText(version));
});

it('ARCH-3: the index of the rules is made from their pages; when it differs, type `npm run docs`', () => {
  expect(readFileSync(RULES_INDEX, 'utf8'), 'docs/rules/README.md is stale: npm run docs').toBe(rulesIndex());
});

it('WIRE-14: every call names its rules (tests/support/rules-of-calls.ts), and every rule named exists', () => {
  const allNames = new Set(rulesOn(rulesPage).keys());
  for (const row of ENDPOINTS) {
    expect(rulesOf(row), row.paths[0]).not.toEqual([]);
    for (const rule of rulesOf(row)) expect(allNames, `${row.paths[0]} names ${rule}`).toContain(rule);
  }
});

interface Operation {
  readonly summary?: string;
  readonly operationId: string;
  readonly security: readonly object[];
}

it('WIRE-14: the description for tools names each operation once, and says which need no token', () => {
  const { paths } = JSON.parse(read('docs/openapi.json')) as {
    readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  };
  const operations = Object.values(paths).flatMap((path) => Object.values(path));
  expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(operations.length);
  expect(operations.filter(({ summary = '' }) => summary === '')).toEqual([]);
  expect(paths['/common/pub/login']?.['post']?.security).toEqual([]);
  expect(paths['/enterprise/im/sync']?.['post']?.security).toEqual([{ token: [] }]);
  expect(operations.every(({ security }) => Array.isArray(security))).toBe(true);
});

it('WIRE-26: the page of all calls has each operation, no script and no other host', () => {
  const page = JSON.parse(read('docs/openapi.json')) as Parameters<typeof apiPage>[0];
  const html = apiPage(page);
  for (const [path, methods] of Object.entries(page.paths))
    for (const [method, { summary }] of Object.entries(methods)) {
      expect(html).toContain(`id="${method}-${path}"`);
      expect(html).toContain(summary);
    }
  for (const [, part] of html.matchAll(/href="#([^"]+)"/g)) expect(html).toContain(`id="${part}"`);
  expect(html + read('api.html')).not.toMatch(/<script|https?:\/\/|@import|url\(/);
  const hostile = { ...page, info: { version: '<b>', description: '<script>' } };
  expect(apiPage(hostile)).not.toMatch(/<script|<b>,/);
});
