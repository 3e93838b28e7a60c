import { isInWord } from './alert-words.ts';
import { toPlain } from './markup.ts';

/** The searchable form of a message: its text, folded (SEARCH-1). */
export const searchable = (content: string): string => folded(toPlain(content));

/** Accents of any Latin, Greek or Cyrillic letter, and what only chooses how a sign looks. */
const ACCENTS = /[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe00-\ufe0f\ufe20-\ufe2f]/g;
/** Vowel signs of Hebrew and Arabic, which most people leave out. */
const VOWEL_MARKS =
  /[\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u0640\u064b-\u065f\u0670]/g;
/** Joiners, direction marks and soft hyphens, which users neither see nor type. */
const UNSEEN = /\p{Cf}/gu;

/** Letters that Unicode does not take apart, and signs that keyboards have one of. */
const PLAIN: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ħ: 'h',
  ı: 'i',
  ł: 'l',
  ŋ: 'n',
  ŧ: 't',
  þ: 'th',
  ς: 'σ',
  ي: 'ی',
  ك: 'ک',
  ...alike("'", '‘’‚‛′‵ʻʼʽˈ´`׳'),
  ...alike('"', '“”„‟″‶«»״'),
  ...alike('-', '‐‑‒–—―−⁃־'),
};
const REPLACED = new RegExp(`[${Object.keys(PLAIN).join('')}]`, 'gu');

function alike(plain: string, all: string): Readonly<Record<string, string>> {
  return Object.fromEntries([...all].map((one) => [one, plain]));
}

/**
 * Text as every search compares it, typed and found: in one case and width, without accents, with plain
 * quotation marks and hyphens, with single blanks (SEARCH-17). Never markup.
 */
export const folded = (words: string): string =>
  (ASCII.test(words) ? words.toLowerCase().replace(/ +/g, ' ') : spaced(letters(words))).trim();

/** Most names and messages match this, and only need their case changed. */
const ASCII = /^[ -_a-~]*$/;

const letters = (words: string): string =>
  words
    // Single quotes and the like must be replaced before they are taken apart into a blank and an accent.
    .replace(REPLACED, (one) => PLAIN[one] ?? one)
    .normalize('NFKD')
    .toLowerCase()
    .replace(UNSEEN, '')
    .replace(ACCENTS, '')
    .replace(VOWEL_MARKS, '')
    .replace(REPLACED, (one) => PLAIN[one] ?? one)
    .normalize('NFC');

const spaced = (words: string): string => words.replace(/[\s\p{C}]+/gu, ' ');

/** Checks whether a text contains a query that is already folded; an empty query is in every text. */
export const includesWords = (words: string, wanted: string): boolean => containsWords(folded(words), wanted);

interface WantedPart {
  readonly words: string;
  /** Quoted parts match anywhere, others at the beginning of a word. */
  readonly isQuoted: boolean;
}

/** Longer queries match only literally: users do not reorder that many words. */
const PARTS_MAX = 8;

function partsIn(wanted: string): readonly WantedPart[] {
  const parts = [...wanted.matchAll(/"([^"]*[^\s"][^"]*)"|\S+/g)].map(([all, quoted]) => ({
    words: (quoted ?? all).trim(),
    isQuoted: quoted !== undefined,
  }));
  return parts.length > PARTS_MAX ? [{ words: wanted, isQuoted: true }] : parts;
}

/** Words that must all be in a match, folded like the query (SEARCH-18). */
export const partsOf = (wanted: string): readonly string[] => partsIn(wanted).map(({ words }) => words);

/** Checks whether a folded text contains the query literally, or all its words in any order (SEARCH-18). */
export const containsWords = (words: string, wanted: string): boolean =>
  words.includes(wanted) || partsIn(wanted).every((part) => beginsOf(words, part).next().done === false);

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
    const part = spaced(letters(piece));
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
