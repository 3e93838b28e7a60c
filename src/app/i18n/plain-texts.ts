import type { TFunction } from 'i18next';
import { isolated } from '../../domain/direction.ts';

export type Catalogue = Readonly<Record<string, string>>;
type Values = Readonly<Record<string, string | number>>;

/**
 * The app's texts contain names in double braces and plural forms by `count`, nothing else. A name does not
 * change the direction of the text after it (UI-126).
 */
export const fill = (text: string, values: Values | undefined): string =>
  values === undefined
    ? text
    : text.replace(/\{\{(\w+)\}\}/g, (match: string, name: string, at: number) =>
        isolated(`${values[name] ?? ''}`, text.slice(at + match.length)),
      );

/**
 * Direct lookup for the first pages, whose texts are in one known language. The i18n library, which supports
 * fallback languages, is loaded with the texts of the other pages.
 */
export function plainTexts(
  catalogue: Catalogue,
  language: string,
  missing: (key: string) => string = (key) => key,
): TFunction {
  const plurals = new Intl.PluralRules(language);
  const say = (key: string, values?: Values): string => {
    const count = values?.['count'];
    const form = typeof count === 'number' ? catalogue[`${key}_${plurals.select(count)}`] : undefined;
    const text = form ?? catalogue[key];
    return text === undefined ? missing(key) : fill(text, values);
  };
  return say as TFunction;
}
