import { toPlain } from './markup.ts';

/**
 * Search by parts of words, in every script (SEARCH-1): a message is found by each pair of neighbouring
 * characters in it. Pairs make an index for queries of any length: one character begins a pair, two are
 * one, and more are several, whose order is checked in the words themselves.
 */

/** What is searched of a message: its words, in one case and width, with single blanks. */
export const searchable = (content: string): string => folded(toPlain(content));

/** The same for what a person types, which is no markup. */
export const folded = (words: string): string =>
  words.normalize('NFKC').toLowerCase().replace(/[\s\p{C}]+/gu, ' ').trim();

/** Characters of two units: such words are taken apart with more care, which costs three times as much. */
const PAIRED = /[\ud800-\udfff]/;

/** Every pair, and the last character of each run alone, so that each character begins a token. */
export function tokensOf(words: string): readonly string[] {
  const tokens = new Set<string>();
  if (!PAIRED.test(words)) {
    for (let i = 0; i < words.length; i += 1) {
      const [sign, next] = [words.charAt(i), words.charAt(i + 1)];
      if (sign !== ' ') tokens.add(next === ' ' ? sign : sign + next);
    }
    return [...tokens];
  }
  for (const run of runsOf(words)) for (const [i, sign] of run.entries()) tokens.add(sign + (run[i + 1] ?? ''));
  return [...tokens];
}

export interface QueryToken {
  readonly text: string;
  /** Any token that begins with it. */
  readonly prefix: boolean;
}

/** More pairs would find no fewer messages: what they let through is checked anyway. */
const TOKENS_MAX = 6;

/** Tokens that every message with these words has; empty for words without any. */
export function queryTokens(words: string): readonly QueryToken[] {
  const tokens = new Map<string, QueryToken>();
  for (const run of runsOf(words)) {
    if (run.length === 1 && run[0] !== undefined) tokens.set(run[0], { text: run[0], prefix: true });
    for (const [i, sign] of run.slice(0, -1).entries()) tokens.set(sign + run[i + 1], { text: sign + run[i + 1], prefix: false });
  }
  // Whole pairs lead: they find fewer than a single character does.
  const all = [...tokens.values()].toSorted((a, b) => Number(a.prefix) - Number(b.prefix));
  if (all.length <= TOKENS_MAX) return all;
  const step = all.length / TOKENS_MAX;
  return Array.from({ length: TOKENS_MAX }, (_, i) => all[Math.floor(i * step)]).filter((token) => token !== undefined);
}

/** Tokens find exactly these words: no message that has them lacks the words. */
export const exact = (words: string): boolean => [...words].length <= 2 && !words.includes(' ');

/** Above every token that begins with `text`, in the order of code points. */
export const afterPrefix = (text: string): string => `${text}\u{10FFFF}`;

const runsOf = (words: string): readonly (readonly string[])[] => words.split(' ').filter((run) => run !== '').map((run) => [...run]);
