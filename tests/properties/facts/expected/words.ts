/**
 * Pieces of texts, as written and as compared: of scripts with spaces, of scripts without, and separators.
 */
export interface Piece {
  readonly written: string;
  readonly plain: string;
  readonly kind: 'spaced' | 'unspaced' | 'between';
}

const piece = (kind: Piece['kind'], plain: string, ...others: readonly string[]): readonly Piece[] =>
  [plain, ...others].map((written) => ({ written, plain, kind }));

export const PIECES: readonly Piece[] = [
  ...piece('spaced', 'tea', 'Tea', 'TEA', 'ｔｅａ', 'ＴＥＡ'),
  ...piece('spaced', 'a', 'A', 'Ａ'),
  ...piece('spaced', 'm', 'M'),
  ...piece('spaced', '_'),
  ...piece('spaced', '7', '７', '⑦'),
  ...piece('spaced', 'é', 'É', 'e\u0301', 'E\u0301'),
  ...piece('spaced', 'чай', 'ЧАЙ'),
  ...piece('spaced', 'شاي'),
  ...piece('spaced', 'कम'),
  ...piece('spaced', 'ी'),
  ...piece('between', '\u064e'),
  ...piece('spaced', 'fi', 'ﬁ', 'FI'),
  ...piece('unspaced', '茶'),
  ...piece('unspaced', '会'),
  ...piece('unspaced', 'か'),
  ...piece('unspaced', 'カ', 'ｶ'),
  ...piece('unspaced', 'ช'),
  ...piece('unspaced', 'ກ'),
  ...piece('unspaced', 'ខ'),
  ...piece('unspaced', 'ា'),
  ...piece('unspaced', 'က'),
  ...piece('between', ' ', '\u3000'),
  ...piece('between', '.'),
  ...piece('between', '+', '＋'),
  ...piece('between', '-'),
  ...piece('between', '\n'),
  ...piece('between', '😀'),
];

/** Characters one by one, with what they belong to. */
const spread = (pieces: readonly Piece[]): readonly (readonly [character: string, spaced: boolean])[] =>
  pieces.flatMap(({ plain, kind }) => [...plain].map((one) => [one, kind === 'spaced'] as const));

/** Returns true if the word occurs in the text: tried at each place, and never within another word. */
export function standsIn(text: readonly Piece[], word: readonly Piece[]): boolean {
  const [said, sought] = [spread(text), spread(word)];
  const isOneWord = (left: number): boolean => said[left]?.[1] === true && said[left + 1]?.[1] === true;
  return said.some((_, at) => {
    const isThere = sought.every(([character], by) => said[at + by]?.[0] === character);
    return isThere && !isOneWord(at - 1) && !isOneWord(at + sought.length - 1);
  });
}
