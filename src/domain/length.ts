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

/** Marks, skin colours and tags: drawn with the character before them. */
const WITH = String.raw`[\p{M}\p{Emoji_Modifier}\u200c\u200d\u0e33\u0eb3\u{e0020}-\u{e007f}]*`;
/** Flags, joined emoji and syllables of Korean letters; else any character. */
const CHARACTER = new RegExp(
  String.raw`(?:\p{RI}{2}|\p{ExtPict}${WITH}(?:(?<=\u200d)\p{ExtPict}${WITH})*|` +
    String.raw`[\u1100-\u115f]+[\u1160-\u11a7]*[\u11a8-\u11ff]*|.)${WITH}`,
  'gsu',
);

/**
 * Characters as users see them: a letter with its marks, or an emoji of several code points, is one. The same
 * on every node and device, unlike the tables of their engines.
 */
export const visibleCharacters = (text: string): readonly string[] => text.match(CHARACTER) ?? [];

export const visibleLengthOf = (text: string): number =>
  /^[\x20-\x7e]*$/.test(text) ? text.length : visibleCharacters(text).length;

const isHighHalf = (unit: number): boolean => (unit & 0xfc00) === 0xd800;
const isLowHalf = (unit: number): boolean => (unit & 0xfc00) === 0xdc00;
