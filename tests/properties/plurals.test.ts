import * as fc from 'fast-check';
import { createInstance } from 'i18next';
import { describe, expect, it } from 'vitest';
import { localeFolders, partTexts } from '../../src/tools/locales.mjs';
import { runs } from '../support/runs.ts';

const LANGUAGES = [...localeFolders().keys()];
const textsOf = (language: string): Readonly<Record<string, string>> => ({
  ...partTexts(language, 'entry'),
  ...partTexts(language, 'first'),
  ...partTexts(language, 'pages'),
});
const PLURAL = /_(?:zero|one|two|few|many|other)$/;
const plurals = (texts: Readonly<Record<string, string>>): readonly string[] => [
  ...new Set(
    Object.keys(texts)
      .filter((key) => PLURAL.test(key))
      .map((key) => key.replace(PLURAL, '')),
  ),
];

async function textsIn(language: string) {
  const texts = createInstance();
  // No fallback language, so a missing text shows its key.
  await texts.init({
    lng: language,
    fallbackLng: false,
    resources: { [language]: { translation: textsOf(language) } },
    keySeparator: false,
    nsSeparator: false,
    interpolation: { escapeValue: false },
  });
  const t = texts.t as (key: string, values: Readonly<Record<string, unknown>>) => unknown;
  return (key: string, values: Readonly<Record<string, unknown>>): string => {
    const view = t(key, values);
    return typeof view === 'string' ? view : '';
  };
}

describe('plurals', () => {
  it.each(LANGUAGES)(
    'UI-11: in %s every number gets its plural form, with the number in it',
    async (language) => {
      const t = await textsIn(language);
      const texts = textsOf(language);
      const keys = plurals(texts);
      const rules = new Intl.PluralRules(language);
      fc.assert(
        fc.property(fc.constantFrom(...keys), fc.oneof(fc.nat({ max: 12 }), fc.nat()), (key, count) => {
          const form = texts[`${key}_${rules.select(count)}`] ?? '';
          const names = [...form.matchAll(/\{\{(\w+)\}\}/g)]
            .map((found) => found[1] ?? '')
            .filter((name) => name !== 'count');
          const values = { count, ...Object.fromEntries(names.map((name) => [name, `<${name}>`])) };
          const text = t(key, values);
          expect(text).toBe(
            form.replace(/\{\{(\w+)\}\}/g, (_, name: string) =>
              name === 'count' ? String(count) : `<${name}>`,
            ),
          );
          expect(text).not.toMatch(/\{\{|\}\}/);
          if (form.includes('{{count}}')) expect(text).toContain(String(count));
        }),
        { numRuns: runs(200) },
      );
    },
  );
});
