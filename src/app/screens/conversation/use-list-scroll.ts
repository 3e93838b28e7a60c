import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import type { VirtualizerHandle } from 'virtua';
import { chatLimits } from '../../../domain/limits.ts';
import { isAttended } from '../../platform/attention.ts';
import { READING_START, advance, afterLook, type ReadingPlace } from './reading-place.ts';
import { newestIn } from './album.ts';
import type { TimelineRow } from './timeline.ts';
import type { ChatWindowView } from './use-window.ts';

/**
 * Keeps the list where the reader wants it: at its end while it was at its end, else at its exact position,
 * for any rows added above or below (UI-14). `useHeld` does the rest: rows and the view change their size
 * after they were placed.
 */
export interface ListScroll extends Pick<ReadingPlace, 'shift' | 'atEnd' | 'below' | 'fresh'> {
  readonly scroller: RefObject<HTMLDivElement | null>;
  readonly onScroll: (offset: number) => void;
  /** Scrolls to the anchor again, and returns it. */
  readonly hold: () => Held | null;
  /** The reader moves the list; `towardsEnd`: by the wheel, downwards. */
  readonly letGo: (towardsEnd?: boolean) => void;
  readonly toEnd: () => void;
  readonly toRow: (index: number, align?: Align | 'nearest') => void;
  /** Indexes of the first and last rows that are at least partly in view; −1 without rows. */
  readonly inView: () => readonly [number, number];
  /** Upper limit of the last one: the virtual list's estimate, which needs no layout. */
  readonly mayView: () => number;
  /** Messages up to this ordinal were in view. */
  readonly saw: (n: number) => void;
  readonly hasSeen: (n: number) => boolean;
  /**
   * A jump skipped messages that were never in view: until the reader reaches them, or the end, nothing here
   * counts as read (COUNT-16).
   */
  readonly leapt: (first: number, last: number) => boolean;
  /** Index of the row in the middle of the view. */
  readonly middle: () => number;
}

type Align = 'start' | 'center' | 'end';

/**
 * The anchor that stays in view while rows are measured, on a slow device long after drawing. A row is held
 * until the user scrolls, the end until they scroll up.
 */
type Held =
  | 'end'
  | {
      readonly key: string;
      readonly align: Align;
      /** It is held because it and what follows had not been in view. */
      readonly firstUnseen?: true;
    };
const isRow = (anchor: Held | null): boolean => anchor !== null && anchor !== 'end';
const isFirstUnseen = (anchor: Held | null): boolean =>
  anchor !== null && anchor !== 'end' && anchor.firstUnseen === true;
const unseenFrom = ({ key }: TimelineRow): Held => ({ key, align: 'start', firstUnseen: true });

/**
 * Scrolls to the anchor through the element itself: the virtual list would continue while rows are measured,
 * against the scrolling user.
 */
function scrollTo(
  what: Held | null,
  element: HTMLElement | null,
  list: VirtualizerHandle | null,
  rows: readonly TimelineRow[],
): Held | null {
  if (element === null || list === null || what === null) return what;
  const at = what === 'end' ? -1 : rows.findIndex(({ key }) => key === what.key);
  if (what === 'end') element.scrollTop = element.scrollHeight;
  else if (at !== -1) element.scrollTop = topOf(list, at, what.align);
  return what;
}

