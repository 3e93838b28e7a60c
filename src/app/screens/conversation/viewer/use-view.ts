import { type PointerEvent, type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import { type ViewBox, panned, swipeOf, type PictureView, WHOLE, zoomAt } from './zoom.ts';

const STEP = 1.6;
const DOUBLE = 2.5;

export interface ViewHandlers {
  readonly view: PictureView;
  /** How far a whole picture is dragged aside or down. */
  readonly pull: { readonly x: number; readonly y: number };
  readonly moving: boolean;
  readonly zoom: (direction: 1 | -1 | 0) => void;
  readonly handlers: {
    onPointerDown(event: PointerEvent<HTMLElement>): void;
    onPointerMove(event: PointerEvent<HTMLElement>): void;
    onPointerUp(event: PointerEvent<HTMLElement>): void;
    onPointerCancel(event: PointerEvent<HTMLElement>): void;
    onDoubleClick(event: { readonly clientX: number; readonly clientY: number }): void;
  };
}

interface Point {
  readonly x: number;
  readonly y: number;
}

const STILL: Point = { x: 0, y: 0 };

function useWheel(stage: RefObject<HTMLElement | null>, run: (event: WheelEvent) => void): void {
  const wheel = useEffectEvent((event: WheelEvent) => {
    event.preventDefault();
    run(event);
  });
  useEffect(() => {
    const element = stage.current;
    if (element === null) return undefined;
    // React listens passively to wheels: the page would scroll as well.
    const onWheel = (event: WheelEvent) => wheel(event);
    element.addEventListener('wheel', onWheel, { passive: false });
    return () => element.removeEventListener('wheel', onWheel);
  }, [stage]);
}

/** Wheel, drag, pinch and double press on a picture. A new picture (`of`) starts whole. */
export function useView(
  stage: RefObject<HTMLElement | null>,
  of: string,
  onSwipe: (what: 'next' | 'prev' | 'close') => void,
): ViewHandlers {
  const [held, setHeld] = useState({ of, view: WHOLE });
  const view = held.of === of ? held.view : WHOLE;
  const setView = (next: PictureView) => setHeld({ of, view: next });
  const [pull, setPull] = useState(STILL);
  const [moving, setMoving] = useState(false);
  const fingers = useRef(new Map<number, Point>());
  const start = useRef<Point>(STILL);

  const box = (): ViewBox => stage.current?.getBoundingClientRect() ?? { width: 0, height: 0 };
  const fromMiddle = (x: number, y: number): Point => {
    const rect = stage.current?.getBoundingClientRect();
    return rect ? { x: x - rect.left - rect.width / 2, y: y - rect.top - rect.height / 2 } : STILL;
  };
  useWheel(stage, (event) =>
    setView(zoomAt(view, Math.exp(-event.deltaY / 300), fromMiddle(event.clientX, event.clientY), box())),
  );

  const letGo = (event: PointerEvent<HTMLElement>, counts: boolean) => {
    if (!fingers.current.delete(event.pointerId)) return;
    if (fingers.current.size > 0) return;
    setMoving(false);
    setPull(STILL);
    const what =
      counts && view.scale === 1
        ? swipeOf(event.clientX - start.current.x, event.clientY - start.current.y)
        : null;
    if (what !== null) onSwipe(what);
  };

  return {
    view,
    pull,
    moving,
    zoom: (direction) =>
      setView(direction === 0 ? WHOLE : zoomAt(view, direction > 0 ? STEP : 1 / STEP, STILL, box())),
    handlers: {
      onPointerDown: (event) => {
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        if (fingers.current.size === 0) start.current = { x: event.clientX, y: event.clientY };
        fingers.current.set(event.pointerId, { x: event.clientX, y: event.clientY });
        setMoving(true);
      },
      onPointerMove: (event) => {
        const before = fingers.current.get(event.pointerId);
        if (before === undefined) return;
        const now = { x: event.clientX, y: event.clientY };
        const other = [...fingers.current].find(([id]) => id !== event.pointerId)?.[1];
        fingers.current.set(event.pointerId, now);
        if (other) {
          const factor = distance(now, other) / Math.max(1, distance(before, other));
          return setView(
            zoomAt(view, factor, fromMiddle((now.x + other.x) / 2, (now.y + other.y) / 2), box()),
          );
        }
        if (view.scale > 1) return setView(panned(view, now.x - before.x, now.y - before.y, box()));
        setPull({ x: now.x - start.current.x, y: Math.max(0, now.y - start.current.y) });
      },
      onPointerUp: (event) => letGo(event, true),
      onPointerCancel: (event) => letGo(event, false),
      onDoubleClick: (event) =>
        setView(
          view.scale > 1 ? WHOLE : zoomAt(view, DOUBLE, fromMiddle(event.clientX, event.clientY), box()),
        ),
    },
  };
}

const distance = (a: Point, b: Point): number => Math.hypot(a.x - b.x, a.y - b.y);
