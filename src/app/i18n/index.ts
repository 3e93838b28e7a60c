import { createInstance, type i18n } from 'i18next';
import { remembering } from './remembering.ts';
import { currentLanguage, type Language, showTexts } from './shown.ts';

export {
  currentLanguage,
  type Language,
  LANGUAGES,
  onTexts,
  setLanguage,
  type Texts,
  textsNow,
} from './shown.ts';

type Part = 'entry' | 'first' | 'pages';
type Catalogue = Readonly<Record<string, string>>;
const FALLBACK = 'en';
const SPACE = 'translation';

/**
 * Each catalogue is three files: what the login page says, what the list of chats and the frame around it say, and all the rest. A page
 * fetches those of the language it shows, and the other language only when it is chosen.
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
} as const satisfies Record<Language, Record<Part, () => Promise<Catalogue>>>;
const PARTS = ['entry', 'first', 'pages'] as const;

const texts = createInstance();
/** Parts that are here or on their way. */
const asked = new Map<string, Promise<void>>();
let shown: Language = 'zh-CN';

/** A new `t`, so that whatever remembers what it made with the old one makes it anew. */
const changed = (): void => showTexts({ t: remembering(texts.getFixedT(shown)), language: shown }, turnTo);

function add(language: Language, part: Part): Promise<void> {
  const name = `${language} ${part}`;
  const known = asked.get(name);
  if (known !== undefined) return known;
  const coming = CATALOGUES[language][part]().then((found) => {
    texts.addResourceBundle(language, SPACE, found, true, true);
    return changed();
  });
  asked.set(name, coming);
  coming.catch(() => asked.delete(name));
  return coming;
}

/** What pages say beyond the list of chats; at once when it is here. Rejects when it cannot be had. */
export const pageTexts = (): Promise<void> => add(shown, 'pages');

/** A key that is not here: what may hold it is fetched, first of this language, and what asked is drawn again (UI-3). */
function missing(key: string): string {
  const languages = new Set([shown, FALLBACK] as const);
  const next = [...languages]
    .flatMap((language) => PARTS.map((part) => [language, part] as const))
    .find(([language, part]) => !asked.has(`${language} ${part}`));
  if (next !== undefined) add(...next).catch(() => undefined);
  return key;
}

/** Resolves once the first texts of the language are here; from then on `t` answers at once. Rejects when they cannot be had. */
export async function startTexts(language: Language = currentLanguage()): Promise<i18n> {
  asked.clear();
  shown = language;
  const [entry, first] = await Promise.all([CATALOGUES[language].entry(), CATALOGUES[language].first()]);
  for (const part of ['entry', 'first'] as const) asked.set(`${language} ${part}`, Promise.resolve());
  await texts.init({
    lng: language,
    fallbackLng: FALLBACK,
    resources: { [language]: { [SPACE]: { ...entry, ...first } } },
    keySeparator: false,
    nsSeparator: false,
    returnNull: false,
    interpolation: { escapeValue: false },
    parseMissingKeyHandler: missing,
    initAsync: false,
  });
  changed();
  return texts;
}

/** Shows another language, as soon as all its texts are here. */
async function turnTo(language: Language): Promise<void> {
  await Promise.all(PARTS.map((part) => add(language, part)));
  shown = language;
  await texts.changeLanguage(language);
  changed();
}
