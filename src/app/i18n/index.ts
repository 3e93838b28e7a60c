import { createInstance, type i18n, type TFunction } from 'i18next';
import type { FieldProblem } from '../../domain/validation.ts';
import { readSetting, writeSetting } from '../platform/settings.ts';
import { remembering } from './remembering.ts';

/** Codes as browsers and the accept-language header know them. */
export const LANGUAGES = ['zh-CN', 'en'] as const;
export type Language = (typeof LANGUAGES)[number];
type Part = 'first' | 'pages';
type Catalogue = Readonly<Record<string, string>>;
const KEY = 'language';
const FALLBACK = 'en';
const SPACE = 'translation';

export const currentLanguage = (): Language => (readSetting(KEY) === 'en' ? 'en' : 'zh-CN');

/**
 * Each catalogue is two files: what the list of chats and the frame around it say, and all the rest. A page fetches those of the
 * language it shows, and the other language only when it is chosen.
 */
const CATALOGUES = {
  'zh-CN': { first: async () => (await import('./zh/first.ts')).first, pages: async () => (await import('./zh/pages.ts')).pages },
  en: { first: async () => (await import('./en/first.ts')).first, pages: async () => (await import('./en/pages.ts')).pages },
} as const satisfies Record<Language, Record<Part, () => Promise<Catalogue>>>;
const PARTS = ['first', 'pages'] as const;

const texts = createInstance();
/** Parts that are here or on their way. */
const asked = new Map<string, Promise<void>>();
let shown: Language = 'zh-CN';

/** What pages say, and in which language. */
export interface Texts {
  readonly t: TFunction;
  readonly language: Language;
}
const listeners = new Set<() => void>();
let now: Texts = { t: texts.t, language: shown };

/** For `use-translation.ts` alone. */
export const textsNow = (): Texts => now;
export function onTexts(run: () => void): () => void {
  listeners.add(run);
  return () => void listeners.delete(run);
}

/** A new `t`, so that whatever remembers what it made with the old one makes it anew. */
function changed(): void {
  now = { t: remembering(texts.getFixedT(shown)), language: shown };
  for (const run of listeners) run();
}

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
  const next = [...languages].flatMap((language) => PARTS.map((part) => [language, part] as const)).find(([language, part]) => !asked.has(`${language} ${part}`));
  if (next !== undefined) add(...next).catch(() => undefined);
  return key;
}

/** Resolves once the first texts of the language are here; from then on `t` answers at once. Rejects when they cannot be had. */
export async function startTexts(language: Language = currentLanguage()): Promise<i18n> {
  asked.clear();
  shown = language;
  const catalogue = await CATALOGUES[language].first();
  asked.set(`${language} first`, Promise.resolve());
  await texts.init({
    lng: language,
    fallbackLng: FALLBACK,
    resources: { [language]: { [SPACE]: catalogue } },
    keySeparator: false,
    nsSeparator: false,
    returnNull: false,
    interpolation: { escapeValue: false },
    parseMissingKeyHandler: missing,
    initAsync: false,
  });
  document.documentElement.lang = language;
  changed();
  return texts;
}

/** Switches as soon as the texts are here, keeps the choice, and tells assistive technology. False: they could not be had. */
export async function setLanguage(language: Language): Promise<boolean> {
  try {
    await Promise.all(PARTS.map((part) => add(language, part)));
  } catch {
    return false;
  }
  shown = language;
  writeSetting(KEY, language);
  document.documentElement.lang = language;
  await texts.changeLanguage(language);
  changed();
  return true;
}

/** The text of a problem with a field (RULE-1 …). */
export const PROBLEM_TEXT = {
  needAccount: 'rule.needAccount',
  accountLength: 'rule.account',
  accountShape: 'rule.accountShape',
  needNickname: 'rule.needNickname',
  nicknameLength: 'rule.nickname',
  needPassword: 'rule.needPassword',
  passwordLength: 'rule.password',
  passwordMismatch: 'rule.mismatch',
  email: 'rule.email',
  needVerification: 'rule.needVerification',
  needRemark: 'rule.needRemark',
  tooLong: 'rule.tooLong',
} as const satisfies Record<FieldProblem, string>;
