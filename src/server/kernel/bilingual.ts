/** A text in both languages, for a reader whose language is not known yet. */
export interface Bilingual {
  readonly zh: string;
  readonly en: string;
}

type Fact = string | number | Bilingual;

/** Which `{name}`s a text has. */
type NamesIn<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | NamesIn<Rest>
  : never;

const fill = (text: string, language: keyof Bilingual, facts: Readonly<Record<string, Fact>>): string =>
  text.replace(/\{(\w+)\}/g, (whole, name: string) => {
    const fact = facts[name] ?? whole;
    return typeof fact === 'object' ? fact[language] : String(fact);
  });

/** A text with its `{name}`s filled in; a fact may be in both languages itself. */
export const withFacts = <Text extends Bilingual>(
  text: Text,
  facts: Readonly<Record<NamesIn<Text['en']>, Fact>>,
): Bilingual => ({ zh: fill(text.zh, 'zh', facts), en: fill(text.en, 'en', facts) });

export const joinFacts = (parts: readonly Fact[], between: Bilingual): Bilingual => {
  const inOne = (language: keyof Bilingual): string =>
    parts.map((part) => (typeof part === 'object' ? part[language] : part)).join(between[language]);
  return { zh: inOne('zh'), en: inOne('en') };
};

const TAB: Bilingual = { zh: '\t', en: '\t' };

/** One line of a table: data, which is the same in both languages, and words. */
export const row = (...cells: readonly Fact[]): Bilingual => joinFacts(cells, TAB);
