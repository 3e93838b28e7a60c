import { expect, it } from 'vitest';
import { fittingName, ldapName } from '../../src/domain/validation.ts';

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
