import { toPlain } from './markup.ts';

/**
 * Search by parts of words, in every script (SEARCH-1): a message is found by each pair of neighbouring
 * characters in it, and by where they stand. Pairs make an index for queries of any length: one character
 * begins a pair, two are one, and more are several whose places fit together (SEARCH-10).
 */

/** What is searched of a message: its words, in one case and width, with single blanks. */
export const searchable = (content: string): string => folded(toPlain(content));

/** The same for what a person types, which is no markup. */
export const folded = (words: string): string =>
  words
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s\p{C}]+/gu, ' ')
    .trim();

/** Characters of two units: such words are taken apart with more care, which costs three times as much. */
const PAIRED = /[\ud800-\udfff]/;

/** Every pair, and the last character of each run alone, so that each character begins a token; each with its places. */
export function tokensOf(words: string): ReadonlyMap<string, readonly number[]> {
  const characters = PAIRED.test(words) ? [...words] : words;
  const tokens = new Map<string, number[]>();
  for (let at = 0; at < characters.length; at += 1) {
    const [character = '', next = ' '] = [characters[at], characters[at + 1]];
    if (character === ' ') continue;
    const token = next === ' ' ? character : character + next;
    const places = tokens.get(token);
    if (places) places.push(at);
    else tokens.set(token, [at]);
  }
  return tokens;
}

export interface PhraseToken {
  readonly text: string;
  /** Where it stands in what is searched for. */
  readonly at: number;
}

/** What is searched for, as the index knows it. */
export interface Phrase {
  /** Tokens that every message with these words has, at places this far from each other; empty for a single character. */
  readonly tokens: readonly PhraseToken[];
  /** A single character: any token that begins with it. */
  readonly begins: string | null;
  /** Messages with these tokens at such places have these words, and no others do. */
  readonly whole: boolean;
}

/** More tokens would find hardly fewer messages: what they let through is checked in the words. */
const TOKENS_MAX = 8;

/** Null for words without any character. */
export function phraseOf(words: string): Phrase | null {
  const characters = [...words];
  if (characters.length === 0) return null;
  if (characters.length === 1) return { tokens: [], begins: words, whole: true };
  const pairs: PhraseToken[] = [];
  const ends: PhraseToken[] = [];
  let loose = false;
  for (const { at, run, last } of runsOf(characters)) {
    for (let i = 0; i + 1 < run.length; i += 2)
      pairs.push({ text: (run[i] ?? '') + (run[i + 1] ?? ''), at: at + i });
    const end = run.length - 1;
    if (run.length > 1 && run.length % 2 === 1)
      pairs.push({ text: (run[end - 1] ?? '') + (run[end] ?? ''), at: at + end - 1 });
    // Alone in the index only where a run ends: so what follows is a blank.
    if (!last) ends.push({ text: run[end] ?? '', at: at + end });
    else if (run.length === 1) loose = true;
  }
  // Pairs lead: they find fewer than a single character does.
  const all = [...pairs, ...ends];
  if (all.length <= TOKENS_MAX) return { tokens: all, begins: null, whole: !loose };
  const step = all.length / TOKENS_MAX;
  return {
    tokens: Array.from({ length: TOKENS_MAX }, (_, i) => all[Math.floor(i * step)]).filter(
      (token) => token !== undefined,
    ),
    begins: null,
    whole: false,
  };
}

/** Whether tokens with these places, in the order of the phrase, stand as it says; null: the places are not known. */
export function standsAs(phrase: Phrase, places: readonly (readonly number[] | null)[]): boolean | null {
  const sets = places.map((list) => list && new Set(list));
  const [first] = places;
  if (!first || sets.includes(null)) return null;
  const start = phrase.tokens[0]?.at ?? 0;
  return first.some((place) => phrase.tokens.every(({ at }, i) => sets[i]?.has(place - start + at)));
}

/** Above every token that begins with `text`, in the order of code points. */
export const afterPrefix = (text: string): string => `${text}\u{10FFFF}`;

interface Run {
  readonly at: number;
  readonly run: readonly string[];
  readonly last: boolean;
}

function runsOf(characters: readonly string[]): readonly Run[] {
  const runs: Run[] = [];
  for (let at = 0; at < characters.length;) {
    const end = characters.indexOf(' ', at);
    const to = end < 0 ? characters.length : end;
    if (to > at) runs.push({ at, run: characters.slice(at, to), last: end < 0 });
    at = to + 1;
  }
  return runs;
}
