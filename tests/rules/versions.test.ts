import { expect, it } from 'vitest';
import { isNewer } from '../../src/domain/versions.ts';

const now = { name: '6.0.1', build: 20_250_607 };

it.each([
  ['6.0.2', 20_250_608, true],
  ['6.0.2', 20_250_606, false],
  ['6.0.1', 20_250_607, false],
  ['6.0.10', 20_250_607, true],
  ['6.1', 0, true],
  ['6.0', 0, false],
  ['6.0.1.0', 0, false],
  ['6.0.1.1', 0, true],
  ['5.9.9', 0, false],
  ['10.0.0', 0, true],
  ['', 20_250_608, true],
  ['', 20_250_607, false],
  ['soon', 0, false],
])('UPD-10: version %s of build %i is newer than 6.0.1 of 20250607: %s', (name, build, newer) => {
  expect(isNewer({ name, build }, now)).toBe(newer);
});

it('UPD-10: a client that tells only one of the two is compared by that', () => {
  expect(isNewer(now, { name: '', build: 20_250_606 })).toBe(true);
  expect(isNewer(now, { name: '6.0.0', build: 0 })).toBe(true);
  expect(isNewer(now, { name: '6.0.1', build: 0 })).toBe(false);
  expect(isNewer(now, { name: '', build: 0 })).toBe(true);
});
