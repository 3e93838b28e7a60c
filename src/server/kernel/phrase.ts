import { isolated } from '../../domain/direction.ts';
import type { ServerTexts } from '../../locales/keys.ts';
import { pluralForm } from './languages-adapter.ts';
import { LIMITS, type Reason, type TextLanguage, catalogueOf, spokenFor } from './texts.ts';

type Plural = keyof ServerTexts extends infer Key
  ? Key extends `${infer Base}_other`
    ? Base
    : never
  : never;
/** A text of the server; one with plural forms is named without the form, and has a fact `count`. */
export type TextKey = Exclude<keyof ServerTexts, `${Plural}_${'one' | 'other'}`> | Plural;

type NamesIn<Names> = Names extends `{{${infer Name}}}${infer Rest}` ? Name | NamesIn<Rest> : never;
/** The names in the text of each of these keys. */
type NamesOf<Key> = Key extends keyof ServerTexts
  ? NamesIn<ServerTexts[Key]>
  : Key extends string
    ? `${Key}_other` extends keyof ServerTexts
      ? NamesIn<ServerTexts[`${Key}_other`]>
      : never
    : never;

export type Fact = number | Phrase;
type FactsOf<Key> = Readonly<Record<NamesOf<Key>, Fact>>;

interface Keyed {
  readonly key: TextKey;
  readonly facts: Readonly<Record<string, Fact>>;
}

interface Joined {
  readonly parts: readonly Fact[];
  readonly between: Phrase;
}

/** A text before it is rendered for a reader; a plain one is the same in every language (CONSOLE-8). */
export type Phrase = string | Keyed | Joined;

export function phrase<Key extends TextKey>(
  key: Key,
  ...[facts]: [NamesOf<Key>] extends [never] ? [] : [facts: FactsOf<Key>]
): Phrase {
  return { key, facts: facts ?? {} };
}

/** The text of a refusal. */
export const reasonPhrase = (reason: Reason): Phrase => ({ key: reason, facts: LIMITS });

export const joined = (parts: readonly Fact[], between: Phrase = phrase('answer.comma')): Phrase => ({
  parts,
  between,
});

/** One line of a table. */
export const row = (...cells: readonly Fact[]): Phrase => joined(cells, '\t');

/** Renders in a language; one that this build does not have reads English. */
export function phraseIn(said: Fact, language: TextLanguage): string {
  if (typeof said !== 'object') return String(said);
  if ('parts' in said)
    return said.parts.map((part) => phraseIn(part, language)).join(phraseIn(said.between, language));
  const { key, facts } = said;
  const texts = catalogueOf(language);
  const { count } = facts;
  const form =
    typeof count === 'number' ? texts[`${key}_${pluralForm(spokenFor(language), count)}`] : undefined;
  const text = form ?? texts[key] ?? key;
  return text.replace(/\{\{(\w+)\}\}/g, (whole, name: string, at: number) => {
    const fact = facts[name];
    return fact === undefined ? whole : isolated(phraseIn(fact, language), text.slice(at + whole.length));
  });
}

/** Renders in several languages, one after the other. */
export const inLanguages = (said: Fact, languages: readonly TextLanguage[], between: string): string =>
  languages.map((language) => phraseIn(said, language)).join(between);

/** A key made of a name that commands or rows have, in which dots stand for spaces; null: no such text. */
export function keyFor<Prefix extends string>(prefix: Prefix, name: string): KeyOf<Prefix> | null {
  const key = `${prefix}.${name.replaceAll(/[ |]/g, '.')}`;
  const texts = catalogueOf('en');
  return Object.hasOwn(texts, key) || Object.hasOwn(texts, `${key}_other`) ? (key as KeyOf<Prefix>) : null;
}

type KeyOf<Prefix extends string> = Extract<TextKey, `${Prefix}.${string}`>;
