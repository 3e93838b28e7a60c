import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { root } from '../support/house/repository.ts';
import { written } from '../support/tokens.ts';

const read = (path: string): string => readFileSync(join(root, path), 'utf8');
const parts = ['kit', 'shared'].flatMap((folder) =>
  readdirSync(join(root, 'src/app', folder))
    .filter((file) => file.endsWith('.tsx'))
    .map((file) => `${folder}/${file}`),
);
const page = readdirSync(join(root, 'src/app/kit-page'))
  .filter((file) => file.endsWith('.tsx'))
  .map((file) => read(`src/app/kit-page/${file}`))
  .join('\n');

/**
 * Hooks that draw nothing, and parts of others: of the badge, the empty block, the text field, `useAsk`, a
 * status, an avatar, a message, a form sheet.
 */
const NOT_SHOWN = [
  'shared/late-news-dot.tsx',
  'shared/news-dot.tsx',
  'shared/use-begin-call.tsx',
  'shared/use-join-group-call.tsx',
  'kit/empty-drawings.tsx',
  'kit/dialogs.tsx',
  'shared/person-name.tsx',
  'kit/photo.tsx',
  'shared/web-link.tsx',
  'shared/program-form.tsx',
];

it('SCREEN-7: every part of the kit is on the kit page and in docs/design-system.md', () => {
  const words = read('docs/design-system.md');
  expect(parts.filter((file) => !NOT_SHOWN.includes(file) && !page.includes(`../${file}'`))).toEqual([]);
  expect(parts.filter((file) => !words.includes(`\`${file.split('/').at(-1)}\``))).toEqual([]);
});

it('SCREEN-7: every value of the look has its place in docs/design-system.md', () => {
  const names = [...written.keys()].map((name) => `--${name}`);
  const words = read('docs/design-system.md');
  expect(names.length).toBeGreaterThan(50);
  expect(names.filter((name) => !words.includes(`\`${name}\``))).toEqual([]);
});

it('SCREEN-7: the product does not contain the kit page', () => {
  expect(read('vite.config.ts')).not.toContain('kit.html');
  const built = join(root, 'dist/client');
  if (existsSync(built)) expect(existsSync(join(built, 'kit.html'))).toBe(false);
});
