const HUES = 8;
/** A character as a reader sees it: with its accents, a flag, a family. */
const GRAPHEME =
  /\p{Regional_Indicator}{2}|.[\p{M}\p{Emoji_Modifier}]{0,3}(?:\u200d.[\p{M}\p{Emoji_Modifier}]{0,3}){0,4}/su;
const firstSeen = (text: string): string | undefined => GRAPHEME.exec(text)?.[0];
const HAN = /\p{Script=Han}/u;
/** A Japanese word that kana end; its first characters mean something. */
const BEFORE_KANA = /^\p{Script=Han}{1,2}(?=\p{Script=Han}*[\p{Script=Hiragana}\p{Script=Katakana}])/u;

/**
 * Chinese names: the last two characters; Japanese words: the first two before kana; others: the first letters of
 * the first and last word.
 */
export function initialsOf(name: string): string {
  const clean = name.trim();
  const characters = [...clean];
  if (characters.length === 0) return '?';
  const [word] = BEFORE_KANA.exec(clean) ?? [];
  if (word !== undefined) return word;
  if (HAN.test(characters[0] ?? ''))
    return characters
      .filter((one) => HAN.test(one))
      .slice(-2)
      .join('');
  const words = clean.split(/[\s._-]+/).filter((one) => /^\p{L}/u.test(one));
  const first = firstSeen(words[0] ?? clean) ?? '?';
  const last = words.length > 1 ? (firstSeen(words.at(-1) ?? '') ?? '') : '';
  return (first + last).toUpperCase();
}

/** The same id has the same colour everywhere and for ever, drawn by the server or by a page. */
export function hueOf(id: string | number): number {
  let hash = 7;
  for (const character of String(id)) hash = (hash * 31 + (character.codePointAt(0) ?? 0)) >>> 0;
  return hash % HUES;
}

/** Lower-cased Latin letters of a name, for search; '' when it has none. */
export const namePy = (name: string): string => name.toLowerCase().replaceAll(/[^a-z]+/g, '');
