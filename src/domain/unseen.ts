/** Blanks, control characters, marks of direction, joiners and fillers: what no font draws. */
const UNSEEN = String.raw`[\s\p{Cc}\p{Cf}\p{Cs}\p{Default_Ignorable_Code_Point}\u2800]`;
/** Accents and enclosing marks: invisible in a line without a letter. */
const ACCENT = String.raw`[\p{Mn}\p{Me}]`;
const ANY_UNSEEN = new RegExp(UNSEEN, 'u');
const ALL_UNSEEN = new RegExp(`${UNSEEN}|${ACCENT}`, 'gu');
/** Formatting around nothing. `~~~~` and `____` have no character in between, and are text. */
const EMPTY_MARKS = new RegExp(`(\\*\\*|~~|\\|\\||_|\`{3}|\`)${UNSEEN}+\\1`, 'gu');
/** A line of a quote without text; a single `>` is text. */
const EMPTY_QUOTE = new RegExp(`^>(?=${UNSEEN}|$)`, 'gmu');

export const hasUnseen = (value: string): boolean => ANY_UNSEEN.test(value);

/**
 * Checks whether a reader would see nothing: invisible characters only, also within formatting. The one rule
 * for messages, captions, polls, moments, comments and names, on both sides of the wire (RULE-6).
 */
export function isUnseen(value: string): boolean {
  // Most texts begin like this. Fillers are letters in Unicode, so no class of all letters is asked.
  if (/^[a-z\d\p{sc=Han}]/iu.test(value)) return false;
  const words = value === '>' ? value : value.replace(EMPTY_QUOTE, '');
  return words.replace(EMPTY_MARKS, '').replace(ALL_UNSEEN, '') === '';
}
