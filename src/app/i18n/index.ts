import { type Catalogues, createTexts } from './create-texts.ts';

export {
  currentLanguage,
  type Language,
  LANGUAGES,
  onTexts,
  setLanguage,
  type Texts,
  textsNow,
} from './shown.ts';

/**
 * Each catalogue has three files: texts of the login page, of the list of chats with the frame around it, and
 * all others. A page fetches those of its language, and another language only when the user chooses it.
 */
const CATALOGUES = {
  'zh-CN': {
    entry: async () => (await import('./zh/entry.ts')).entry,
    first: async () => (await import('./zh/first.ts')).first,
    pages: async () => (await import('./zh/pages.ts')).pages,
  },
  en: {
    entry: async () => (await import('./en/entry.ts')).entry,
    first: async () => (await import('./en/first.ts')).first,
    pages: async () => (await import('./en/pages.ts')).pages,
  },
} as const satisfies Catalogues;

export const { pageTexts, startTexts } = createTexts(CATALOGUES);
