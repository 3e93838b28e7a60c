import { createInstance, type i18n } from 'i18next';
import { initReactI18next } from 'react-i18next';
import type { FieldProblem } from '../../domain/validation.ts';
import { readSetting, writeSetting } from '../platform/settings.ts';
import { en } from './en/index.ts';
import { zh } from './zh/index.ts';

/** Codes as browsers and the accept-language header know them. */
export const LANGUAGES = ['zh-CN', 'en'] as const;
export type Language = (typeof LANGUAGES)[number];
const KEY = 'language';

export const currentLanguage = (): Language => (readSetting(KEY) === 'en' ? 'en' : 'zh-CN');

const texts = createInstance();

/** Both catalogues are in the bundle, so nothing waits and `t` works from the first line. */
export function startTexts(language: Language = currentLanguage()): i18n {
  void texts.use(initReactI18next).init({
    lng: language,
    fallbackLng: 'en',
    resources: { 'zh-CN': { translation: zh }, en: { translation: en } },
    keySeparator: false,
    nsSeparator: false,
    returnNull: false,
    interpolation: { escapeValue: false },
    react: { useSuspense: false },
    initAsync: false,
  });
  document.documentElement.lang = language;
  return texts;
}

/** Switches at once, keeps the choice, and tells assistive technology. */
export async function setLanguage(language: Language): Promise<void> {
  writeSetting(KEY, language);
  document.documentElement.lang = language;
  await texts.changeLanguage(language);
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
