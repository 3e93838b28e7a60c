import { type Catalogue, plainTexts } from '../i18n/plain-texts.ts';
import { type Language, showTexts } from '../i18n/shown.ts';

const CATALOGUES = {
  'zh-CN': async () => (await import('../i18n/zh/entry.ts')).entry,
  en: async () => (await import('../i18n/en/entry.ts')).entry,
} as const satisfies Record<Language, () => Promise<Catalogue>>;

/** Resolves once the texts of the login page are shown; rejects if loading fails. */
export async function showLoginTexts(language: Language): Promise<void> {
  const catalogue = await CATALOGUES[language]();
  showTexts({ t: plainTexts(catalogue, language), language }, showLoginTexts);
}
