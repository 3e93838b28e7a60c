import type { TFunction } from 'i18next';
import { type Language, showTexts } from '../i18n/shown.ts';

/** What the login page says is known to the letter: names in double braces, no plurals. The library of texts comes with the app. */
const CATALOGUES = {
  'zh-CN': async () => (await import('../i18n/zh/entry.ts')).entry,
  en: async () => (await import('../i18n/en/entry.ts')).entry,
} as const satisfies Record<Language, () => Promise<Readonly<Record<string, string>>>>;

/** Resolves once they are shown; rejects when they cannot be had. */
export async function showLoginTexts(language: Language): Promise<void> {
  const known: Readonly<Record<string, string>> = await CATALOGUES[language]();
  const say = (key: string, values: Readonly<Record<string, string | number>> = {}): string =>
    (known[key] ?? key).replace(/\{\{(\w+)\}\}/g, (_, name: string) => `${values[name] ?? ''}`);
  showTexts({ t: say as TFunction, language }, showLoginTexts);
}
