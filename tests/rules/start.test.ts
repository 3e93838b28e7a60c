import { expect, it } from 'vitest';
import { importsOf } from '../support/house/imports.ts';
import { readRepository } from '../support/house/repository.ts';

const LATER = /\bimport\(/g;

/** Packages that are loaded with this file, whoever imports them, and not only when they are needed. */
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
      else if (!to.startsWith('node:')) packages.add(to);
    }
  }
  return [...packages].toSorted();
}

it('START-11: a start loads no library that the first call can do without', () => {
  expect(packagesOf('src/server/main.ts')).toEqual([
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
