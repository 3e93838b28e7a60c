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
