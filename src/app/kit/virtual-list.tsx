import {
  createContext,
  type CSSProperties,
  type ReactElement,
  type ReactNode,
  type Ref,
  useContext,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { Virtualizer, type VirtualizerHandle } from 'virtua';
import { rowCache } from './kept-rows.ts';
import { moveFocus } from './move-focus.ts';
import styles from './virtual-list.module.css';

/** Rows drawn beyond the view, so that fast scrolling shows no gaps. */
const BUFFER_PX = 800;

const LabelContext = createContext('');

/**
 * The list's style without inherited properties: changing an inherited one restyles every element of every
 * row with each scroll and measure. Rows are measured before they are painted, so none must be hidden until
 * then. Only the position of a row differs; the rest is the same for all.
 */
export const stillFrame = (style: CSSProperties): CSSProperties => ({ ...style, pointerEvents: undefined });

function List({
  style,
  children,
  ref,
}: {
  readonly style: CSSProperties;
  readonly children: ReactNode;
  readonly ref?: Ref<HTMLUListElement>;
}) {
  return (
    <ul ref={ref} style={stillFrame(style)} aria-label={useContext(LabelContext)}>
      {children}
    </ul>
  );
}

/** A row of a virtual list. */
export function ListLine({
  style,
  children,
  ref,
}: {
  readonly style: CSSProperties;
  readonly children: ReactNode;
  readonly ref?: Ref<HTMLLIElement>;
}) {
  return (
    <li ref={ref} className={styles.line} style={{ top: style.top }}>
      {children}
    </li>
  );
}

/**
 * Set if the list does not scroll itself: the scrolling element around it, and the list's offset in it,
 * because a list measures from there.
 */
function useOuter(flows: boolean) {
  const box = useRef<HTMLDivElement>(null);
  const scroller = useRef<HTMLElement>(null);
  const [startPx, setStartPx] = useState(0);
  // Measured once: more rows are drawn than are visible, so content above may grow a little.
  useLayoutEffect(() => {
    if (!flows || box.current === null) return;
    scroller.current = scrollingAround(box.current);
    const [own, outer] = [box.current, scroller.current].map((one) => one.getBoundingClientRect().top);
    setStartPx(Math.round((own ?? 0) - (outer ?? 0) + scroller.current.scrollTop));
  }, [flows]);
  return { box, within: flows ? { scrollRef: scroller, startMargin: startPx } : {} };
}

function scrollingAround(element: HTMLElement): HTMLElement {
  for (let at = element.parentElement; at !== null; at = at.parentElement)
    if (/auto|scroll/.test(getComputedStyle(at).overflowY)) return at;
  return document.documentElement;
}

/** A scrolling list that draws only the visible rows; to a screen reader it is one named list. */
export function VirtualList<T extends object>({
  label,
  itemPx,
  handle,
  onScroll,
  data,
  flows = false,
  children,
}: {
  readonly label: string;
  /** Height of most items, for the first guess. */
  readonly itemPx: number;
  readonly handle?: Ref<VirtualizerHandle>;
  readonly onScroll?: () => void;
  /**
   * A function as children makes only the drawn rows. While the function is the same, the row of an identical
   * item is not made again.
   */
  readonly data?: readonly T[];
  /** Scrolls with the surrounding content, as in a sheet that contains more than the list. */
  readonly flows?: boolean;
  readonly children: ReactNode | ((item: T) => ReactElement);
}) {
  const rows = useMemo(() => (typeof children === 'function' ? rowCache(children) : children), [children]);
  const { box, within } = useOuter(flows);
  return (
    <LabelContext value={label}>
      <div ref={box} className={flows ? undefined : styles.view} onKeyDown={moveFocus}>
        <Virtualizer
          ref={handle}
          as={List}
          item={ListLine}
          bufferSize={BUFFER_PX}
          itemSize={itemPx}
          {...within}
          {...(data && { data })}
          {...(onScroll && { onScroll })}
        >
          {rows}
        </Virtualizer>
      </div>
    </LabelContext>
  );
}
