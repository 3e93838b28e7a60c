/** Letters, vowel signs and digits of scripts that put spaces between words. */
const IN_WORDS = /[\p{L}\p{M}\p{N}_]/u;
const WITHOUT_SPACES =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u;
/** Marks that belong to several scripts can be ignored: a word with them is the same word. */
const MARK_ALONE = /\p{Script=Inherited}/u;

const belongsTo = (one: string | undefined): boolean =>
  one !== undefined && IN_WORDS.test(one) && !WITHOUT_SPACES.test(one) && !MARK_ALONE.test(one);

/** Checks whether a character belongs to a word, in a script that puts spaces between words. */
export const isInWord = (one: string): boolean => belongsTo(one);

const plain = (text: string): string => text.normalize('NFKC').toLowerCase();

/**
 * Checks whether a text contains one of the words (ALERT-4), in any capitalisation. In scripts with spaces
 * between words, only whole words match.
 */
export function hasWord(text: string, words: readonly string[]): boolean {
  if (words.length === 0) return false;
  const plainText = plain(text);
  return words.some((word) => isWordIn(plainText, plain(word)));
}

function isWordIn(text: string, word: string): boolean {
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    const end = at + word.length;
    const isCut = (inner: string | undefined, outer: string | undefined): boolean =>
      belongsTo(inner) && belongsTo(outer);
    if (!isCut(word[0], text[at - 1]) && !isCut(word.at(-1), text[end])) return true;
  }
  return false;
}
