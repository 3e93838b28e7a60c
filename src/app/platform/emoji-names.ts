import { folded } from '../../domain/search-words.ts';

/** An emoji with its name and folded words to find it by, short names first. */
export interface NamedEmoji {
  readonly sign: string;
  readonly name: string;
  readonly words: readonly string[];
}

/** A row as it is shipped: the emoji, its name, short names, other words. */
type Row = readonly [string, string, readonly string[], readonly string[]];

const requests = new Map<string, Promise<readonly NamedEmoji[]>>();

/** Languages that the data of the emoji has, of those of the app. */
export const EMOJI_LOCALES = [
  ...(['de', 'en', 'es', 'fr', 'hi', 'it', 'ja', 'ko', 'nl', 'pl', 'pt', 'ru', 'uk', 'vi', 'zh'] as const),
  'zh-hant',
] as const;
export type EmojiLocale = (typeof EMOJI_LOCALES)[number];

/** Emoji have names in most languages of the app; in others they have English ones (EMOJI-5). */
export const emojiLocale = (language: string): EmojiLocale =>
  language === 'zh-TW' ? 'zh-hant' : (EMOJI_LOCALES.find((one) => one === language.split('-')[0]) ?? 'en');

/** Names of all emoji in this language, fetched once with the first ":"; a failed request is repeated. */
export function emojiNames(language: string): Promise<readonly NamedEmoji[]> {
  const locale = emojiLocale(language);
  const coming = requests.get(locale) ?? fetchNames(locale);
  requests.set(locale, coming);
  coming.catch(() => requests.delete(locale));
  return coming;
}

async function fetchNames(locale: string): Promise<readonly NamedEmoji[]> {
  const answer = await fetch(`/emoji/${locale}/names.json`);
  if (!answer.ok) throw new Error(`emoji names: ${answer.status}`);
  const rows = (await answer.json()) as readonly Row[];
  return rows.map(([sign, label, short, words]) => ({
    sign,
    // Short names are English.
    name: locale === 'en' ? `:${short[0] ?? label}:` : label,
    words: [...short, label, ...words].map((word) => folded(word.replaceAll('_', ' '))),
  }));
}
