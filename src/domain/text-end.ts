/**
 * A text without these characters at its end. A pattern for it (`/[.,]+$/`) would begin anew at each of them,
 * wherever they stand: of a long row of dots that does not end the text the time grows with its square
 * (WIRE-23).
 */
export function withoutEnd(text: string, characters: string): string {
  let end = text.length;
  while (end > 0 && characters.includes(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}
