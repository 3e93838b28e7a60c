import type { TFunction } from 'i18next';
import { isRightToLeft } from '../../domain/direction.ts';
import { readSetting, writeSetting } from '../platform/settings.ts';

/** The code of a language of this build (`src/locales`), as in `navigator.languages`. */
export type Language = string;
export const DEFAULT_LANGUAGE = 'zh-CN';
const KEY = 'language';
const COOKIE_SEC = 365 * 24 * 3_600;

/** The chosen language, or that of the page, which the server chose by the browser's (UI-151). */
export const currentLanguage = (): Language => readSetting(KEY) ?? pageLanguage() ?? DEFAULT_LANGUAGE;

const pageLanguage = (): Language | undefined =>
  typeof document !== 'undefined' && document.documentElement.dataset['filled'] !== undefined
    ? document.documentElement.lang
    : undefined;

/** The current translate function and its language. */
export interface Texts {
  readonly t: TFunction;
  readonly language: Language;
}

/** The current texts, from either source: the login page's own few, or the app's library. */
let now: Texts = { t: ((key: string) => key) as TFunction, language: DEFAULT_LANGUAGE };
let load: (language: Language) => Promise<void> = () => Promise.resolve();
const listeners = new Set<() => void>();

/** Used by `use-translation.ts`, and by menus whose texts are loaded with the press that opens them. */
export const textsNow = (): Texts => now;
export function onTexts(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** These texts are shown from now on; `next` shows those of another language, or rejects. */
export function showTexts(texts: Texts, next: typeof load): void {
  load = next;
  now = texts;
  speak(texts.language);
  for (const listener of listeners) listener();
}

/** Informs assistive technology and the server, which writes the first answer (UI-111). */
function speak(language: Language): void {
  if (typeof document === 'undefined') return;
  document.documentElement.lang = language;
  document.documentElement.dir = isRightToLeft(language) ? 'rtl' : 'ltr';
  // The client names it to the server.
  if (readSetting(KEY) === null) writeSetting(KEY, language);
  const cookie = `language=${language}`;
  if (!document.cookie.includes(cookie))
    document.cookie = `${cookie}; path=/; max-age=${COOKIE_SEC}; samesite=lax`;
}

/** Switches as soon as the texts are loaded, and stores the choice. False: loading failed. */
export async function setLanguage(language: Language): Promise<boolean> {
  try {
    await load(language);
  } catch {
    return false;
  }
  writeSetting(KEY, language);
  return true;
}
