import type { Library } from './library.ts';
import { type Catalogue, plainTexts } from './plain-texts.ts';
import { currentLanguage, DEFAULT_LANGUAGE, type Language, showTexts } from './shown.ts';

const PARTS = ['first', 'pages', 'entry'] as const;
const FALLBACK = 'en';

type Part = (typeof PARTS)[number];
/** Fetches a part of a language. */
export type LoadTexts = (language: Language, part: Part) => Promise<Catalogue>;

/** Fetches each catalogue once; a failed one is fetched again. */
function fetcher(loadTexts: LoadTexts) {
  /** Parts that are here or on their way. */
  const requests = new Map<string, Promise<Catalogue>>();
  const fetchPart = (language: Language, part: Part): Promise<Catalogue> => {
    const name = `${language} ${part}`;
    const coming = requests.get(name) ?? loadTexts(language, part);
    requests.set(name, coming);
    coming.catch(() => requests.delete(name));
    return coming;
  };
  return { requests, fetchPart };
}

/** The texts of the app: a plain lookup for the first page, and the i18n library for all other pages. */
export function createTexts(loadTexts: LoadTexts) {
  const { requests, fetchPart } = fetcher(loadTexts);
  /** Parts that the library has. */
  const here = new Set<string>();
  /** The library with the texts that were started last. */
  let library: Promise<Library> | null = null;
  let current: Language = DEFAULT_LANGUAGE;

  async function open(): Promise<Library> {
    const first = PARTS.filter((part) => requests.has(`${current} ${part}`));
    const [{ openLibrary }, ...loadedParts] = await Promise.all([
      import('./library.ts'),
      ...first.map((part) => fetchPart(current, part)),
    ]);
    const opened = await openLibrary(FALLBACK, missing);
    for (const texts of loadedParts) opened.add(current, texts);
    for (const part of first) here.add(`${current} ${part}`);
    return opened;
  }

  /** Adds parts to the library, which then serves all texts. */
  async function add(language: Language, parts: readonly Part[], turning = false): Promise<void> {
    if (!turning && parts.every((part) => here.has(`${language} ${part}`))) return;
    const opening = (library ??= open());
    opening.catch(() => {
      if (library === opening) library = null;
    });
    const [opened, ...late] = await Promise.all([opening, ...parts.map((part) => fetchPart(language, part))]);
    // The texts were started again in the meantime.
    if (library !== opening) return;
    for (const texts of late) opened.add(language, texts);
    for (const part of parts) here.add(`${language} ${part}`);
    if (turning) current = language;
    // A new `t` invalidates everything that was memoised with the old one.
    showTexts({ t: opened.t(current), language: current }, turnTo);
  }

  /**
   * Handles a missing key: fetches the parts that may contain it, first in this language, and then renders
   * its users again (UI-3).
   */
  function missing(key: string): string {
    const next = [...new Set([current, FALLBACK])]
      .flatMap((language) => PARTS.map((part) => [language, part] as const))
      .find(([language, part]) => !requests.has(`${language} ${part}`));
    if (next !== undefined) add(next[0], [next[1]]).catch(() => undefined);
    return key;
  }

  /** Shows another language, as soon as all its texts are here. */
  const turnTo = (language: Language): Promise<void> => add(language, PARTS, true);

  return {
    /** Adds the texts of all other pages, at once if they are loaded. Rejects if loading fails. */
    pageTexts: (): Promise<void> => add(current, ['pages', 'entry']),
    /**
     * Resolves once the first texts of the language are loaded; from then on `t` returns at once. Rejects if
     * loading fails.
     */
    startTexts: async (language: Language = currentLanguage()): Promise<void> => {
      requests.clear();
      here.clear();
      library = null;
      current = language;
      const first = await fetchPart(language, 'first');
      showTexts({ t: plainTexts(first, language, missing), language }, turnTo);
    },
  };
}
