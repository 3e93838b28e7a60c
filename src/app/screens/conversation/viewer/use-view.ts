import { type PointerEvent, type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import { directionFactor } from '../../../kit/direction.ts';

/** Position of a picture in the viewer: its scale, and its centre's distance from the view's, in px. */
export interface PictureView {
  readonly scale: number;
  readonly x: number;
  readonly y: number;
}

export const WHOLE: PictureView = { scale: 1, x: 0, y: 0 };
export const ZOOM_MAX = 6;
const CLOSE = 1.02;
const DOUBLE = 2.5;
/** One side of a long picture is so many times the other one. */
const LONG = 4;

interface ViewBox {
  readonly width: number;
  readonly height: number;
  /** The largest scale. */
  readonly scaleMax?: number;
}

/**
 * Scales of a picture that the view shows whole: the largest one, at least its own pixels, and that of a
 * double press, which fills the view with a long picture (MEDIA-6).
 */
export function scalesOf(
  view: Pick<ViewBox, 'width' | 'height'>,
  picture: Pick<ViewBox, 'width' | 'height'>,
): { readonly scaleMax: number; readonly double: number } {
  if (Math.min(view.width, view.height, picture.width, picture.height) <= 0)
    return { scaleMax: ZOOM_MAX, double: DOUBLE };
  const [across, down] = [view.width / picture.width, view.height / picture.height];
  const whole = Math.min(across, down, 1);
  const fills = Math.max(across, down) / whole;
  const scaleMax = Math.max(ZOOM_MAX, 1 / whole);
  const ratio = picture.width / picture.height;
  const isLong = Math.max(ratio, 1 / ratio) >= LONG;
  return { scaleMax, double: isLong ? Math.min(fills, scaleMax) : DOUBLE };
}

/** Zooms around `point` (from the view's middle), which stays in place (MEDIA-6). */
export function zoomAt(
  view: PictureView,
  factor: number,
  point: { readonly x: number; readonly y: number },
  box: ViewBox,
): PictureView {
  const scale = Math.min(box.scaleMax ?? ZOOM_MAX, Math.max(1, view.scale * factor));
  if (scale < CLOSE) return WHOLE;
  const ratio = scale / view.scale;
  return keepInside(
    { scale, x: point.x - (point.x - view.x) * ratio, y: point.y - (point.y - view.y) * ratio },
    box,
  );
}

export const panned = (view: PictureView, dx: number, dy: number, box: ViewBox): PictureView =>
  keepInside({ ...view, x: view.x + dx, y: view.y + dy }, box);

/** A picture cannot be dragged out of the view. */
function keepInside(view: PictureView, { width, height }: ViewBox): PictureView {
  const most = (px: number) => ((view.scale - 1) * px) / 2;
  return { scale: view.scale, x: within(view.x, most(width)), y: within(view.y, most(height)) };
}

const SWIPE_PX = 56;
const PULL_PX = 96;

/** The effect of a release after dragging a whole picture. */
export function swipeOf(dx: number, dy: number): 'next' | 'prev' | 'close' | null {
  if (Math.abs(dx) > Math.abs(dy)) return dx <= -SWIPE_PX ? 'next' : dx >= SWIPE_PX ? 'prev' : null;
  return dy >= PULL_PX ? 'close' : null;
}

const within = (value: number, limit: number): number => Math.min(limit, Math.max(-limit, value));

const STEP = 1.6;

export interface ViewHandlers {
  readonly view: PictureView;
  readonly isLargest: boolean;
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

function useWheel(stage: RefObject<HTMLElement | null>, listener: (event: WheelEvent) => void): void {
  const wheel = useEffectEvent((event: WheelEvent) => {
    event.preventDefault();
    listener(event);
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

/** The view, and the scales of the picture in it. */
function boxOf(stage: HTMLElement | null) {
  const { width = 0, height = 0 } = stage?.getBoundingClientRect() ?? {};
  const picture = stage?.querySelector('img');
  const own = { width: picture?.naturalWidth ?? 0, height: picture?.naturalHeight ?? 0 };
  return { width, height, ...scalesOf({ width, height }, own) };
}

function fromMiddleOf(stage: HTMLElement | null, x: number, y: number): Point {
  const rect = stage?.getBoundingClientRect();
  return rect ? { x: x - rect.left - rect.width / 2, y: y - rect.top - rect.height / 2 } : STILL;
}

/** Wheel, drag, pinch and double press on a picture. A new picture (`of`) starts whole. */
export function useView(
  stage: RefObject<HTMLElement | null>,
  of: string,
  onSwipe: (what: 'next' | 'prev' | 'close') => void,
): ViewHandlers {
  const [state, setState] = useState({ of, view: WHOLE, isLargest: false });
  const view = state.of === of ? state.view : WHOLE;
  const setView = (next: PictureView) =>
    setState({ of, view: next, isLargest: next.scale >= box().scaleMax });
  const [pull, setPull] = useState(STILL);
  const [moving, setMoving] = useState(false);
  const fingers = useRef(new Map<number, Point>());
  const start = useRef<Point>(STILL);

  const box = () => boxOf(stage.current);
  const fromMiddle = (x: number, y: number) => fromMiddleOf(stage.current, x, y);
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
        ? swipeOf((event.clientX - start.current.x) * directionFactor(), event.clientY - start.current.y)
        : null;
    if (what !== null) onSwipe(what);
  };

  return {
    view,
    isLargest: state.of === of && state.isLargest,
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
          view.scale > 1
            ? WHOLE
            : zoomAt(view, box().double, fromMiddle(event.clientX, event.clientY), box()),
        ),
    },
  };
}

const distance = (a: Point, b: Point): number => Math.hypot(a.x - b.x, a.y - b.y);
