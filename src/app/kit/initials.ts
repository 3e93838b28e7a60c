const HUES = 8;
const HAN = /\p{Script=Han}/u;

/** Chinese names: the last two signs; others: the first letters of the first and last word. */
export function initialsOf(name: string): string {
  const clean = name.trim();
  if (clean === '') return '?';
  const signs = [...clean];
  if (HAN.test(signs[0] ?? '')) return signs.filter((sign) => HAN.test(sign)).slice(-2).join('');
  const words = clean.split(/[\s._-]+/).filter((word) => /^\p{L}/u.test(word));
  const first = [...(words[0] ?? clean)][0] ?? '?';
  const last = words.length > 1 ? ([...(words.at(-1) ?? '')][0] ?? '') : '';
  return (first + last).toUpperCase();
}

/** The same id has the same colour everywhere and for ever. */
export function hueOf(id: string | number): number {
  let hash = 7;
  for (const sign of String(id)) hash = (hash * 31 + (sign.codePointAt(0) ?? 0)) >>> 0;
  return hash % HUES;
}
