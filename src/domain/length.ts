/**
 * Length in characters as users count them: code points, not UTF-16 units. It builds no list, because every
 * incoming text is counted.
 */
export function lengthOf(value: string): number {
  let length = value.length;
  for (let at = 1; at < value.length; at += 1)
    if (isLowHalf(value.charCodeAt(at)) && isHighHalf(value.charCodeAt(at - 1))) length -= 1;
  return length;
}

let segmenter: Intl.Segmenter | null | undefined;

/** Characters as users see them: a letter with its marks, or an emoji of several code points, is one. */
export function visibleCharacters(text: string): readonly string[] {
  // Old browsers have none: they count more than the server, which decides.
  segmenter ??= 'Segmenter' in Intl ? new Intl.Segmenter() : null;
  return segmenter === null ? [...text] : Array.from(segmenter.segment(text), ({ segment }) => segment);
}

export const visibleLengthOf = (text: string): number =>
  /^[\x20-\x7e]*$/.test(text) ? text.length : visibleCharacters(text).length;

const isHighHalf = (unit: number): boolean => (unit & 0xfc00) === 0xd800;
const isLowHalf = (unit: number): boolean => (unit & 0xfc00) === 0xdc00;
