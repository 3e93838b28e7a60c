/**
 * How wide a text is drawn, without a screen: charts must come out the same on every machine. Widths
 * are those of a common sans-serif at 1 px of size, rounded up, so that a real font never needs more.
 */
const NARROW = new Set("iljt.,:;'|![]()·f ");
const WIDE = new Set('mwMW@%—');

export function textWidth(text: string, size: number): number {
  let units = 0;
  for (const char of text)
    units += NARROW.has(char) ? 0.34 : WIDE.has(char) ? 0.92 : char >= 'A' && char <= 'Z' ? 0.7 : 0.59;
  return Math.ceil(units * size);
}