export function useListScroll(
  list: RefObject<VirtualizerHandle | null>,
  { rows, openAt, live }: Pick<ChatWindowView, 'rows' | 'openAt' | 'live'>,
  readTo: number,
): ListScroll {
  const [reading, setReading] = useState<ReadingPlace>(() => advance(READING_START, rows, openAt, live));
  if (reading.rows !== rows || reading.live !== live) setReading(advance(reading, rows, openAt, live));
  const { atEnd } = reading;
  const scroller = useRef<HTMLDivElement>(null);
  const before = useRef(0);
  /** The newest ordinal that was in view, or read before this chat was opened. */
  const lastRead = useRef(readTo);
  /** The reader wants the end, which may have to be fetched first, or has no rows yet. */
  const leaving = useRef(false);
  const { anchor, hold, goTo, letGo, hasMoved, scrolled } = useHolding(list, scroller, rows, atEnd, lastRead);
  const opened = useRef(false);
  const leap = useLeap(rows, lastRead);
  const last = rows.at(-1)?.key;
  const follow = useEffectEvent((reachesEnd: boolean) => {
    const first = openAt === null || opened.current ? undefined : rows[openAt];
    if (leaving.current) goTo('end');
    else if (first) goTo(unseenFrom(first));
    else if (atEnd) goTo(isWriting() ? 'end' : followEnd(rows, lastRead.current));
    else hold();
    if (reachesEnd) leaving.current = false;
    opened.current = true;
  });
  useLayoutEffect(() => {
    if (last !== undefined) follow(live);
  }, [last, live]);

  return {
    scroller,
    shift: reading.shift,
    atEnd,
    below: reading.below,
    fresh: reading.fresh,
    onScroll: (offset) => {
      const now = list.current;
      if (!now) return;
      const near = live && isNear(now, offset);
      const up = offset < before.current;
      before.current = offset;
      const isPlaced = isRow(anchor());
      if (near && hasMoved()) leap.end();
      scrolled(near, up, distanceToEnd(now, offset) <= 1);
      setReading((was) => afterLook(was, near, up || isPlaced));
    },
    hold,
    letGo: (towardsEnd = false) => {
      leap.onMove(towardsEnd && live && isAtEnd(list.current));
      letGo();
    },
    toEnd: () => {
      leap.end();
      leaving.current = !live || !opened.current;
      if (live) setReading((was) => afterLook(was, true, false));
      goTo('end');
    },
    toRow: (index, align = 'center') => {
      const [now, row] = [list.current, rows[index]];
      const how = align === 'nearest' ? sideOf(now, index) : align;
      if (row === undefined || how === null) return;
      leap.begin(row.key);
      goTo({ key: row.key, align: how });
    },
    inView: () => [indexAt(list.current, 0), newestDrawn(scroller.current, list.current, rows)],
    mayView: () => indexAt(list.current, 1),
    saw: (n) => void (lastRead.current = Math.max(lastRead.current, n)),
    hasSeen: (n) => n <= lastRead.current,
    leapt: leap.isOpen,
    middle: () => indexAt(list.current, 0.5),
  };
}

/** A jump over messages that were never in view, until the reader reaches them or the end. */
function useLeap(rows: readonly TimelineRow[], seenN: RefObject<number>) {
  const leap = useRef<{ readonly key: string; isThere: boolean } | null>(null);
  return {
    begin: (key: string): void => void (leap.current = { key, isThere: false }),
    /**
     * Scrolling by the reader; `toEnd`: the jump shows the end itself, so there is nothing left to scroll.
     */
    onMove: (toEnd: boolean): void => {
      if (toEnd) leap.current = null;
      else if (leap.current !== null) leap.current.isThere = true;
    },
    end: (): void => void (leap.current = null),
    isOpen: (first: number, last: number): boolean => {
      const now = leap.current;
      if (now === null) return false;
      const inView = rows.slice(Math.max(0, first), last + 1);
      now.isThere ||= inView.some(({ key }) => key === now.key);
      // The view may still be on its way and show messages that were read before.
      if (!now.isThere) return true;
      const n = inView.find(({ message }) => typeof message?.n === 'number')?.message?.n ?? Infinity;
      if (n - 1 <= seenN.current) leap.current = null;
      return leap.current !== null;
    },
  };
}

/** Stores the anchor, and whether the reader has scrolled since the code last did. */
function useHolding(
  list: RefObject<VirtualizerHandle | null>,
  scroller: RefObject<HTMLElement | null>,
  rows: readonly TimelineRow[],
  atEnd: boolean,
  seenN: RefObject<number>,
) {
  const anchor = useRef<Held | null>(null);
  const hasReaderMoved = useRef(false);
  /** The end is still to be reached: the list grows while its rows are drawn. */
  const isBeforeEnd = useRef(false);
  const hold = (): Held | null => {
    // All unread rows were in view: the reader is at the end, and stays there when the window becomes lower.
    if (isFirstUnseen(anchor.current) && atEnd && !rows.some((row) => isUnseen(row, seenN.current)))
      anchor.current = 'end';
    return scrollTo(anchor.current, scroller.current, list.current, rows);
  };
  return {
    anchor: (): Held | null => anchor.current,
    hasMoved: (): boolean => hasReaderMoved.current,
    hold,
    goTo: (what: Held): void => {
      anchor.current = what;
      hasReaderMoved.current = false;
      isBeforeEnd.current = what === 'end';
      hold();
    },
    scrolled: (near: boolean, up: boolean, isEnd: boolean): void => {
      if (near || hasReaderMoved.current) isBeforeEnd.current = false;
      if (isBeforeEnd.current && anchor.current === 'end') return void hold();
      // While it measures rows the virtual list may scroll up automatically, and no later change of a size
      // would restore the end.
      const slipped = near && up && anchor.current !== null && !hasReaderMoved.current;
      // A held row stays the anchor near the end: while other rows are not measured, the distance is
      // unreliable.
      // A reader who scrolled to a place near the end stays there, whatever is measured or added later.
      const isLeft = hasReaderMoved.current ? !isEnd : !near;
      if (!isRow(anchor.current) && (near || up)) anchor.current = isLeft ? null : 'end';
      if (slipped) hold();
    },
    letGo: (): void => {
      hasReaderMoved.current = true;
      if (isRow(anchor.current)) anchor.current = atEnd ? 'end' : null;
    },
  };
}

