import { type RefObject, useEffect, useImperativeHandle, useRef, useState } from 'react';
import type { VirtualizerHandle } from 'virtua';
import { cx } from '../../kit/class-names.ts';
import { schedule } from '../../platform/time.ts';
import { dayOf } from '../../kit/day.ts';
import styles from './chat.module.css';
import { useDayWords } from './message/lines.tsx';
import { rootPx } from '../../platform/looks.ts';
import type { TimelineRow } from './timeline.ts';

/** Called at each step of a scroll. */
export interface FloatingDayHandle {
  readonly onMove: (offset: number) => void;
}

/** Time for which it stays after the last scroll. */
const STAY_MS = 1_500;
/** Hides the floating day while a day or the line of new messages is this near to the top, in rem. */
const OWN_LINE_REM = 2.75;
/** The same for one that comes up from below: the height of the floating day itself. */
const REACH_REM = 1.5;

/** The day of the top row stays in view while the list is scrolled (UI-106). */
export function FloatingDay({
  ref,
  list,
  rows,
}: {
  readonly ref: RefObject<FloatingDayHandle | null>;
  readonly list: RefObject<VirtualizerHandle | null>;
  readonly rows: readonly TimelineRow[];
}) {
  const words = useDayWords();
  const [day, setDay] = useState<{ readonly ms: number; readonly isVisible: boolean } | null>(null);
  const stop = useRef<(() => void) | null>(null);
  const [letterPx] = useState(rootPx);
  useImperativeHandle(ref, () => ({
    onMove: (offset) => {
      const ms = topDay(list.current, rows, offset, letterPx);
      if (ms !== null)
        setDay((was) =>
          was?.isVisible === true && dayOf(was.ms) === dayOf(ms) ? was : { ms, isVisible: true },
        );
      else setDay((was) => (was?.isVisible === true ? { ...was, isVisible: false } : was));
      stop.current?.();
      stop.current = schedule(STAY_MS, () => setDay((was) => was && { ...was, isVisible: false }));
    },
  }));
  useEffect(() => () => stop.current?.(), []);
  if (day === null) return null;
  return (
    <p className={cx(styles.topDay, day.isVisible && styles.topDayShown)} aria-hidden="true">
      <span>{words(day.ms)}</span>
    </p>
  );
}

/** Time of the row at the top, or null while its day or the line of new messages is shown there. */
function topDay(
  list: VirtualizerHandle | null,
  rows: readonly TimelineRow[],
  offset: number,
  letterPx: number,
): number | null {
  if (list === null || rows.length === 0) return null;
  const at = list.findItemIndex(Math.max(0, offset));
  const [row, next] = [rows[at], rows[at + 1]];
  if (row === undefined) return null;
  if (hasLine(row) && offset - list.getItemOffset(at) < OWN_LINE_REM * letterPx) return null;
  if (next !== undefined && hasLine(next) && list.getItemOffset(at + 1) - offset < REACH_REM * letterPx)
    return null;
  return row.sentAtMs;
}

const hasLine = (row: TimelineRow): boolean => row.startsDay || row.startsUnread;
