import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { root } from '../support/house/repository.ts';

const tokens = readFileSync(join(root, 'src/app/kit/tokens.css'), 'utf8');
const face = /@font-face \{[^}]*\}/.exec(tokens)?.[0] ?? '';
const ranges = [...face.matchAll(/U\+([0-9A-F]+)(?:-([0-9A-F]+))?/g)].map(([, from = '', to = from]) => [
  Number.parseInt(from, 16),
  Number.parseInt(to, 16),
]);
const draws = (sign: string): boolean =>
  ranges.some(([from = 0, to = 0]) => (sign.codePointAt(0) ?? 0) >= from && (sign.codePointAt(0) ?? 0) <= to);

it('UI-160: the typeface moves nothing, leaves the signs of Chinese alone, and has its licence', () => {
  expect(face).toContain('font-display: optional');
  expect(['A', 'ß', '7', '€'].map(draws)).toEqual([true, true, true, true]);
  expect(['“', '’', '…', '—', '。', '中'].map(draws)).toEqual([false, false, false, false, false, false]);
  const [, file = ''] = /url\('\.\/([\w.]+)'\)/.exec(face) ?? [];
  expect(statSync(join(root, 'src/app/kit', file)).size).toBeLessThan(25_000);
  expect(readFileSync(join(root, 'public/static/figtree-license.txt'), 'utf8')).toContain(
    'SIL Open Font License',
  );
});

it.each(['index.html', 'admin.html'])('UI-160: %s loads the typeface before the first paint', (page) => {
  const [, file = ''] = /url\('\.\/([\w.]+)'\)/.exec(face) ?? [];
  const preload = /<link rel="preload"[^>]*>/.exec(readFileSync(join(root, page), 'utf8'))?.[0];
  expect(preload).toContain(`/src/app/kit/${file}`);
  // Without it the browser loads the file twice.
  expect(preload).toMatch(/as="font".* crossorigin/);
});
