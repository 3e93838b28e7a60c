import { describe, expect, it } from 'vitest';
import { ANSWERS, NEEDED, ROLE_NAMES } from '../../src/server/admin/answers.ts';
import { DID, REASON_WORDS, REPORT_WORDS } from '../../src/server/admin/report-words.ts';
import { FINDING_TEXTS } from '../../src/server/features/checking/found.ts';
import { AUDIT_FAULTS } from '../../src/server/kernel/audit.ts';
import { joinFacts, row, withFacts } from '../../src/server/kernel/bilingual.ts';
import { TEXTS } from '../../src/server/kernel/texts.ts';

const TABLES = {
  ANSWERS,
  NEEDED,
  ROLE_NAMES,
  DID,
  REASON_WORDS,
  REPORT_WORDS,
  FOUND: FINDING_TEXTS,
  AUDIT_FAULTS,
  TEXTS,
};
const texts = Object.entries(TABLES).flatMap(([table, all]) =>
  Object.entries<{ readonly zh: string; readonly en: string }>(all).map(
    ([name, text]) => [`${table}.${name}`, text] as const,
  ),
);

const namesIn = (text: string): readonly string[] => (text.match(/\{\w+\}/g) ?? []).toSorted();

describe('texts of the server', () => {
  it('CONSOLE-8: have words in both languages, with the same facts', () => {
    expect(texts.length).toBeGreaterThan(300);
    for (const [name, { zh, en }] of texts) {
      expect(namesIn(zh), name).toEqual(namesIn(en));
      expect(en, name).not.toMatch(/\p{Script=Han}/u);
      // The text without its facts.
      const words = en.replaceAll(/\{\w+\}/g, '');
      if (/[a-z]{2}/i.test(words)) expect(zh, name).toMatch(/\p{Script=Han}/u);
    }
  });

  it('CONSOLE-8: texts take facts in both languages and leave signs inside a fact unchanged', () => {
    expect(withFacts(ANSWERS.missing, { name: NEEDED.account })).toEqual({
      zh: '缺少：账号',
      en: 'Missing: account',
    });
    expect(withFacts(ANSWERS.noAccount, { account: '{account} $& {x}' }).en).toBe(
      'The account "{account} $& {x}" does not exist',
    );
    expect(row(7, 'anna', ROLE_NAMES[2])).toEqual({
      zh: '7\tanna\t管理员',
      en: '7\tanna\tadministrator',
    });
    expect(joinFacts([1, 2], ANSWERS.comma)).toEqual({ zh: '1、2', en: '1, 2' });
  });
});
