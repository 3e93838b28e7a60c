import { fill } from '../../src/app/i18n/plain-texts.ts';
import type { AppTexts } from '../../src/locales/keys.ts';
import { partTexts, PSEUDO, pseudoTexts } from '../../src/tools/locales.mjs';

const allTexts = (language: string) => ({
  ...partTexts(language, 'entry'),
  ...partTexts(language, 'first'),
  ...partTexts(language, 'pages'),
});
const appTexts = (language: string) =>
  (language === PSEUDO ? pseudoTexts(allTexts('en')) : allTexts(language)) as unknown as Readonly<
    Record<keyof AppTexts, string>
  >;
/** All texts of the app. */
export const en = appTexts('en');
export const zh = appTexts('zh-CN');

/** Languages that the people of the tests speak. */
export type Language = 'zh-CN' | 'en';
/** Languages of the app in tests. */
export type ShownLanguage = Language | 'ar' | 'de' | 'en-XA' | 'hi' | 'ja';
export const spokenWith = (language: ShownLanguage): Language => (language === 'zh-CN' ? language : 'en');
type Base<K extends string> = K extends `${infer B}_one` | `${infer B}_other` ? B : K;
/** Plurals are named without their ending, as in the app. */
export type TextKey = Base<keyof AppTexts>;
export type Texts = (key: TextKey, values?: Readonly<Record<string, string | number>>) => string;

/** The texts of the app, so that tests find elements by their visible text. */
export function textsOf(language: ShownLanguage): Texts {
  const catalogues = [appTexts(language), en] as readonly Readonly<Record<string, string>>[];
  const plurals = new Intl.PluralRules(language);
  return (key, values = {}) => {
    const forms = [`${key}_${plurals.select(Number(values['count'] ?? 0))}`, `${key}_other`, key];
    const text = catalogues
      .flatMap((catalogue) => forms.map((form) => catalogue[form]))
      .find((form) => form !== undefined);
    if (text === undefined) throw new Error(`no text ${key}`);
    return fill(text, values);
  };
}
