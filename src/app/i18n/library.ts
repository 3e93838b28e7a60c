import { createInstance, type TFunction } from 'i18next';
import type { Catalogue } from './plain-texts.ts';
import { remembering } from './remembering.ts';
import type { Language } from './shown.ts';

const SPACE = 'translation';

/** Texts of several parts and languages, one of which is shown. */
export interface Library {
  /** Adds texts to those of a language; an earlier `t` lacks them. */
  add(language: Language, texts: Catalogue): void;
  t(language: Language): TFunction;
}

export async function openLibrary(fallback: Language, missing: (key: string) => string): Promise<Library> {
  const texts = createInstance();
  await texts.init({
    lng: fallback,
    fallbackLng: fallback,
    resources: {},
    keySeparator: false,
    nsSeparator: false,
    returnNull: false,
    interpolation: { escapeValue: false },
    parseMissingKeyHandler: missing,
    initAsync: false,
  });
  return {
    add: (language, part) => void texts.addResourceBundle(language, SPACE, part, true, true),
    t: (language) => remembering(texts.getFixedT(language)),
  };
}
