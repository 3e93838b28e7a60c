import { expect, it } from 'vitest';
import {
  fittingName,
  isLongName,
  ldapName,
  nicknameProblem,
  remarkProblem,
  visibleLengthOf,
  withoutHidden,
} from '../../src/domain/validation.ts';

it.each([
  ['Anna Lake', 'Anna Lake'],
  ['Alexander von Humboldt', 'Alexander von Humboldt'],
  [`${'Lake '.repeat(12)}Humboldt`, 'Lake '.repeat(12).trim()],
  [`${'Lake '.repeat(12)}Hill Moor`, `${'Lake '.repeat(12)}Hill`],
  [`Al ${'x'.repeat(70)}`, `Al ${'x'.repeat(61)}`],
  ['x'.repeat(70), 'x'.repeat(64)],
  ['\u{1f600}'.repeat(70), '\u{1f600}'.repeat(64)],
  // A letter is never separated from its marks.
  ['e\u0301'.repeat(70), 'e\u0301'.repeat(64)],
])('LDAP-12: the name %j from LDAP or OpenID becomes %j', (given, name) => {
  expect(fittingName(given)).toBe(name);
});

it('LDAP-12: a long name is shortened; the login name replaces one that is not allowed', () => {
  expect(ldapName(`${'Lake '.repeat(12)}Humboldt`, 'alex')).toBe('Lake '.repeat(12).trim());
  expect(ldapName(' ', 'alex')).toBe('alex');
});

it.each([
  'O',
  '雨',
  '❤️',
  '👨‍👩‍👧‍👦',
  'é'.normalize('NFD'),
  'Dr. med. O',
  'Friederike-Charlotte Müller',
  'María de los Ángeles Fernández Gil',
  'ศิริวรรณ พงษ์พิทักษ์สุข',
  'x'.repeat(64),
  '👍🏽'.repeat(64),
  'ü'.normalize('NFD').repeat(64),
])('RULE-10: %j is a name', (name) => {
  expect([nicknameProblem(name), remarkProblem(name), isLongName(name, 100)]).toEqual([null, null, false]);
});

it.each(['x'.repeat(65), '雨'.repeat(65), '👍🏽'.repeat(65), '👨‍👩‍👧‍👦'.repeat(40)])(
  'RULE-10: %j is too long',
  (name) => {
    expect([nicknameProblem(name), remarkProblem(name)]).toEqual(['nicknameLength', 'nicknameLength']);
  },
);

it('RULE-7: letters below a pile of marks are refused in names, and removed from a directory', () => {
  const pile = `A${'\u0301'.repeat(9)}b`;
  expect([nicknameProblem(pile), nicknameProblem(pile.replace('\u0301', ''))]).toEqual(['nameShape', null]);
  expect(withoutHidden(pile)).toBe(`A${'\u0301'.repeat(8)}b`);
});

it.each([
  ['', 0],
  ['👨‍👩‍👧‍👦👍🏽🇩🇪🏴󠁧󠁢󠁥󠁮󠁧󠁿❤️1️⃣', 6],
  ['한글'.normalize('NFD'), 2],
  ['กำ', 1],
  ['a\u0301b', 2],
])('RULE-10: %j has %d visible characters', (text, count) => expect(visibleLengthOf(text)).toBe(count));
