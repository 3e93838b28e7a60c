const HUES = 8;
const HAN = /\p{Script=Han}/u;

/** Chinese names: the last two characters; others: the first letters of the first and last word. */
export function initialsOf(name: string): string {
  const clean = name.trim();
  const characters = [...clean];
  if (characters.length === 0) return '?';
  if (HAN.test(characters[0] ?? ''))
    return characters
      .filter((one) => HAN.test(one))
      .slice(-2)
      .join('');
  const words = clean.split(/[\s._-]+/).filter((word) => /^\p{L}/u.test(word));
  const first = [...(words[0] ?? clean)][0] ?? '?';
  const last = words.length > 1 ? ([...(words.at(-1) ?? '')][0] ?? '') : '';
  return (first + last).toUpperCase();
}

/** The same id has the same colour everywhere and for ever, drawn by the server or by a page. */
export function hueOf(id: string | number): number {
  let hash = 7;
  for (const character of String(id)) hash = (hash * 31 + (character.codePointAt(0) ?? 0)) >>> 0;
  return hash % HUES;
}
