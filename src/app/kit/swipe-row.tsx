import {
  type CSSProperties,
  type HTMLAttributes,
  type PointerEvent,
  type ReactNode,
  useRef,
  useState,
} from 'react';
import { cx } from './class-names.ts';
import styles from './swipe-row.module.css';
import { directionFactor } from './direction.ts';

const ACTION_PX = 76;
const START_PX = 10;

const NONE: readonly SwipeAction[] = [];

export interface SwipeAction {
  readonly key: string;
  readonly label: string;
  readonly icon: ReactNode;
  readonly tone: 'plain' | 'accent' | 'danger';
  readonly onSelect: () => void;
}

/** Props of the sliding part: an element above the actions. */
export type SwipeFront = Pick<
  HTMLAttributes<HTMLElement>,
  'onPointerDown' | 'onPointerMove' | 'onPointerUp' | 'onPointerCancel' | 'onClickCapture'
> & {
  readonly className: string;
  /** While it is slid. */
  readonly style: CSSProperties | undefined;
};

/**
 * A row that slides to the start to show actions. Only a finger does it, and the row's menu must offer every
 * action too. One row of a list is open at a time: the owner stores which. Its container must clip it.
 */
export function SwipeRow({
  actions,
  open,
  onOpen,
  children,
}: {
  /** Called when a finger reveals them. */
  readonly actions: () => readonly SwipeAction[];
  readonly open: boolean;
  readonly onOpen: (open: boolean) => void;
  readonly children: (front: SwipeFront) => ReactNode;
}) {
  const start = useRef<{ readonly x: number; readonly y: number; readonly base: number } | null>(null);
  const [shift, setShift] = useState<number | null>(null);
  const visible = open || shift !== null ? actions() : NONE;
  const width = visible.length * ACTION_PX;
  const px = (shift ?? -width) * directionFactor();
  const hasMoved = useRef(false);

  const down = (event: PointerEvent) => {
    hasMoved.current = false;
    if (event.pointerType !== 'mouse')
      start.current = { x: event.clientX, y: event.clientY, base: open ? -width : 0 };
  };
  const move = (event: PointerEvent) => {
    const from = start.current;
    if (from === null) return;
    const by = (event.clientX - from.x) * directionFactor();
    if (shift === null && (Math.abs(by) < START_PX || Math.abs(by) < Math.abs(event.clientY - from.y)))
      return;
    if (!hasMoved.current) event.currentTarget.setPointerCapture(event.pointerId);
    hasMoved.current = true;
    setShift(Math.max(-actions().length * ACTION_PX - 24, Math.min(0, from.base + by)));
  };
  const up = () => {
    if (shift !== null) onOpen(shift < (open ? -width * 0.7 : -width * 0.35));
    start.current = null;
    setShift(null);
  };
  return (
    <>
      {visible.length > 0 && (
        <div className={styles.actions}>
          {visible.map((action) => (
            <button
              key={action.key}
              type="button"
              className={cx(styles.action, styles[action.tone])}
              onClick={() => {
                onOpen(false);
                action.onSelect();
              }}
            >
              {action.icon}
              {action.label}
            </button>
          ))}
        </div>
      )}
      <Front
        draw={children}
        className={cx(styles.front, shift !== null && styles.dragging)}
        style={open || shift !== null ? { transform: `translateX(${px}px)` } : undefined}
        onPointerDown={down}
        onPointerMove={move}
        onPointerUp={up}
        onPointerCancel={up}
        onClickCapture={(event) => {
          // A press on an open row only closes it, and the end of a slide does not count as a press.
          if (!open && !hasMoved.current) return;
          event.preventDefault();
          event.stopPropagation();
          if (!hasMoved.current) onOpen(false);
          hasMoved.current = false;
        }}
      />
    </>
  );
}

const Front = ({ draw, ...front }: SwipeFront & { readonly draw: (front: SwipeFront) => ReactNode }) =>
  draw(front);
