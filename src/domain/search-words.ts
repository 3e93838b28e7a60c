import { isInWord } from './alert-words.ts';
import { folded, foldedLetters, withSingleBlanks } from './folded.ts';
import { toPlain } from './markup.ts';

export { folded } from './folded.ts';

/** The searchable form of a message: its text, folded (SEARCH-1). */
export const searchable = (content: string): string => folded(toPlain(content));

/** Checks whether a text contains a query that is already folded; an empty query is in every text. */
export const includesWords = (words: string, query: string): boolean => containsWords(folded(words), query);

interface WantedPart {
  readonly words: string;
  /** Quoted parts match anywhere, others at the beginning of a word. */
  readonly isQuoted: boolean;
}

/** Longer queries match only literally: users do not reorder that many words. */
const PARTS_MAX = 8;

function partsIn(query: string): readonly WantedPart[] {
  const parts = [...query.matchAll(/"([^"]*[^\s"][^"]*)"|\S+/g)].map(([all, quoted]) => ({
    words: (quoted ?? all).trim(),
    isQuoted: quoted !== undefined,
  }));
  return parts.length > PARTS_MAX ? [{ words: query, isQuoted: true }] : parts;
}

/** Words that must all be in a match, folded like the query (SEARCH-18). */
export const partsOf = (query: string): readonly string[] => partsIn(query).map(({ words }) => words);

/** Checks whether a folded text contains the query literally, or all its words in any order (SEARCH-18). */
export const containsWords = (words: string, query: string): boolean =>
  words.includes(query) || partsIn(query).every((part) => beginsOf(words, part).next().done === false);

function* beginsOf(text: string, { words, isQuoted }: WantedPart): Generator<number, void> {
  for (let at = text.indexOf(words); at !== -1; at = text.indexOf(words, at + words.length)) {
    const isCut = isInWord(text.charAt(at - 1)) && isInWord(words.charAt(0));
    if (isQuoted || at === 0 || !isCut) yield at;
  }
}

export interface WordPlace {
  readonly from: number;
  readonly to: number;
}

/** A letter with all that belongs to it; parts of one Korean syllable belong together. */
const PIECE = /[\u1100-\u11ff\ua960-\ua97f\ud7b0-\ud7ff]+|[\s\p{C}]+|[^]\p{M}*/gu;

/** Matches of a query in a text, from left to right, as offsets in the original text (SEARCH-5). */
export function placesOf(text: string, typed: string): readonly WordPlace[] {
  const query = folded(typed);
  if (query === '') return [];
  let plain = '';
  // Maps each unit of the folded text to the start and end of its letter in the original.
  const begins: number[] = [];
  const ends: number[] = [];
  for (const { 0: piece, index } of text.matchAll(PIECE)) {
    const part = withSingleBlanks(foldedLetters(piece));
    // Invisible characters belong to the letter before them.
    if (part === '' && ends.length > 0) ends[ends.length - 1] = index + piece.length;
    for (let at = 0; at < part.length; at += 1) {
      begins.push(index);
      ends.push(index + piece.length);
    }
    plain += part;
  }
  if (!containsWords(plain, query)) return [];
  const parts = plain.includes(query) ? [{ words: query, isQuoted: true }] : partsIn(query);
  const ranges = parts.flatMap((part) =>
    [...beginsOf(plain, part)].map((at) => ({
      from: begins[at] ?? 0,
      to: ends[at + part.words.length - 1] ?? text.length,
    })),
  );
  return ranges.toSorted((a, b) => a.from - b.from);
}
