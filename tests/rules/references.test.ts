import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readRepository, root } from '../support/house/repository.ts';

/**
 * References in comments must exist in the repository: sections of the contract, pages and their headings.
 */

const CITED = /\(protocol ((?:\d+(?:\.\d+)*)(?:, \d+(?:\.\d+)*)*)/g;
const PAGE = /\bdocs\/[\w/-]+\.md\b(?:, "([^"\n]+)")?/g;
/** Documents that are not in the repository. */
const ELSEWHERE = /\b(?:streams|design|words|next)\.md\b|\bspecification\b/i;

/** Numbers of the headings of docs/protocol/contract.md. */
const numbersOf = (page: string): ReadonlySet<string> =>
  new Set([...page.matchAll(/^#+ (\d+(?:\.\d+)*) /gm)].map(([, number = '']) => number));

const headingsOf = (page: string): ReadonlySet<string> =>
  new Set([...page.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => heading.trim()));

interface Cited {
  readonly contract: string;
  /** Returns the text of a page of `docs`, or null if it does not exist. */
  readonly page: (path: string) => string | null;
}

function referenceFaults(path: string, source: string, { contract, page }: Cited): readonly string[] {
  const numbers = numbersOf(contract);
  const sections = [...source.matchAll(CITED)].flatMap(([, list = '']) => list.split(', '));
  const lost = sections.filter((number) => !numbers.has(number)).map((number) => `protocol ${number}`);
  const pages = [...source.matchAll(PAGE)].flatMap(([cited, heading]) => {
    const text = page(cited.replace(/,.*/s, ''));
    return text === null || (heading !== undefined && !headingsOf(text).has(heading)) ? [cited] : [];
  });
  const elsewhere = [...source.matchAll(new RegExp(ELSEWHERE, 'gi'))].map(([cited]) => cited);
  return [...lost, ...pages, ...elsewhere].map(
    (cited) => `${path} cites ${cited}, which is not in the repository`,
  );
}

const CONTRACT = 'docs/protocol/contract.md';
const read = (path: string): string | null =>
  existsSync(root + path) ? readFileSync(root + path, 'utf8') : null;

describe('references in comments', () => {
  it('ARCH-5: is in the repository: sections of the contract, pages and their headings', () => {
    const cited: Cited = { contract: read(CONTRACT) ?? '', page: read };
    // Leaves out the planted faults below and the searched words.
    const sources = [...readRepository()].filter(([path]) => !/references(?:\.test)?\.ts$/.test(path));
    expect(sources.flatMap(([path, source]) => referenceFaults(path, source, cited))).toEqual([]);
    expect(sources.filter(([, source]) => source.includes('(protocol ')).length).toBeGreaterThan(20);
  });

  const planted: Cited = {
    contract: '# The contract\n\n## 5 Things\n\n### 5.4 Messages\n',
    page: (path) => (path === 'docs/calls.md' ? '# Calls\n\n## How it is built\n' : null),
  };

  it.each([
    '/** A row (protocol 5.5). */',
    '/** A row (protocol 5.4, 5.9). */',
    '// docs/spells.md says why.',
    '// See docs/calls.md, "How it was built".',
    '// streams.md decides.',
    '/** As the specification has it. */',
  ])('ARCH-5: planted: %s', (source) => {
    expect(referenceFaults('src/a.ts', source, planted)).toHaveLength(1);
  });

  it.each([
    '/** A row (protocol 5.4). */',
    '/** A thing (protocol 5, 5.4). */',
    '// docs/calls.md, "How it is built"',
    "const specified = 'protocol 9';",
  ])('ARCH-5: but not %s', (source) => {
    expect(referenceFaults('src/a.ts', source, planted)).toEqual([]);
  });
});
