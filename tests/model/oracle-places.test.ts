import { describe, expect, it } from 'vitest';
import { openingWrong, pagesTo, stepWrong, windowWrong } from '../../simulator/oracle/places.ts';

const upTo = (from: number, to: number): readonly number[] =>
  Array.from({ length: to - from + 1 }, (_, at) => from + at);
/** Two of a hundred were deleted. */
const READABLE = upTo(1, 100).filter((n) => n !== 50 && n !== 60);
const seen = (lines: readonly number[], ends: { complete?: boolean; live?: boolean } = {}) => ({
  lines,
  complete: false,
  live: false,
  ...ends,
});
const between = (from: number, to: number) => READABLE.filter((n) => n >= from && n <= to);

describe('SIM-32: the chat of a tab, checked by the oracle', () => {
  it('SIM-32: a piece of what there is to read is right, with holes where lines were deleted', () => {
    expect(windowWrong(seen(between(45, 70)), READABLE)).toBeNull();
    expect(windowWrong(seen(READABLE, { complete: true, live: true }), READABLE)).toBeNull();
  });

  it('SIM-32: a gap, a duplicate, an older order and a false end are reported', () => {
    expect(windowWrong(seen(between(45, 70).filter((n) => n !== 61)), READABLE)).toContain('should be');
    expect(windowWrong(seen([1, 2, 2, 3]), READABLE)).toContain('should be');
    expect(windowWrong(seen([2, 1]), READABLE)).toContain('should be');
    expect(windowWrong(seen(between(45, 70), { complete: true }), READABLE)).toContain('begins with 45');
    expect(windowWrong(seen(between(45, 70), { live: true }), READABLE)).toContain('ends with 70');
  });

  it('SIM-32: a chat opens with the first unread message and the messages above it', () => {
    expect(openingWrong(seen(between(24, 69)), 39, READABLE)).toBeNull();
    expect(openingWrong(seen(between(40, 69)), 39, READABLE)).toContain('is not there');
    expect(openingWrong(seen(between(1, 39)), 39, READABLE)).toContain('is not there');
  });

  it('SIM-32: a loaded window with the place opens as it was; else the place is requested', () => {
    const held = seen(between(35, 69));
    expect(openingWrong(held, 39, READABLE, held)).toBeNull();
    expect(openingWrong(held, 39, READABLE)).toContain('is not there');
    expect(openingWrong(seen(between(40, 69)), 39, READABLE, seen(between(40, 69)))).toContain(
      'is not there',
    );
    expect(openingWrong(seen(between(36, 69)), 39, READABLE, held)).toContain('is not there');
  });

  it('SIM-32: a page adds thirty messages at one end, or all that exist', () => {
    expect(stepWrong(seen(between(45, 70)), seen(between(15, 70)), 'older', READABLE)).toBeNull();
    expect(stepWrong(seen(between(45, 70)), seen(between(16, 70)), 'older', READABLE)).not.toBeNull();
    expect(stepWrong(seen(between(45, 90)), seen(between(45, 100)), 'newer', READABLE)).toBeNull();
    expect(stepWrong(seen(between(45, 90)), seen(between(45, 99)), 'newer', READABLE)).not.toBeNull();
  });

  it('SIM-32: a loaded message costs no page, a lower one two, a higher one only a few', () => {
    const window = seen(between(61, 70));
    expect(pagesTo(window, 65)).toBe(0);
    expect(pagesTo(window, 90)).toBe(2);
    expect(pagesTo(seen(upTo(901, 930)), 5)).toBe(6);
  });
});
