import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import type { VirtualizerHandle } from 'virtua';
import { chat } from '../../../domain/limits.ts';
import { START, advance, looked, type Reading } from './reading-place.ts';
import type { Row } from './timeline.ts';

/**
 * Keeps the list where the reader wants it: at its end while it was at its end, else exactly where it is,
 * however much is added above or below (UI-14). `useStayAtEnd` does the rest:
 * rows and the view change their size after they were placed.
 */
export interface ListScroll extends Pick<Reading, 'shift' | 'atEnd' | 'below' | 'fresh'> {
  readonly onScroll: (offset: number) => void;
  /** Goes to where the list opens, until a hand has moved it. */
  readonly place: () => void;
  /** A hand has moved it. */
  readonly letGo: () => void;
  readonly toEnd: () => void;
  readonly toRow: (index: number, align?: 'center' | 'nearest') => void;
  /** Indexes of the first and last rows that are at least partly in view; −1 before there are any. */
  readonly inView: () => readonly [number, number];
  /** Index of the row in the middle of the view. */
  readonly middle: () => number;
}

/** Below the last row the list ends with a margin, of which the virtual list knows nothing. */
const THE_END = { align: 'end', offset: chat.nearEndPx } as const;

export function useListScroll(list: RefObject<VirtualizerHandle | null>, rows: readonly Row[], openAt: number | null): ListScroll {
  const [reading, setReading] = useState<Reading>(START);
  const before = useRef(0);
  if (reading.rows !== rows) setReading(advance(reading, rows, openAt));
  const { atEnd } = reading;
  const last = rows.length - 1;

  const pin = () => list.current?.scrollToIndex(last, THE_END);
  useLayoutEffect(() => {
    if (rows.length > 0 && atEnd) list.current?.scrollToIndex(rows.length - 1, THE_END);
  }, [rows, atEnd, list]);
  const opened = useRef(false);
  // Rows above are measured one by one, on a slow device long after the list gave up waiting for them: until a hand
  // moves it, the list goes to where it opens again and again.
  const opening = useRef<string | null>(null);
  const place = () => {
    const at = rows.findIndex((row) => row.key === opening.current);
    if (at !== -1) list.current?.scrollToIndex(at, { align: 'start' });
  };
  const begin = useEffectEvent(() => {
    opening.current = (openAt === null ? undefined : rows[openAt]?.key) ?? null;
    place();
  });
  useLayoutEffect(() => {
    if (opened.current || last < 0) return;
    opened.current = true;
    begin();
  }, [last]);

  return {
    shift: reading.shift,
    atEnd,
    below: reading.below,
    fresh: reading.fresh,
    onScroll: (offset) => {
      const now = list.current;
      if (!now) return;
      const near = now.scrollSize - offset - now.viewportSize <= chat.nearEndPx;
      const up = offset < before.current;
      before.current = offset;
      setReading((held) => looked(held, near, up));
    },
    place,
    letGo: () => {
      opening.current = null;
    },
    toEnd: () => {
      opening.current = null;
      setReading((held) => looked(held, true, false));
      pin();
    },
    toRow: (index, align = 'center') => {
      opening.current = null;
      setReading((held) => looked(held, false, true));
      list.current?.scrollToIndex(index, { align });
    },
    inView: () => [indexAt(list.current, 0), indexAt(list.current, 1)],
    middle: () => indexAt(list.current, 0.5),
  };
}

function indexAt(list: VirtualizerHandle | null, part: number): number {
  return list === null ? -1 : list.findItemIndex(Math.max(0, list.scrollOffset + list.viewportSize * part - 1));
}

const HANDS = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const;

/**
 * Rows are measured, pictures load, a keyboard opens: while the reader is at the end, the end stays in
 * view; else what is in view may have changed, and `onSettled` looks again.
 */
export function useStayAtEnd(scroller: RefObject<HTMLElement | null>, { atEnd, place, letGo }: Pick<ListScroll, 'atEnd' | 'place' | 'letGo'>, onSettled: (offset: number) => void): void {
  const settle = useEffectEvent((element: HTMLElement) => {
    if (atEnd) {
      element.scrollTop = element.scrollHeight;
      return;
    }
    place();
    onSettled(element.scrollTop);
  });
  const moved = useEffectEvent(letGo);
  useEffect(() => {
    const element = scroller.current;
    const onHand = () => moved();
    for (const sign of HANDS) element?.addEventListener(sign, onHand, { passive: true });
    return () => {
      for (const sign of HANDS) element?.removeEventListener(sign, onHand);
    };
  }, [scroller]);
  useEffect(() => {
    const element = scroller.current;
    if (element === null) return undefined;
    const observer = new ResizeObserver(() => settle(element));
    for (const part of [element, ...element.children]) observer.observe(part);
    return () => observer.disconnect();
  }, [scroller]);
}
