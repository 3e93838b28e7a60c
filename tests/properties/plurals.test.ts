import * as fc from 'fast-check';
import { createInstance } from 'i18next';
import { describe, expect, it } from 'vitest';
import { en } from '../../src/app/i18n/en/index.ts';
import { zh } from '../../src/app/i18n/zh/index.ts';
import { runs } from '../support/runs.ts';

const CATALOGUES: Readonly<Record<'en' | 'zh-CN', Readonly<Record<string, string>>>> = { en, 'zh-CN': zh };
const PLURAL = /_(?:zero|one|two|few|many|other)$/;
const plurals = (texts: Readonly<Record<string, string>>): readonly string[] => [
  ...new Set(
    Object.keys(texts)
      .filter((key) => PLURAL.test(key))
      .map((key) => key.replace(PLURAL, '')),
  ),
];

async function textsIn(language: 'en' | 'zh-CN') {
  const texts = createInstance();
  // No fallback language, so a missing text shows its key.
  await texts.init({
    lng: language,
    fallbackLng: false,
    resources: { [language]: { translation: CATALOGUES[language] } },
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
  it('UI-11: both languages have the same countable texts, each in all forms that its language needs', () => {
    expect(plurals(en).toSorted()).toEqual(plurals(zh).toSorted());
    for (const [language, texts] of Object.entries(CATALOGUES)) {
      const forms = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
      for (const key of plurals(texts))
        expect(
          forms.filter((form) => texts[`${key}_${form}`] === undefined),
          `${language} ${key}`,
        ).toEqual([]);
    }
  });

  it.each(['en', 'zh-CN'] as const)(
    'UI-11: in %s every number gets its plural form, with the number in it',
    async (language) => {
      const t = await textsIn(language);
      const keys = plurals(CATALOGUES[language]);
      const rules = new Intl.PluralRules(language);
      fc.assert(
        fc.property(fc.constantFrom(...keys), fc.oneof(fc.nat({ max: 12 }), fc.nat()), (key, count) => {
          const form = CATALOGUES[language][`${key}_${rules.select(count)}`] ?? '';
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
