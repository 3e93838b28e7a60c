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
 * Each catalogue is three files: what the login page says, what the list of chats and the frame around it
 * say, and all the rest. A page fetches those of the language it shows, and the other language only when it
 * is chosen.
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
