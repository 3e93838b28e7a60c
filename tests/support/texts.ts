import { en } from '../../src/app/i18n/en/index.ts';
import { zh } from '../../src/app/i18n/zh/index.ts';

export type Language = 'zh-CN' | 'en';
export type TextKey = keyof typeof en;
export type Texts = (key: TextKey, values?: Readonly<Record<string, string | number>>) => string;

/** The same texts as the app, so that tests find things by the words that people see. */
export function textsOf(language: Language): Texts {
  const catalogue: Readonly<Record<string, string>> = language === 'en' ? en : zh;
  return (key, values = {}) => {
    const text = catalogue[key] ?? en[key];
    return text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name] ?? ''));
  };
}
