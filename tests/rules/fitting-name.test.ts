import { expect, it } from 'vitest';
import { fittingName, ldapName } from '../../src/domain/validation.ts';

it.each([
  ['Anna Lake', 'Anna Lake'],
  ['Alexander von Humboldt', 'Alexander von'],
  ['Alexander Abcdef Lake', 'Alexander Abcdef'],
  ['Al Wolfeschlegelsteinhausen', 'Al Wolfeschlegel'],
  ['Wolfeschlegelsteinhausen', 'Wolfeschlegelste'],
  ['\u{1f600}'.repeat(20), '\u{1f600}'.repeat(16)],
])('LDAP-12: the name %j from LDAP or OpenID becomes %j', (given, name) => {
  expect(fittingName(given)).toBe(name);
});

it('LDAP-12: a long name is shortened; the login name replaces one that is not allowed', () => {
  expect(ldapName('Alexander von Humboldt', 'alex')).toBe('Alexander von');
  expect(ldapName(' ', 'alex')).toBe('alex');
});
