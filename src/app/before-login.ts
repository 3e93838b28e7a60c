import { loadTexts } from 'texts:load';
import { currentLanguage } from './i18n/shown.ts';
// The code of the list comes with this file.
import './whole-app.tsx';

/** What would share the line with the list after the login is loaded before it (UI-179). */
export async function prepareLogin(): Promise<void> {
  const { connection } = navigator as { readonly connection?: { readonly saveData?: boolean } };
  if (connection?.saveData === true) return;
  const language = currentLanguage();
  await loadTexts(language, 'first');
  await Promise.all([
    import('../client/browser/late-code.ts'),
    import('./layout/later-hosts.tsx'),
    loadTexts(language, 'pages'),
  ]);
}
