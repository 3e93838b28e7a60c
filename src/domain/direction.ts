const RIGHT_TO_LEFT =
  /[\u0590-\u08ff\u200f\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;
const STRONG = /[\p{L}\u061c\u200e\u200f]/u;
const EMBEDDING = /[\u202a-\u202e\u2066-\u2069]/;

/** The direction of a text by its first letter, as `dir="auto"` finds it. */
export const directionOf = (text: string): 'rtl' | 'ltr' =>
  RIGHT_TO_LEFT.test(STRONG.exec(text)?.[0] ?? '') ? 'rtl' : 'ltr';

/** Checks whether the text could change the direction of the text after it. */
export const isEmbedding = (text: string): boolean => EMBEDDING.test(text);

/**
 * A value inside a text of the app, without effect on the direction of the words after it (UI-126). Values
 * without such an effect stay unchanged: characters that turn a text always have it, letters from right to
 * left only before a number.
 * @param after what follows in the sentence.
 */
export const isolated = (value: string, after: string): string =>
  isEmbedding(value) || (RIGHT_TO_LEFT.test(value) && /^[^\p{L}]*[\d{]/u.test(after))
    ? `\u2068${closed(value)}\u2069`
    : value;

/** Every isolate that the value opens ends in it, and it ends none that it has not opened. */
function closed(value: string): string {
  let open = 0;
  const balanced = value.replace(/[\u2066-\u2069]/g, (mark) => {
    if (mark !== '\u2069') open += 1;
    else if (open === 0) return '';
    else open -= 1;
    return mark;
  });
  return balanced + '\u2069'.repeat(open);
}

/**
 * A file name without characters that change the direction: `photo\u202Egnp.exe` would look like a picture.
 */
export const withoutTurns = (name: string): string => name.replace(/[\u202a-\u202e\u2066-\u2069]/g, '');

/** Checks whether any part is written from right to left. */
export const hasRightToLeft = (text: string): boolean => RIGHT_TO_LEFT.test(text);

/** Checks whether a language is written from right to left. */
export const isRightToLeft = (language: string): boolean => /^(?:ar|fa|he|ur)\b/.test(language);
