import { type RefObject, useCallback, useLayoutEffect, useRef, useState } from 'react';
import type { VirtualizerHandle } from 'virtua';
import { chat } from '../../../domain/limits.ts';
import type { Row } from './timeline.ts';

/**
 * Keeps the list where the reader wants it: at its end while it was at its end, else exactly where it is,
 * however much is added above or below (UI-14). Positions are told to the virtual list only; it measures.
 */
export interface ListScroll {
  /** True for the one render that changes the start of the list. */
  readonly shift: boolean;
  readonly atEnd: boolean;
  /** Messages of others that arrived below the reader. */
  readonly below: number;
  /** Keys that arrived while the list was open: they rise once. */
  readonly fresh: ReadonlySet<string>;
  readonly onScroll: () => void;
  readonly onResize: () => void;
  readonly toEnd: () => void;
  readonly toRow: (index: number, align?: 'center' | 'start' | 'nearest') => void;
  /** Index of the last row that is wholly or partly in view. */
  readonly lastInView: () => number;
  /** Index of the row in the middle of the view. */
  readonly middle: () => number;
}

export function useListScroll(list: RefObject<VirtualizerHandle | null>, rows: readonly Row[], openAt: number | null): ListScroll {
  const before = useRef<readonly Row[]>([]);
  const pinned = useRef(true);
  const [atEnd, setAtEnd] = useState(true);
  const [below, setBelow] = useState(0);
  const [fresh, setFresh] = useState<ReadonlySet<string>>(() => new Set());

  const follow = useCallback(() => {
    pinned.current = true;
    setAtEnd(true);
    setBelow(0);
    list.current?.scrollToIndex(before.current.length - 1, { align: 'end' });
  }, [list]);

  useLayoutEffect(() => {
    const [old, added] = [before.current, appended(before.current, rows)];
    before.current = rows;
    if (rows.length === 0) return;
    if (old.length === 0) {
      if (openAt === null) follow();
      else {
        pinned.current = false;
        list.current?.scrollToIndex(openAt, { align: 'start', offset: -chat.unreadPeekPx });
      }
      return;
    }
    if (added.length === 0) return;
    setFresh(new Set(added.map((row) => row.key)));
    if (pinned.current || added.some((row) => row.own)) follow();
    else setBelow((n) => n + added.length);
  }, [rows, openAt, list, follow]);

  const onScroll = useCallback(() => {
    const now = list.current;
    if (!now) return;
    const near = now.scrollSize - now.scrollOffset - now.viewportSize <= chat.nearEndPx;
    pinned.current = near;
    setAtEnd(near);
    if (near) setBelow(0);
  }, [list]);

  return {
    shift: startChanged(before.current, rows),
    atEnd,
    below,
    fresh,
    onScroll,
    onResize: useCallback(() => {
      if (pinned.current) list.current?.scrollToIndex(before.current.length - 1, { align: 'end' });
    }, [list]),
    toEnd: follow,
    toRow: useCallback(
      (index: number, align: 'center' | 'start' | 'nearest' = 'center') => {
        pinned.current = false;
        list.current?.scrollToIndex(index, { align });
      },
      [list],
    ),
    lastInView: () => indexAt(list.current, 1),
    middle: () => indexAt(list.current, 0.5),
  };
}

function indexAt(list: VirtualizerHandle | null, part: number): number {
  return list === null ? -1 : list.findItemIndex(list.scrollOffset + list.viewportSize * part - 1);
}

/** Rows were added to or taken from the start: the list then keeps its distance to the end. */
export function startChanged(old: readonly Row[], now: readonly Row[]): boolean {
  const [was, is] = [old[0]?.key, now[0]?.key];
  if (was === undefined || is === undefined || was === is) return false;
  return now.some((row) => row.key === was) || old.some((row) => row.key === is);
}

/** Rows after the one that was last; none when the list was replaced or only its start changed. */
export function appended(old: readonly Row[], now: readonly Row[]): readonly Row[] {
  const last = old.at(-1)?.key;
  const from = last === undefined ? -1 : now.findLastIndex((row) => row.key === last);
  return from === -1 ? [] : now.slice(from + 1);
}
