import { expect, it } from 'vitest';
import { isOfLostTime, nextFrom } from '../../src/server/kernel/chapters.ts';

/** The newest first: two starts before a snapshot at 50, and one after it was put back. */
const chapters = [
  { id: 'after', from: 51 },
  { id: 'second', from: 20 },
  { id: 'first', from: 1 },
];
const isLost = (chapter: string | null, tx: number) => isOfLostTime({ chapter, tx }, chapters);

it('STREAM-20: a cursor reaches to the start of the next chapter at most', () => {
  expect([isLost('first', 20), isLost('second', 51), isLost('after', 9_000)]).toEqual([false, false, false]);
  expect([isLost('first', 21), isLost('second', 52)]).toEqual([true, true]);
});

it('STREAM-20: a chapter of the lost time is not listed; one that is older than all is', () => {
  expect([isLost('lost', 60), isLost('lost', 2)]).toEqual([true, true]);
  expect(isLost('older', 1)).toBe(false);
  expect(isLost(null, 9_000)).toBe(false);
  expect(isOfLostTime({ chapter: 'any', tx: 9_000 }, [])).toBe(false);
});

it('STREAM-20: where the next chapter began', () => {
  expect(
    ['first', 'second', 'after', 'lost', null].map((chapter) => nextFrom({ chapter }, chapters)),
  ).toEqual([20, 51, null, null, null]);
});
