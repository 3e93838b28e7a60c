import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { localesPrint } from '../../src/tools/locales.mjs';
import { root } from './house/repository.ts';

/**
 * Upper limits for the script and style that the first pages load before use: gzipped bytes, one kB is 1,000.
 * Files that load later do not count. A limit is not the current size.
 */
export const FIRST_LOAD_BUDGETS = { login: 90_000, app: 180_000 } as const;

export type FirstPage = keyof typeof FIRST_LOAD_BUDGETS;

const BUILT = join(root, 'dist/client');

export const zipped = (text: string | Uint8Array): number => gzipSync(text, { level: 9 }).byteLength;

const all = (text: string, pattern: RegExp): readonly string[] =>
  [...text.matchAll(pattern)].map((found) => found[1] ?? '');

/** Gzipped size of script and style inside the page. */
export const zippedInside = (html: string): number =>
  [/<style>(.*?)<\/style>/gs, /<script>(.*?)<\/script>/gs].reduce(
    (sum, part) => sum + zipped(all(html, part).join('')),
    0,
  );

/**
 * Gzipped size of all files that the built page lists (`src/tools/login-plugin.mjs`) and of its inline code.
 */
export function firstLoad(page: FirstPage, language: string): number {
  const html = readFileSync(join(BUILT, `login.${language}.html`), 'utf8');
  const parts = JSON.parse(/\{"login":\[.*?\],"app":\[.*?\]\}/s.exec(html)?.[0] ?? 'null') as Record<
    FirstPage,
    readonly string[]
  > | null;
  const part = { login: 'entry', app: 'first' }[page];
  const texts = `/assets/texts-${language}-${part}-${localesPrint()}.js`;
  const requests = parts === null ? [] : [...parts[page], texts];
  const linked = all(html, /<(?:script|link)[^>]*(?:src|href)="(\/assets\/[^"]+\.js)"/g);
  if (linked.length === 0 || requests.length === 0) throw new Error(`login.${language}.html names no parts`);
  const files = [...new Set([...linked, ...requests])].map((path) => zipped(readFileSync(join(BUILT, path))));
  return files.reduce((sum, size) => sum + size, zippedInside(html));
}
