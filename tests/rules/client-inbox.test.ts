import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  INBOX_REASONS,
  type InboxMark,
  NOTHING_MARKED,
  openReasons,
  withDone,
  withoutDone,
} from '../../src/domain/inbox.ts';
import { msgId } from '../../src/domain/ids.ts';

const mark = fc.record({
  msgId: fc.integer({ min: 1, max: 30 }).map(msgId),
  why: fc.subarray([...INBOX_REASONS], { minLength: 1 }),
  atMs: fc.integer({ min: 1, max: 1_000 }),
}) satisfies fc.Arbitrary<InboxMark>;
const limits = { sinceMs: 0, most: 100 };

describe('the register of done entries', () => {
  it('INBOX-4: two devices that mark in any order end with the same register', () => {
    fc.assert(
      fc.property(fc.array(mark), fc.array(mark), (one, other) => {
        const open = (first: readonly InboxMark[], second: readonly InboxMark[]) => {
          const done = withDone(withDone(NOTHING_MARKED, first, limits), second, limits);
          return [...one, ...other].map((entry) => openReasons(entry, done));
        };
        expect(open(one, other)).toEqual(open(other, one));
        expect(open(one, other).flat()).toEqual([]);
      }),
    );
  });

  it('INBOX-4: a new reason and a later reaction are open again', () => {
    const done = withDone(NOTHING_MARKED, [{ msgId: msgId(1), why: ['thread'], atMs: 5 }], limits);
    expect(openReasons({ msgId: msgId(1), why: ['mention', 'thread'], atMs: 5 }, done)).toEqual(['mention']);
    const reacted = withDone(done, [{ msgId: msgId(2), why: ['reaction'], atMs: 7 }], limits);
    expect(openReasons({ msgId: msgId(2), why: ['reaction'], atMs: 7 }, reacted)).toEqual([]);
    expect(openReasons({ msgId: msgId(2), why: ['reaction'], atMs: 8 }, reacted)).toEqual(['reaction']);
    expect(
      openReasons({ msgId: msgId(2), why: ['reaction'], atMs: 7 }, withoutDone(reacted, [msgId(2)])),
    ).toEqual(['reaction']);
  });

  it('INBOX-4: above the limit the oldest are done by their time, and past ones are forgotten', () => {
    const marks = [5, 6, 7].map((atMs) => ({ msgId: msgId(atMs), why: ['mention'] as const, atMs }));
    const done = withDone(NOTHING_MARKED, marks, { sinceMs: 0, most: 2 });
    expect(done).toEqual({
      beforeMs: 5,
      list: [
        [7, 1, 7],
        [6, 1, 6],
      ],
    });
    for (const one of marks) expect(openReasons(one, done)).toEqual([]);
    expect(withDone(done, [], { sinceMs: 7, most: 2 }).list).toEqual([[7, 1, 7]]);
  });
});
