/** A word of a name, and its letter in the avatar circle; null: none. */
export type NameWord = readonly [text: string, letter: string | null];

export const NAME_WORDS: readonly NameWord[] = [
  ['Anna', 'A'],
  ['anna', 'A'],
  ['élan', 'É'],
  ['Öz', 'Ö'],
  ['жуков', 'Ж'],
  ['ωmega', 'Ω'],
  ['z', 'Z'],
  ['b2b', 'B'],
  ["o'Neil", 'O'],
  ['かな', 'か'],
  ['김', '김'],
  ['𐐨x', '𐐀'],
  ['9to5', null],
  ['(Max)', null],
  ['😀', null],
  ['\u0301x', null],
  ['&', null],
];

/** The initials of the first and the last word that have one; otherwise the beginning of the name. */
export function lettersInCircle(words: readonly NameWord[]): string {
  const letters = words.flatMap(([, letter]) => letter ?? []);
  if (letters.length > 1) return `${letters[0]}${letters[letters.length - 1]}`;
  const [begins] = words[0]?.[0] ?? '?';
  return letters[0] ?? begins ?? '?';
}

/** Chinese names: at most two characters, the last ones. */
export const charactersInCircle = (chinese: readonly string[]): string =>
  chinese.length > 1 ? `${chinese[chinese.length - 2]}${chinese[chinese.length - 1]}` : chinese.join('');

/**
 * One of eight colours. Each character so far counts 31 times as much with the next one; as 32 is a multiple
 * of 8, that is once less: characters are added and taken away by turns, from the last one on.
 */
export function colourOf(text: string): number {
  let sum = 0;
  let adds = true;
  for (const character of [...text].toReversed()) {
    sum += (character.codePointAt(0) ?? 0) * (adds ? 1 : -1);
    adds = !adds;
  }
  sum += adds ? 7 : -7;
  return ((sum % 8) + 8) % 8;
}

/** Parts of names as written, and the Latin letters that find them. */
export const LATIN_PARTS: readonly (readonly [written: string, found: string])[] = [
  ['Anna', 'anna'],
  ['az', 'az'],
  ['ZA', 'za'],
  ["O'Neil", 'oneil'],
  ['B2b', 'bb'],
  ['É', ''],
  ['ßx', 'x'],
  ['ﬁn', 'n'],
  ['王', ''],
  ['7', ''],
  ['@[`{', ''],
  ['😀', ''],
];

/** Accented letters that begin a word here; an accent before the first letter changes nothing. */
const PLAIN: Readonly<Record<string, string>> = { é: 'E', Ö: 'O', ß: 'S', ﬁ: 'F' };

/**
 * Index letter of the address book; `#` for names that do not begin with one of 26, with or without accent.
 */
export function letterInBook(written: string): string {
  const [first = ''] = written.normalize('NFD').replace('\u0301', '');
  const at = 'AaBbCcDdEeFfGgHhIiJjKkLlMmNnOoPpQqRrSsTtUuVvWwXxYyZz'.indexOf(first);
  if (first in PLAIN) return PLAIN[first] ?? '#';
  return first === '' || at < 0 ? '#' : 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'.charAt(Math.floor(at / 2));
}
