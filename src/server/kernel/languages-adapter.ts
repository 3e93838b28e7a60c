import { LANGUAGES } from 'texts:languages';

const CODES = Object.keys(LANGUAGES);
export const isLanguage = (code: string): boolean => Object.hasOwn(LANGUAGES, code);

const plurals = new Map<string, Intl.PluralRules>();

/** The plural form of a number in a language of this build, such as `one`. */
export function pluralForm(language: string, count: number): string {
  const rules = plurals.get(language) ?? new Intl.PluralRules(language);
  plurals.set(language, rules);
  return rules.select(count);
}

/** A language in an address that has numbers only. */
export const numberOfLanguage = (code: string): number => Number.parseInt(code.replaceAll('-', ''), 36);
/** The language of such a number; English if this build lacks it. */
export const languageByNumber = (number: number): string =>
  CODES.find((code) => numberOfLanguage(code) === number) ?? 'en';

/** Language and script of a code, as `zh-TW` is written in `Hant`; null: not a code. */
function written(code: string): string | null {
  try {
    const { language, script } = new Intl.Locale(code).maximize();
    return `${language}-${script}`;
  } catch {
    return null;
  }
}

/**
 * The first wanted language that there is, whatever its region: `pt-PT` finds `pt-BR`, `zh-HK` finds `zh-TW`.
 *
 * @param wanted codes, best first
 * @returns null if there is none
 */
function matchLanguage(wanted: readonly string[]): string | null {
  for (const code of wanted) {
    const form = written(code);
    const match =
      CODES.find((one) => one === code) ?? CODES.find((one) => form !== null && written(one) === form);
    if (match !== undefined) return match;
  }
  return null;
}

/** Codes of an `Accept-Language` header, best first. */
const wantedLanguages = (header: string): readonly string[] =>
  header
    .split(',', WANTED_MAX)
    .map((part) => {
      const [code = '', weight = ''] = part.split(';');
      return { code: code.trim(), weight: Number(/q=([\d.]+)/.exec(weight)?.[1] ?? 1) };
    })
    .filter(({ code, weight }) => code !== '' && code !== '*' && weight > 0)
    .toSorted((a, b) => b.weight - a.weight)
    .map(({ code }) => code);

const WANTED_MAX = 20;

/** Headers of a few kinds of clients, which come with every call. */
const cache = new Map<string, string>();
const CACHE_MAX = 200;

/**
 * The language of this build for an `Accept-Language` header; zh-CN without one, English for others
 * (UI-151).
 */
export function preferredLanguage(header: string): string {
  const cached = cache.get(header);
  if (cached !== undefined) return cached;
  const wanted = wantedLanguages(header);
  const language = matchLanguage(wanted) ?? (wanted.length === 0 ? 'zh-CN' : 'en');
  if (cache.size >= CACHE_MAX) cache.clear();
  cache.set(header, language);
  return language;
}
