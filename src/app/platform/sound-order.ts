import { chineseInitials, type SoundOrder } from '../../domain/chinese-initials.ts';
import { folded } from '../../domain/folded.ts';
import { indexLetter } from '../../domain/name-order.ts';

/** The platform's order of Chinese by sound. */
const collator = new Intl.Collator('zh-Hans-CN-u-co-pinyin');
export const bySound: SoundOrder = (a, b) => collator.compare(a, b);

const initials = new Map<string, string | null>();
const KNOWN_MAX = 20_000;
const initial = chineseInitials(bySound);

/** Pinyin letter of a name, or null; cached, because contact lists are built often. */
export function soundInitial(name: string): string | null {
  const cached = initials.get(name);
  if (cached !== undefined) return cached;
  const letter = initial(name);
  if (initials.size >= KNOWN_MAX) initials.clear();
  initials.set(name, letter);
  return letter;
}

/** The letters of a language, as an address book has them at its edge. */
export interface Alphabet {
  /** The letter of a name that is not under A to Z; null: the language has none for it. */
  readonly letterOf: (name: string) => string | null;
  readonly compare: (a: string, b: string) => number;
}

const KANA_ROWS = [...'あかさたなはまやらわ'];
const KANA = /[\p{Script=Hiragana}\p{Script=Katakana}]/u;
const TENSE: Readonly<Record<string, string>> = { ㄲ: 'ㄱ', ㄸ: 'ㄷ', ㅃ: 'ㅂ', ㅆ: 'ㅅ', ㅉ: 'ㅈ' };
/** Scripts with other letters than those of a dictionary, and Latin. */
const OTHER_WAYS = /^(?:Hans|Hant|Jpan|Kore|Latn)$/;
const alphabets = new Map<string, Alphabet>();

/** Returns the alphabet of a language by its own order (UI-175). */
export function alphabetOf(language: string): Alphabet {
  const known = alphabets.get(language);
  if (known !== undefined) return known;
  const order = new Intl.Collator(language, { numeric: true });
  const letters = new Intl.Collator(language, { sensitivity: 'base' });
  const script = new Intl.Locale(language).maximize().script ?? 'Latn';
  const own = OTHER_WAYS.test(script) ? null : new RegExp(`^\\p{Script=${script}}`, 'u');
  const letterOf = (name: string): string | null => {
    const [first = ''] = name.trim().normalize('NFC');
    if (/^(?:az|tr)\b/.test(language) && /[iİ]/.test(first)) return 'İ';
    if (script === 'Latn') return ownLatin(first, letters, language);
    if (script === 'Jpan') return KANA.test(first) ? kanaRow(first, letters) : null;
    if (script === 'Kore' && /\p{Script=Hangul}/u.test(first)) {
      const [initial = ''] = folded(first);
      return TENSE[initial] ?? initial;
    }
    if (own?.test(first) !== true || !/\p{L}/u.test(first)) return null;
    const plain = first.normalize('NFD').replace(/\p{M}/gu, '');
    const isOther = script !== 'Arab' && letters.compare(first, plain) !== 0;
    return (isOther ? first : plain).toLocaleUpperCase(language);
  };
  const alphabet: Alphabet = { letterOf, compare: order.compare };
  alphabets.set(language, alphabet);
  return alphabet;
}

/** Polish has Ł beside L, and Swedish Å beside A; in other languages they are the same letter. */
function ownLatin(first: string, letters: Intl.Collator, language: string): string | null {
  const plain = indexLetter(first);
  const isAccented = plain !== '#' && first.toUpperCase() !== plain && ROOT.compare(first, plain) === 0;
  return isAccented && letters.compare(first, plain) !== 0 ? first.toLocaleUpperCase(language) : null;
}
const ROOT = new Intl.Collator('en', { sensitivity: 'base' });

function kanaRow(first: string, letters: Intl.Collator): string | null {
  const kana = folded(first).normalize('NFD').charAt(0);
  return KANA_ROWS.findLast((row) => letters.compare(row, kana) <= 0) ?? null;
}
