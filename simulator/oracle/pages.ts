/**
 * The simulated web: `https://pages.test/` with the kind of page and a number.
 * `environment/environment.ts` serves the same; this copy is independent.
 */
export const PAGE_KINDS = ['good', 'picture', 'image', 'gone', 'slow', 'away', 'hidden'] as const;
export type PageKind = (typeof PAGE_KINDS)[number];

export const pageAt = (kind: PageKind, number: string): string => `https://pages.test/${kind}/${number}`;

/** The first address of a text, as it is typed. */
export const addressIn = (words: string): string | null => /https?:\/\/[^\s<|]+/.exec(words)?.[0] ?? null;

/** The title of an address's card: '' for a picture without text, null without a card. */
export function cardOf(address: string | null): string | null {
  const [, kind = '', number = ''] = /^https:\/\/pages\.test\/([a-z]+)\/([\d.]+)$/.exec(address ?? '') ?? [];
  if (kind === 'image') return '';
  return kind === 'good' || kind === 'picture' ? `card${number}` : null;
}
