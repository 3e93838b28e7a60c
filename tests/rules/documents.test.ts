import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { betterWords, isLong, sentencesOf, shares } from '../support/house/prose.ts';
import { root } from '../support/house/repository.ts';

const read = (path: string): string => readFileSync(join(root, path), 'utf8');
const ofDocs = readdirSync(`${root}docs`, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.md'))
  .map((path) => `docs/${path}`);
const paths = ['README.md', 'CONTRIBUTING.md', 'SECURITY.md', 'CHANGELOG.md', ...ofDocs].toSorted();

/** Most sentences of a page, in per cent, with a phrase of the list and over 30 words. */
const PLAIN = { marked: 4, long: 10 } as const;
/** All pages together. */
const TOGETHER = { marked: 2, long: 4 } as const;

const worst = (page: string): string =>
  sentencesOf(page)
    .map((sentence) => ({ sentence, better: betterWords(sentence) }))
    .filter(({ sentence, better }) => better.length > 0 || isLong(sentence))
    .toSorted((one, other) => other.better.length - one.better.length)
    .slice(0, 10)
    .map(({ sentence, better }) => `${sentence}\n    write: ${better.join('; ') || 'two sentences'}`)
    .join('\n');

describe('the language of the documents', () => {
  it.each(paths)('ARCH-6: %s keeps to its quota of odd and of long sentences', (path) => {
    const page = read(path);
    const { marked, long } = shares([page]);
    // One sentence of a short page is more than its quota.
    const one = 100 / Math.max(1, sentencesOf(page).length);
    expect(marked, worst(page)).toBeLessThanOrEqual(Math.max(PLAIN.marked, one + 0.1));
    expect(long, worst(page)).toBeLessThanOrEqual(Math.max(PLAIN.long, one + 0.1));
  });

  it('ARCH-6: the pages in plain English stay so together', () => {
    const { marked, long } = shares(paths.map(read));
    expect(marked).toBeLessThanOrEqual(TOGETHER.marked);
    expect(long).toBeLessThanOrEqual(TOGETHER.long);
  });

  it.each([
    'Whoever asks gets in.',
    'The row stands in the table.',
    'What was typed stays there.',
    'The login is no session.',
  ])('ARCH-6: planted: %s', (sentence) => {
    expect(betterWords(sentence)).not.toEqual([]);
  });

  it('ARCH-6: but not a plain sentence, a table, code or a heading', () => {
    const page = '# Whoever\n\n| Nobody | lies |\n\n```\nmend\n```\n\nThe server returns the row.\n';
    expect(sentencesOf(page)).toEqual(['The server returns the row.']);
    expect(shares([page])).toEqual({ marked: 0, long: 0 });
  });
});

const slug = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replace(/\s/g, '-');
const withoutCode = (page: string): string => page.replace(/```[\s\S]*?```/g, '').replace(/`[^`\n]*`/g, '');
const anchors = (page: string): ReadonlySet<string> =>
  new Set(
    [...page.replace(/```[\s\S]*?```/g, '').matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => slug(heading)),
  );

/** Links of a page that lead nowhere. */
function brokenLinks(path: string, page: string): readonly string[] {
  const links = [...withoutCode(page).matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = '']) => link);
  return links.filter((link) => {
    if (/^(?:https?|mailto):/.test(link)) return false;
    const [file = '', anchor] = link.split('#');
    const target = file === '' ? path : join(dirname(path), file);
    if (!existsSync(join(root, target))) return true;
    return anchor !== undefined && target.endsWith('.md') && !anchors(read(target)).has(anchor);
  });
}

describe('the links of the documents', () => {
  it.each(paths)('ARCH-5: each link of %s leads to a page and a heading of it', (path) => {
    expect(brokenLinks(path, read(path))).toEqual([]);
  });

  it('ARCH-5: planted: a page and a heading that do not exist', () => {
    expect(brokenLinks('docs/events.md', 'See [one](nowhere.md) and [two](events.md#nothing).')).toHaveLength(
      2,
    );
    expect(brokenLinks('docs/events.md', 'See [streams](events.md#catching-up).')).toEqual([]);
  });
});
