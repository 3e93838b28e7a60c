import { REASON_NAMES, TEXTS } from 'texts:server';
import { botLimits } from '../../domain/bots.ts';
import { guestLimits } from '../../domain/guests.ts';
import { textLimits } from '../../domain/limits.ts';
import type { AnswerTexts } from '../../locales/keys.ts';
import { preferredLanguage } from './languages-adapter.ts';

/** Names a text of an answer (WIRE-7): a key of `src/locales/en/answers.json`. */
export type Reason = keyof AnswerTexts;
export const REASONS = REASON_NAMES as readonly Reason[];
export const isReason = (name: string): name is Reason => REASON_NAMES.includes(name);
/** Code of a language of this build. */
export type TextLanguage = string;
/** A list is joined as the language does it. */
export type TextFacts = Readonly<Record<string, string | number | readonly string[]>>;

/** Limits that texts name. */
export const LIMITS: Readonly<Record<string, number>> = {
  ...botLimits,
  nicknameMax: textLimits.nicknameMax,
  guestNameMax: guestLimits.nameMax,
};

/** The language that is spoken instead of one that this build does not have. Earlier versions stored `zh`. */
export const spokenFor = (language: TextLanguage): TextLanguage =>
  language === 'zh' ? 'zh-CN' : Object.hasOwn(TEXTS, language) ? language : 'en';

export const catalogueOf = (language: TextLanguage): Readonly<Record<string, string>> =>
  TEXTS[spokenFor(language)] ?? {};

/** The text of a reason, filled with facts of the refusal. */
export function say(reason: Reason, language: TextLanguage, facts: TextFacts = {}): string {
  const texts = catalogueOf(language);
  return (texts[reason] ?? reason).replace(/\{\{(\w+)\}\}/g, (whole, name: string) => {
    const fact = facts[name] ?? LIMITS[name] ?? whole;
    return typeof fact === 'object' ? fact.join(texts['answer.comma']) : String(fact);
  });
}

export const languageOf = (header: string | null): TextLanguage => preferredLanguage(header ?? '');

/** Languages of a mail to a reader of this language; absent: it is unknown. English is always one. */
export const mailLanguages = (language?: TextLanguage): readonly TextLanguage[] => [
  ...new Set([spokenFor(language ?? languageOf(null)), 'en']),
];