/**
 * The anchor when new messages arrive for a reader at the end: the end. Several at once, or on a hidden page,
 * scroll only to the first unseen one (COUNT-2). If all fit, both are the same.
 */
function followEnd(rows: readonly TimelineRow[], seenN: number): Held {
  const unseen = rows.filter((row) => isUnseen(row, seenN));
  const [first] = unseen;
  return first === undefined || unseen.length === 1 ? 'end' : unseenFrom(first);
}

/**
 * The box of the chat has the focus in a window that the user looks at: new messages are followed (UI-142).
 */
const isWriting = (): boolean =>
  isAttended() && document.activeElement?.closest('[data-composer]') instanceof Element;

const isUnseen = (row: TimelineRow, seenN: number): boolean => !row.own && newestIn(row) > seenN;

/** In px. */
const distanceToEnd = ({ scrollSize, viewportSize }: VirtualizerHandle, offset: number): number =>
  scrollSize - offset - viewportSize;

const isNear = (list: VirtualizerHandle, offset: number): boolean =>
  distanceToEnd(list, offset) <= chatLimits.nearEndPx;

const isAtEnd = (list: VirtualizerHandle | null): boolean => list !== null && isNear(list, list.scrollOffset);

/** Scroll offset (px) with a row at the start, in the middle or at the end of the view. */
function topOf(list: VirtualizerHandle, index: number, align: Align): number {
  const room = list.viewportSize - list.getItemSize(index);
  return list.getItemOffset(index) - { start: 0, center: room / 2, end: room }[align];
}

/** The nearest edge at which a row enters the view; null if it is in view. */
function sideOf(list: VirtualizerHandle | null, index: number): Align | null {
  if (list === null) return null;
  if (list.scrollOffset > topOf(list, index, 'start')) return 'start';
  return list.scrollOffset < topOf(list, index, 'end') ? 'end' : null;
}

function indexAt(list: VirtualizerHandle | null, part: number): number {
  return list === null
    ? -1
    : list.findItemIndex(Math.max(0, list.scrollOffset + list.viewportSize * part - 1));
}

/**
 * Index of the last row in view; one less than that of the first if none is. The virtual list estimates the
 * height of rows that it has not measured, so rows after one of them are drawn over it. No row after the
 * first of those counts as seen (COUNT-2).
 */
function newestDrawn(
  element: HTMLElement | null,
  list: VirtualizerHandle | null,
  rows: readonly TimelineRow[],
): number {
  const [first, last] = [indexAt(list, 0), indexAt(list, 1)];
  const view = element?.getBoundingClientRect();
  if (!element || !list || !view || view.height === 0) return last;
  for (let at = first; at <= last; at += 1) {
    const row = element.querySelector(`[data-message="${CSS.escape(rows[at]?.key ?? '')}"]`);
    const box = row?.closest('li')?.getBoundingClientRect();
    if (box === undefined || box.top >= view.bottom) return at - 1;
    if (Math.abs(box.height - list.getItemSize(at)) > 1) return at;
  }
  return last;
}

const SCROLL_EVENTS = ['wheel', 'touchstart', 'touchmove', 'pointerdown', 'keydown'] as const;

/**
 * Rows are measured, pictures load, a keyboard opens: the anchor stays in view. Other rows in view may have
 * changed, and `onSettled` checks again.
 */
export function useHeldPlace(
  { scroller, hold, letGo }: Pick<ListScroll, 'scroller' | 'hold' | 'letGo'>,
  onSettled: (offset: number) => void,
): void {
  const settle = useEffectEvent((element: HTMLElement) => {
    if (hold() !== 'end') onSettled(element.scrollTop);
  });
  const onScroll = useEffectEvent((event: Event) => {
    const towardsEnd = event instanceof WheelEvent && event.deltaY > 0;
    letGo(towardsEnd);
    if (towardsEnd && scroller.current !== null) onSettled(scroller.current.scrollTop);
  });
  useEffect(() => {
    const element = scroller.current;
    const onScrollEvent = (event: Event) => onScroll(event);
    for (const type of SCROLL_EVENTS) element?.addEventListener(type, onScrollEvent, { passive: true });
    return () => {
      for (const type of SCROLL_EVENTS) element?.removeEventListener(type, onScrollEvent);
    };
  }, [scroller]);
  // The rows are measured before the first paint; an effect would hold the anchor one frame later.
  useLayoutEffect(() => {
    const element = scroller.current;
    if (element === null) return undefined;
    const observer = new ResizeObserver(() => settle(element));
    for (const part of [element, ...element.children]) observer.observe(part);
    return () => observer.disconnect();
  }, [scroller]);
}
