import { en } from '../../src/app/i18n/en/index.ts';
import { zh } from '../../src/app/i18n/zh/index.ts';

export type Language = 'zh-CN' | 'en';
type Base<K extends string> = K extends `${infer B}_one` | `${infer B}_other` ? B : K;
/** Plurals are named without their ending, as in the app. */
export type TextKey = Base<keyof typeof en>;
export type Texts = (key: TextKey, values?: Readonly<Record<string, string | number>>) => string;

/** The texts of the app, so that tests find elements by their visible text. */
export function textsOf(language: Language): Texts {
  const catalogues: readonly Readonly<Record<string, string>>[] = language === 'en' ? [en] : [zh, en];
  return (key, values = {}) => {
    const forms = language === 'en' && values['count'] === 1 ? [`${key}_one`, key] : [`${key}_other`, key];
    const text = catalogues
      .flatMap((catalogue) => forms.map((form) => catalogue[form]))
      .find((form) => form !== undefined);
    if (text === undefined) throw new Error(`no text ${key}`);
    return text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name] ?? ''));
  };
}
