const HAN = /\p{Script=Han}/u;

/** Chinese names: the last two signs; others: the first letters of the first and last word. */
export function initialsOf(name: string): string {
  const signs = [...name.trim()];
  if (signs.length === 0) return '?';
  if (HAN.test(signs[0] ?? '')) return signs.filter((sign) => HAN.test(sign)).slice(-2).join('');
  const words = name.trim().split(/[\s._-]+/).filter((word) => /^\p{L}/u.test(word));
  const first = [...(words[0] ?? signs.join(''))][0] ?? '?';
  const last = words.length > 1 ? ([...(words.at(-1) ?? '')][0] ?? '') : '';
  return (first + last).toUpperCase();
}

const HUES = 8;

/** The same person has the same colour everywhere, here and in the app. */
export function hueOf(id: number): number {
  let hash = 7;
  for (const sign of String(id)) hash = (hash * 31 + (sign.codePointAt(0) ?? 0)) >>> 0;
  return hash % HUES;
}

const SIZE = 160;

/** Address of the picture of somebody who has none: all that is drawn stands in it (FILE-10). */
export const defaultFace = (name: string, id: number): string => `/avatar/${encodeURIComponent(initialsOf(name))}/${SIZE}/${id}`;

export const isDefaultFace = (avatar: string): boolean => avatar === '' || avatar.startsWith('/avatar/');
