import { loadTexts } from 'texts:load';
import { plainTexts } from '../i18n/plain-texts.ts';
import { type Language, showTexts } from '../i18n/shown.ts';

/** Resolves once the texts of the login page are shown; rejects if loading fails. */
export async function showLoginTexts(language: Language): Promise<void> {
  const catalogue = await loadTexts(language, 'entry');
  showTexts({ t: plainTexts(catalogue, language), language }, showLoginTexts);
}
