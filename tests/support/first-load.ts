import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { root } from './house/repository.ts';

/**
 * What the first pages need until they can be used: script and style, gzipped, in bytes; kB are thousands.
 * What comes by itself once a page stands is not among it. What a page may grow to, not what it has.
 */
export const FIRST_LOAD_BUDGETS = { login: 90_000, app: 180_000 } as const;

export type FirstPage = keyof typeof FIRST_LOAD_BUDGETS;
export const FIRST_LANGUAGES = ['zh-CN', 'en'] as const;

const BUILT = join(root, 'dist/client');

export const zipped = (text: string | Uint8Array): number => gzipSync(text, { level: 9 }).byteLength;

const all = (text: string, pattern: RegExp): readonly string[] =>
  [...text.matchAll(pattern)].map((found) => found[1] ?? '');

/** Of script and style that stand in the page itself. */
export const zippedInside = (html: string): number =>
  [/<style>(.*?)<\/style>/gs, /<script>(.*?)<\/script>/gs].reduce(
    (sum, part) => sum + zipped(all(html, part).join('')),
    0,
  );

/**
 * What the built page says that it needs: what stands in it, and what it asks for
 * (`src/tools/login-plugin.mjs`).
 */
export function firstLoad(page: FirstPage, language: (typeof FIRST_LANGUAGES)[number]): number {
  const html = readFileSync(join(BUILT, `login.${language}.html`), 'utf8');
  const parts = JSON.parse(/\{"login":\{.*?\}\}/s.exec(html)?.[0] ?? 'null') as Record<
    string,
    Record<string, readonly string[]>
  > | null;
  const asked = [...(parts?.[page]?.['all'] ?? []), ...(parts?.[page]?.[language] ?? [])];
  const linked = all(html, /<(?:script|link)[^>]*(?:src|href)="(\/assets\/[^"]+\.js)"/g);
  if (linked.length === 0 || asked.length === 0) throw new Error(`login.${language}.html names no parts`);
  const files = [...new Set([...linked, ...asked])].map((path) => zipped(readFileSync(join(BUILT, path))));
  return files.reduce((sum, size) => sum + size, zippedInside(html));
}
