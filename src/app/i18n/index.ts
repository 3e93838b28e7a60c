import type { FieldProblem } from '../../domain/validation.ts';
import { readSetting, writeSetting } from '../platform/settings.ts';
import { addTo, CATALOGUES, createWords, filled, type Language, type Part, PARTS, textIn, type TFunction, type Words } from './catalogues.ts';

export { type Language, LANGUAGES, type TextKey, type TFunction } from './catalogues.ts';

const KEY = 'language';
const FALLBACK = 'en';

export const currentLanguage = (): Language => (readSetting(KEY) === 'en' ? 'en' : 'zh-CN');

/** What has come so far, by language. */
let words: Partial<Record<Language, Words>> = {};
/** Parts that are here or on their way. */
const asked = new Map<string, Promise<void>>();
let shown: Language = 'zh-CN';

/** What pages say, and in which language. */
export interface Texts {
  readonly t: TFunction;
  readonly language: Language;
}
const listeners = new Set<() => void>();

/** The language that is shown, then the other one. A key that is in neither may be on its way (UI-3). */
const say: TFunction = (key, values) => {
  for (const language of [shown, FALLBACK] as const) {
    const known = words[language];
    const text = known && textIn(known, key, values?.['count']);
    if (text !== undefined) return values === undefined ? text : filled(text, values);
  }
  return missing(key);
};
let now: Texts = { t: say, language: shown };

/** For `use-translation.ts` alone. */
export const textsNow = (): Texts => now;
export function onTexts(run: () => void): () => void {
  listeners.add(run);
  return () => void listeners.delete(run);
}

/** A new `t`, so that whatever remembers what it made with the old one makes it anew. */
function changed(): void {
  now = { t: (key, values) => say(key, values), language: shown };
  for (const run of listeners) run();
}

function add(language: Language, part: Part): Promise<void> {
  const name = `${language} ${part}`;
  const known = asked.get(name);
  if (known !== undefined) return known;
  const coming = CATALOGUES[language][part]().then((found) => {
    addTo((words[language] ??= createWords(language)), found);
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
export async function startTexts(language: Language = currentLanguage()): Promise<void> {
  asked.clear();
  words = {};
  shown = language;
  await add(language, 'first');
  document.documentElement.lang = language;
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
