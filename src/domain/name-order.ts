import { folded } from './folded.ts';

/**
 * The one order of names, for lists, letters and mentions (LIST-18). It uses no locale of the machine: every
 * device and server must sort alike.
 */

/** Latin letters without a plain form in Unicode or in a search. */
const LATIN: Readonly<Record<string, string>> = {
  ƀ: 'b',
  ɓ: 'b',
  ƈ: 'c',
  ɖ: 'd',
  ɗ: 'd',
  ǝ: 'e',
  ə: 'e',
  ɛ: 'e',
  ƒ: 'f',
  ɠ: 'g',
  ɣ: 'g',
  ɨ: 'i',
  ɩ: 'i',
  ƙ: 'k',
  ɲ: 'n',
  ɔ: 'o',
  ɵ: 'o',
  ƭ: 't',
  ʉ: 'u',
  ʋ: 'v',
  ƴ: 'y',
  ƶ: 'z',
};
const LATIN_LETTER = new RegExp(`[${Object.keys(LATIN).join('')}]`, 'gu');

const plainLetters = (name: string): string =>
  folded(name).replace(LATIN_LETTER, (letter) => LATIN[letter] ?? letter);

/** Longer runs of digits are compared digit by digit. */
const DIGITS_MAX = 16;

/** The form in which names are compared: Ünal as unal, and 9 before 10. */
const keyOf = (name: string): string =>
  plainLetters(name).replace(/\d+/g, (digits) => digits.replace(/^0+(?=\d)/, '').padStart(DIGITS_MAX, '0'));

/** Letter of a name in the address book: A–Z, else `#`. */
export const indexLetter = (name: string): string =>
  /^[a-z]/.exec(plainLetters(name))?.[0].toUpperCase() ?? '#';

const compared = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/**
 * Sorts by name; names that differ only in accents or case follow each other, equal ones are sorted by ID.
 * Each key is made once.
 */
export function inNameOrder<T>(
  all: readonly T[],
  nameOf: (one: T) => string,
  idOf: (one: T) => string | number,
): readonly T[] {
  return all
    .map((one) => ({ one, key: keyOf(nameOf(one)) }))
    .toSorted(
      (a, b) =>
        compared(a.key, b.key) ||
        compared(nameOf(a.one), nameOf(b.one)) ||
        (idOf(a.one) < idOf(b.one) ? -1 : idOf(a.one) > idOf(b.one) ? 1 : 0),
    )
    .map(({ one }) => one);
}

interface Member {
  readonly user: number;
  readonly role: number;
  readonly displayName: string;
}

/** The owner, admins, then all others, each in order of name. */
export const inMemberOrder = <T extends Member>(members: readonly T[]): readonly T[] =>
  inNameOrder(
    members,
    ({ displayName }) => displayName,
    ({ user }) => user,
  ).toSorted((a, b) => a.role - b.role);
