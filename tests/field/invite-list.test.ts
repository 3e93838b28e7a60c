import { describe, expect, it } from 'vitest';
import { phraseIn } from '../../src/server/kernel/phrase.ts';
import { csvLine, readInviteList } from '../../src/server/admin/invite-list.ts';

const read = (text: string) => {
  const { people, faults } = readInviteList(text);
  return [
    people.map(({ line, name, email }) => `${line} ${name} <${email}>`),
    faults.map(({ line, why }) => `${line} ${phraseIn(why, 'en')}`),
  ];
};
const ANNA = '1 Anna Lake <anna@example.org>';

describe('lists of people to invite, as spreadsheets write them', () => {
  it.each([
    ['with commas', 'Anna Lake,anna@example.org'],
    ['with semicolons', 'Anna Lake;anna@example.org'],
    ['with tabs', 'Anna Lake\tanna@example.org'],
    ['with a mark of the encoding', '\uFEFFAnna Lake,anna@example.org'],
    ['with ends of line of another system', 'Anna Lake,anna@example.org\r\n\r\n'],
    ['with quotation marks', '"Anna Lake","anna@example.org"'],
    ['with the address first', 'anna@example.org,Anna Lake'],
    ['with empty columns', 'Anna Lake,anna@example.org,,'],
  ])('INVITE-3: reads a list %s', (_, text) => {
    expect(read(text)).toEqual([[ANNA], []]);
  });

  it('INVITE-3: skips a line of titles and empty lines, and counts lines as editors do', () => {
    expect(read('Name,E-mail\n\nAnna Lake,anna@example.org\n\n')).toEqual([
      ['3 Anna Lake <anna@example.org>'],
      [],
    ]);
    expect(read('姓名,邮箱\n林安,lin@example.org')).toEqual([['2 林安 <lin@example.org>'], []]);
  });

  it('INVITE-3: a name or an address alone is enough, and a name may contain the separator', () => {
    expect(read('Anna Lake\n"Hill, Bela",bela@example.org\ncleo@example.org')).toEqual([
      ['1 Anna Lake <>', '2 Hill, Bela <bela@example.org>', '3  <cleo@example.org>'],
      [],
    ]);
  });

  it('INVITE-3: reports every wrong line with its number and reason', () => {
    const lines = [
      'Anna Lake,anna@example.org',
      'Bela,bela@',
      'Cleo,cleo.example.org',
      '"Dora,dora@example.org',
      'Emil,Hill,emil@example.org',
      `${'x'.repeat(65)},long@example.org`,
      'Fay\u200Bhidden,fay@example.org',
      'Again,ANNA@example.org',
    ];
    expect(read(lines.join('\n'))).toEqual([
      [ANNA],
      [
        '2 the mail address is not valid',
        '3 the mail address is not valid',
        '4 a quotation mark is not closed',
        '5 there are more than two columns: name and address',
        '6 A nickname has 1 to 64 characters',
        '7 The name contains invisible characters. Please type it again',
        '8 the address is in the list before',
      ],
    ]);
  });

  it('INVITE-4: a name in the list of links is never a formula, and keeps its separators', () => {
    expect(csvLine('=1+1', 'a@b.org', 'x')).toBe("'=1+1,a@b.org,x");
    expect(csvLine('Hill, "B"', '', 'x')).toBe('"Hill, ""B""",,x');
  });
});
