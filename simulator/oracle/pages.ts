/**
 * The web of a World, as everybody knows it: `https://pages.test/` with what the page is like and a number.
 * Whoever fetches it is told the same by `gear/pages.ts`; this is written down apart.
 */
export const PAGE_KINDS = ['good', 'picture', 'image', 'gone', 'slow', 'away', 'hidden'] as const;
export type PageKind = (typeof PAGE_KINDS)[number];

export const pageAt = (kind: PageKind, number: string): string => `https://pages.test/${kind}/${number}`;

/** The first address of a text, as it is typed. */
export const addressIn = (words: string): string | null => /https?:\/\/[^\s<|]+/.exec(words)?.[0] ?? null;

/** What the card of an address is called: '' for a picture without words, null where there is none. */
export function cardOf(address: string | null): string | null {
  const [, kind = '', number = ''] = /^https:\/\/pages\.test\/([a-z]+)\/([\d.]+)$/.exec(address ?? '') ?? [];
  if (kind === 'image') return '';
  return kind === 'good' || kind === 'picture' ? `card${number}` : null;
}
