import type { en } from './en/index.ts';

/** Codes as browsers and the accept-language header know them. */
export const LANGUAGES = ['zh-CN', 'en'] as const;
export type Language = (typeof LANGUAGES)[number];
export type Part = 'first' | 'pages';
export const PARTS = ['first', 'pages'] as const satisfies readonly Part[];
type Catalogue = Readonly<Record<string, string>>;

/** Countable texts are named without the ending of their form; English has every form, so it names them. */
type Base<K extends string> = K extends `${infer B}_one` | `${infer B}_other` ? B : K;
export type TextKey = Base<keyof typeof en>;
/** A text of the catalogue with these values in the places of their names. */
export type TFunction = (key: TextKey, values?: Readonly<Record<string, string | number>>) => string;

/**
 * Each catalogue is two files: what the list of chats and the frame around it say, and all the rest. A page fetches those of the
 * language it shows, and the other language only when it is chosen.
 */
export const CATALOGUES = {
  'zh-CN': { first: async () => (await import('./zh/first.ts')).first, pages: async () => (await import('./zh/pages.ts')).pages },
  en: { first: async () => (await import('./en/first.ts')).first, pages: async () => (await import('./en/pages.ts')).pages },
} as const satisfies Record<Language, Record<Part, () => Promise<Catalogue>>>;

/** One language: what has come of it, and the forms that its numbers take. */
export interface Words {
  readonly texts: Map<string, string>;
  readonly forms: Intl.PluralRules;
}

export const createWords = (language: Language): Words => ({ texts: new Map(), forms: new Intl.PluralRules(language) });

export function addTo({ texts }: Words, found: Catalogue): void {
  for (const [key, text] of Object.entries(found)) texts.set(key, text);
}

/** The text in this language, in the form for so many where it has forms. */
export const textIn = ({ texts, forms }: Words, key: string, count: unknown): string | undefined =>
  (typeof count === 'number' ? texts.get(`${key}_${forms.select(count)}`) : undefined) ?? texts.get(key);

/** Texts hold names in double braces, nothing else. */
export const filled = (text: string, values: Readonly<Record<string, string | number>>): string =>
  text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => `${values[name] ?? ''}`);
