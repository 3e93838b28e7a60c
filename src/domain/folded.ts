/** Accents of any Latin, Greek or Cyrillic letter, and what only chooses how a sign looks. */
const ACCENTS = /[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe00-\ufe0f\ufe20-\ufe2f]/g;
/** Vowel signs of Hebrew and Arabic and the dot below Hindi letters, which most people leave out. */
const VOWEL_MARKS =
  /[\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u0640\u064b-\u065f\u0670\u093c]/g;
/** Joiners, direction marks and soft hyphens, which users neither see nor type. */
const UNSEEN = /\p{Cf}/gu;

/** Letters that Unicode does not take apart, and signs that keyboards have one of. */
const PLAIN: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ħ: 'h',
  ı: 'i',
  ł: 'l',
  ŋ: 'n',
  ŧ: 't',
  þ: 'th',
  ς: 'σ',
  ґ: 'г',
  ي: 'ی',
  ى: 'ی',
  ك: 'ک',
  ة: 'ه',
  ٱ: 'ا',
  ...alike('\u0902', '\u0901'),
  ...alike("'", '‘’‚‛′‵ʻʼʽˈ´`׳'),
  ...alike('"', '“”„‟″‶«»״'),
  ...alike('-', '‐‑‒–—―−⁃־'),
};
const REPLACED = new RegExp(`[${Object.keys(PLAIN).join('')}]`, 'gu');

function alike(plain: string, all: string): Readonly<Record<string, string>> {
  return Object.fromEntries([...all].map((one) => [one, plain]));
}

/** Consonants of Korean in the order of Unicode, then those of two letters, and what they are typed as. */
const CONSONANTS = [...'ㄱㄲㄳㄴㄵㄶㄷㄸㄹㄺㄻㄼㄽㄾㄿㅀㅁㅂㅃㅄㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ'];
const DOUBLE: Readonly<Record<string, string>> = Object.fromEntries(
  'ㄳㄱㅅ ㄵㄴㅈ ㄶㄴㅎ ㄺㄹㄱ ㄻㄹㅁ ㄼㄹㅂ ㄽㄹㅅ ㄾㄹㅌ ㄿㄹㅍ ㅀㄹㅎ ㅄㅂㅅ ㅘㅗㅏ ㅙㅗㅐ ㅚㅗㅣ ㅝㅜㅓ ㅞㅜㅔ ㅟㅜㅣ ㅢㅡㅣ'
    .split(' ')
    .map((row) => [row.charAt(0), row.slice(1)]),
);
const KOREAN: Readonly<Record<string, string>> = Object.fromEntries(
  [
    [0x1100, CONSONANTS.filter((one) => !(one in DOUBLE))],
    [0x1161, Array.from({ length: 21 }, (_, at) => String.fromCharCode(0x314f + at))],
    [0x11a8, CONSONANTS.filter((one) => !'ㄸㅃㅉ'.includes(one))],
  ].flatMap(([first, letters]) =>
    [...(letters as readonly string[])].map((one, at) => [
      String.fromCharCode((first as number) + at),
      DOUBLE[one] ?? one,
    ]),
  ),
);
const KATAKANA = /[ァ-ヶ]/g;
const DIGITS = /[٠-٩۰-۹]/g;

/**
 * Text as every search compares it, typed and found: in one case and width, without accents, with plain
 * quotation marks and hyphens, with single blanks, kana as hiragana, and Korean by its letters, so that a
 * syllable that is still being typed finds it (SEARCH-17). Never markup.
 */
export const folded = (words: string): string =>
  (ASCII.test(words)
    ? words.toLowerCase().replace(/ +/g, ' ')
    : withSingleBlanks(foldedLetters(words))
  ).trim();

/** Most names and messages match this, and only need their case changed. */
const ASCII = /^[ -_a-~]*$/;

/** The same without a change of blanks, for parts of a text. */
export const foldedLetters = (words: string): string =>
  words
    // Single quotes and the like must be replaced before they are taken apart into a blank and an accent.
    .replace(REPLACED, (one) => PLAIN[one] ?? one)
    .normalize('NFKD')
    .toLowerCase()
    .replace(UNSEEN, '')
    .replace(ACCENTS, '')
    .replace(VOWEL_MARKS, '')
    .replace(REPLACED, (one) => PLAIN[one] ?? one)
    .replace(/[\u1100-\u11c2]/g, (one) => KOREAN[one] ?? one)
    .normalize('NFC')
    .replace(KATAKANA, (one) => String.fromCharCode(one.charCodeAt(0) - 0x60))
    .replace(DIGITS, (one) => String(one.charCodeAt(0) & 15));

export const withSingleBlanks = (words: string): string => words.replace(/[\s\p{C}]+/gu, ' ');
