import { expect, it } from 'vitest';
import { importsOf } from '../support/house/imports.ts';
import { readRepository } from '../support/house/repository.ts';

const LATER = /\bimport\(/g;

/** Packages that load together with this file, through any import, and not only on demand. */
function packagesOf(start: string): readonly string[] {
  const repository = readRepository();
  const [files, packages] = [new Set([start]), new Set<string>()];
  for (const path of files) {
    for (const { to, ours, typeOnly } of importsOf(
      path,
      (repository.get(path) ?? '').replaceAll(LATER, 'later('),
    )) {
      if (typeOnly) continue;
      if (ours) files.add(to);
      else if (!/^(?:node|texts):/.test(to)) packages.add(to);
    }
  }
  return [...packages].toSorted();
}

it('START-19: the server and its commands load nothing but the check of Node before it has passed', () => {
  for (const entry of ['src/server/main.ts', 'src/server/admin-main.ts']) {
    const text = readRepository().get(entry) ?? '';
    const first = importsOf(entry, text.replaceAll(LATER, 'later('));
    expect(first.map(({ to }) => to)).toEqual(['src/tools/node-version.mjs']);
    expect(text.indexOf('requireNode();')).toBeLessThan(text.indexOf('await import('));
  }
});

it('START-11: a start loads no library that the first call can do without', () => {
  expect(packagesOf('src/server/serve-main.ts')).toEqual([
    '@photostructure/sqlite',
    'hono',
    'kysely',
    'linkify-it',
    'prom-client',
    'sanitize-html',
    'valibot',
    'ws',
  ]);
});
