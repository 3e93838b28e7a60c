/**
 * Removes these characters from the end of a text. A pattern (`/[.,]+$/`) would start again at each of them:
 * a long row of dots before other text would take quadratic time (WIRE-23).
 */
export function withoutEnd(text: string, characters: string): string {
  let end = text.length;
  while (end > 0 && characters.includes(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}
