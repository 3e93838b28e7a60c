import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  advance,
  afterLook,
  countBelow,
  type ReadingPlace,
  READING_START,
} from '../../src/app/screens/conversation/reading-place.ts';
import { type TimelineRow, timeline } from '../../src/app/screens/conversation/timeline.ts';
import { userId } from '../../src/domain/ids.ts';
import { by, message } from '../support/contacts.ts';

const rows = (...ns: readonly number[]): readonly TimelineRow[] =>
  timeline({
    items: ns.map((n) => ({ kind: 'message' as const, key: `m${n}`, message: message(n) })),
    self: userId(1),
    unreadAfter: null,
    dayOf: () => 0,
  });
const mine = (list: readonly TimelineRow[], n: number, root?: number): readonly TimelineRow[] => [
  ...list,
  ...timeline({
    items: [
      {
        kind: 'message',
        key: `m${n}`,
        message: message(n, { from: by(1), ...(root !== undefined && { root }) }),
      },
    ],
    self: userId(1),
    unreadAfter: null,
    dayOf: () => 0,
  }),
];
const opened = (at: number | null = null): ReadingPlace => advance(READING_START, rows(5, 6), at);
const away = (held: ReadingPlace): ReadingPlace => afterLook(held, false, true);

describe('the place of the reader', () => {
  it('UI-14: a reader at the end follows; one who scrolled up stays and sees how many came', () => {
    expect(advance(opened(), rows(5, 6, 7), null)).toMatchObject({ atEnd: true, below: 0 });
    const up = advance(advance(away(opened()), rows(5, 6, 7), null), rows(5, 6, 7, 8, 9), null);
    expect(up).toMatchObject({ atEnd: false, below: 3 });
    expect(afterLook(up, true, false)).toMatchObject({ atEnd: true, below: 0 });
  });

  it('UI-14: my own message leads to the end', () => {
    expect(advance(away(opened()), mine(rows(5, 6), 7), null)).toMatchObject({ atEnd: true, below: 0 });
  });

  it('UI-167: a reply in the thread beside the chat leaves the reader of the chat where they are', () => {
    expect(advance(away(opened()), mine(rows(5, 6), 7, 5), null)).toMatchObject({ atEnd: false, below: 0 });
    expect(advance(opened(), mine(rows(5, 6), 7, 5), null)).toMatchObject({ atEnd: true, below: 0 });
  });

  it('UI-14: a chat with unread messages opens away from the end', () => {
    expect(opened(0).atEnd).toBe(false);
    expect(opened().atEnd).toBe(true);
  });

  it('UI-14: only a change at the start keeps the distance to the end', () => {
    expect(advance(opened(), rows(3, 4, 5, 6), null).shift).toBe(true);
    expect(advance(opened(), rows(6), null).shift).toBe(true);
    expect(advance(opened(), rows(5, 6, 7), null).shift).toBe(false);
    expect(advance(opened(), rows(5, 6), null).shift).toBe(false);
  });

  it('UI-14: only moving up leaves the end, not the measuring of new rows', () => {
    expect(afterLook(opened(), false, false).atEnd).toBe(true);
    expect(afterLook(opened(), false, true).atEnd).toBe(false);
  });

  it('UI-94: a window without the newest message is not at the end, and later pages are not new', () => {
    const around = advance(READING_START, rows(5, 6), null, false);
    expect(around.atEnd).toBe(false);
    expect(advance(around, rows(5, 6, 7, 8), null, false)).toMatchObject({ atEnd: false, below: 0 });
    expect(advance(advance(around, rows(5, 6, 7), null, true), rows(5, 6, 7, 8), null, true)).toMatchObject({
      below: 1,
    });
  });

  it('UI-174: the button to the end counts what was unread at the start, and what came since', () => {
    expect(countBelow({ atEnd: false, below: 0 }, true, 32)).toBe(32);
    expect(countBelow({ atEnd: false, below: 3 }, true, 0)).toBe(3);
    expect(countBelow({ atEnd: true, below: 0 }, true, 2)).toBe(0);
    expect(countBelow({ atEnd: false, below: 0 }, false, 7)).toBe(7);
  });

  it('UI-14: older pages are never counted as new', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 20 }), fc.integer({ min: 0, max: 20 }), (older, newer) => {
        const first = rows(100, 101);
        const next = rows(
          ...Array.from({ length: older }, (_, i) => 100 - older + i),
          100,
          101,
          ...Array.from({ length: newer }, (_, i) => 102 + i),
        );
        const held = advance(away(advance(READING_START, first, null)), next, null);
        expect(held.below).toBe(newer);
        expect(held.shift).toBe(true);
      }),
    );
  });
});
