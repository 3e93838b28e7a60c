import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { advisoriesOn, isAtLeast } from '../../src/tools/advisories.mjs';

it('TEST-2: the installed packages contain the fix for every advisory in the documents', () => {
  const entry = advisoriesOn(readFileSync('docs/security.md', 'utf8'));
  expect(entry.map(({ id }) => id)).toContain('CVE-2026-44990');
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
    readonly packages: Readonly<Record<string, { readonly version?: string }>>;
  };
  for (const { id, name, fixedIn } of entry)
    expect([id, isAtLeast(packages[`node_modules/${name}`]?.version ?? '', fixedIn)]).toEqual([id, true]);
  expect([
    isAtLeast('2.17.0', '2.17.5'),
    isAtLeast('2.17.5', '2.17.5'),
    isAtLeast('3.0.0', '2.17.5'),
    isAtLeast('2.9.9', '2.17.5'),
  ]).toEqual([false, true, true, false]);
});
