import {
  type HTMLAttributes,
  memo,
  type ReactElement,
  type UIEvent,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { flushSync } from 'react-dom';
import styles from './even-list.module.css';
import { rowCache } from './kept-rows.ts';
import { moveFocus } from './move-focus.ts';

/**
 * Rows drawn beyond the view, so that fast scrolling shows no gaps: in the direction of scrolling, and
 * against it.
 */
const [AHEAD_PX, BEHIND_PX] = [800, 300];

/**
 * A scrolling list of rows of one height, which draws only the visible ones; to a screen reader it is one
 * named list. It needs no measuring. While the function is the same, the row of an identical item is not made
 * again.
 */
export function EvenList<T extends object>({
  label,
  rowPx,
  data,
  onScroll,
  handlers,
  children: draw,
}: {
  readonly label: string;
  readonly rowPx: number;
  readonly data: readonly T[];
  readonly onScroll?: () => void;
  /** Pointer handlers for all rows. */
  readonly handlers?: Pick<
    HTMLAttributes<HTMLElement>,
    | 'onPointerDown'
    | 'onPointerMove'
    | 'onPointerUp'
    | 'onPointerCancel'
    | 'onPointerLeave'
    | 'onClick'
    | 'onClickCapture'
    | 'onContextMenu'
  >;
  /** Draws a row, with its key. */
  readonly children: (item: T) => ReactElement;
}) {
  const row = useMemo(() => rowCache(draw), [draw]);
  const [at, setAt] = useState({ top: 0, down: true });
  // Row heights changed: the top row stays at the top (THEME-7).
  const view = useRef<HTMLDivElement>(null);
  const rowPxBefore = useRef(rowPx);
  useLayoutEffect(() => {
    if (rowPxBefore.current !== rowPx && view.current !== null)
      view.current.scrollTop *= rowPx / rowPxBefore.current;
    rowPxBefore.current = rowPx;
  }, [rowPx]);
  // No list is higher than its window.
  const inView = Math.ceil(useSyncExternalStore(onResize, windowPx) / rowPx) + 1;
  const [ahead, behind] = [Math.ceil(AHEAD_PX / rowPx), Math.ceil(BEHIND_PX / rowPx)];
  const [above, below] = at.down ? [behind, ahead] : [ahead, behind];
  const first = Math.max(0, Math.min(at.top, data.length - inView) - above);
  const scrolled = (event: UIEvent<HTMLElement>) => {
    onScroll?.();
    const top = Math.floor(event.currentTarget.scrollTop / rowPx);
    if (top === at.top) return;
    const move = () => setAt({ top, down: top > at.top });
    // While all that is seen is drawn, the next rows are drawn behind this frame, not within it.
    if (top < at.top - above || top > at.top + below) flushSync(move);
    else move();
  };
  return (
    <div ref={view} className={styles.view} onKeyDown={moveFocus} onScroll={scrolled} {...handlers}>
      <ul className={styles.list} style={{ height: data.length * rowPx }} aria-label={label}>
        {data.slice(first, first + above + inView + below).map((item, i) => {
          const element = row(item, first + i);
          return (
            <Place key={element.key} top={(first + i) * rowPx} height={rowPx}>
              {element}
            </Place>
          );
        })}
      </ul>
    </div>
  );
}

const Place = memo(function Place({
  top,
  height,
  children,
}: {
  readonly top: number;
  readonly height: number;
  readonly children: ReactElement;
}) {
  return (
    <li className={styles.row} style={{ top, height }}>
      {children}
    </li>
  );
});

const windowPx = (): number => window.innerHeight;

function onResize(listener: () => void): () => void {
  window.addEventListener('resize', listener);
  return () => window.removeEventListener('resize', listener);
}
