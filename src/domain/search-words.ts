import { toPlain } from './markup.ts';

/** What is searched of a message: its words, in one case and width, with single blanks (SEARCH-1). */
export const searchable = (content: string): string => folded(toPlain(content));

/** The same for what a person types, which is no markup. */
export const folded = (words: string): string =>
  words
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s\p{C}]+/gu, ' ')
    .trim();
