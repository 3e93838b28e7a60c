/** A character of a field, and its treatment by the field rules (RULE-1, RULE-6). */
export interface FieldCharacter {
  readonly text: string;
  /** An account may have it. */
  readonly account: boolean;
  /** Visible to a user. */
  readonly seen: boolean;
  /** Trimmed at the ends of typed text. */
  readonly blank: boolean;
}

const character = (text: string, account: boolean, seen: boolean, blank = false): FieldCharacter => ({
  text,
  account,
  seen,
  blank,
});

export const FIELD_CHARACTERS: readonly FieldCharacter[] = [
  character('a', true, true),
  character('Z', true, true),
  character('7', true, true),
  character('字', true, true),
  character('é', true, true),
  character('٣', true, true),
  character('𝒳', true, true),
  character('ж', true, true),
  character('.', true, true),
  character('_', true, true),
  character('@', true, true),
  character('+', true, true),
  character('-', true, true),
  character('<', false, true),
  character('!', false, true),
  character('/', false, true),
  character('😀', false, true),
  character(' ', false, false, true),
  character('\u00a0', false, false, true),
  character('\u3000', false, false, true),
  character('\u200b', false, false),
  character('\u202e', false, false),
  character('\u2800', false, false),
  // A letter without a visible glyph.
  character('\u3164', false, false),
  character('\u0007', false, false),
  character('\u{e0001}', false, false),
];

type Typed = readonly FieldCharacter[];

/** Letters by alphabet; a word ends at any non-letter, and Chinese mixes with any alphabet (RULE-8). */
const ALPHABETS: Readonly<Record<string, string>> = { a: 'L', Z: 'L', é: 'L', 𝒳: 'L', ж: 'C', 字: '' };

function isMixed(typed: Typed): boolean {
  let word = '';
  return typed.some(({ text }) => {
    const alphabet = ALPHABETS[text];
    word = alphabet === undefined ? '' : word + alphabet;
    return word.includes('L') && word.includes('C');
  });
}

const outside = (count: number, least: number, most: number): boolean => count < least || count > most;

/** Each counts as one, however it is stored. */
export function accountFault(typed: Typed): string {
  if (typed.length === 0) return 'needAccount';
  if (outside(typed.length, 4, 32)) return 'accountLength';
  if (typed.some(({ account }) => !account)) return 'accountShape';
  return isMixed(typed) ? 'mixedScripts' : '';
}

export function passwordFault(typed: Typed, isLong: boolean): string {
  if (typed.length === 0) return 'needPassword';
  if (isLong) return outside(typed.length, 8, 128) ? 'passwordLengthLong' : '';
  return outside(typed.length, 6, 16) ? 'passwordLength' : '';
}

/** Trims blanks at both ends. */
function inner(typed: Typed): Typed {
  const first = typed.findIndex(({ blank }) => !blank);
  return first < 0 ? [] : typed.slice(first, typed.findLastIndex(({ blank }) => !blank) + 1);
}

/** Control characters, direction marks and blanks without width: no name may contain them (RULE-7). */
const HIDDEN_IN_NAMES: ReadonlySet<string> = new Set(['\u200b', '\u202e', '\u2800', '\u3164', '\u0007']);

export function nicknameFault(typed: Typed): string {
  if (isNothing(typed)) return 'needNickname';
  if (inner(typed).some(({ text }) => HIDDEN_IN_NAMES.has(text))) return 'nameShape';
  if (isMixed(inner(typed))) return 'mixedScripts';
  return outside(inner(typed).length, 2, 16) ? 'nicknameLength' : '';
}

export const isNothing = (typed: Typed): boolean => typed.filter(({ seen }) => seen).length === 0;

/** A field of words that must not be empty, nor longer than so many characters. */
export function wordsFault(typed: Typed, need: string, most: number): string {
  if (inner(typed).length === 0) return need;
  return typed.length > most ? 'tooLong' : '';
}

/** Addresses of e-mail, phone numbers, and what is neither (ACC-…). */
export const ADDRESSES: readonly (readonly [text: string, kind: 'email' | 'phone' | null])[] = [
  ['a@b.c', 'email'],
  ['a.b+c@pages.test', 'email'],
  ['a@b.c.d.e', 'email'],
  [`${'a'.repeat(64)}@b.c`, 'email'],
  [`${'a'.repeat(65)}@b.c`, null],
  ['你@好.中', 'email'],
  ['@b.c', null],
  ['a@', null],
  ['a@b', null],
  ['a@b.', null],
  ['a@.c', null],
  ['a@b..c', null],
  ['a@b@c.d', null],
  ['a b@c.d', null],
  ['a@b.c ', null],
  ['a@b c.d', null],
  ['<a@b.c>', null],
  ['"a"@b.c', null],
  ['', null],
  ['name', null],
  ['13012345678', 'phone'],
  ['19987654321', 'phone'],
  ['12012345678', null],
  ['23012345678', null],
  ['1301234567', null],
  ['130123456789', null],
  ['1301234567a', null],
  ['+13012345678', null],
];
