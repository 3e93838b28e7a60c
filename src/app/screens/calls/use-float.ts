import {
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  type RefObject,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react';

interface Place {
  readonly x: number;
  readonly y: number;
}

const STEP_PX = 24;
const SLACK_PX = 5;
const EDGE_PX = 8;
const ARROWS: Readonly<Record<string, Place>> = {
  ArrowLeft: { x: -STEP_PX, y: 0 },
  ArrowRight: { x: STEP_PX, y: 0 },
  ArrowUp: { x: 0, y: -STEP_PX },
  ArrowDown: { x: 0, y: STEP_PX },
};

const within = (value: number, least: number, most: number): number => Math.max(least, Math.min(most, value));

/** Last position of the window, in pixels from its corner: the next call starts there. */
let lastPlace: Place = { x: 0, y: 0 };

/** Moves a fixed element inside the window, by pointer and keys; it never leaves the screen. */
export function useFloat(frame: RefObject<HTMLElement | null>) {
  const [place, setPlace] = useState(lastPlace);
  const held = useRef<{ readonly from: Place; readonly at: Place; moved: boolean } | null>(null);
  const swallows = useRef(false);

  const moveTo = (wanted: Place) => {
    const element = frame.current;
    if (element === null) return;
    // Measures its place without the current shift, and its range of movement.
    const { offsetLeft: left, offsetTop: top, offsetWidth: width, offsetHeight: height } = element;
    lastPlace = {
      x: within(wanted.x, EDGE_PX - left, window.innerWidth - EDGE_PX - width - left),
      y: within(wanted.y, EDGE_PX - top, window.innerHeight - EDGE_PX - height - top),
    };
    setPlace(lastPlace);
  };
  const stay = useEffectEvent(() => moveTo(place));
  useEffect(() => {
    const onResize = () => stay();
    onResize();
    addEventListener('resize', onResize);
    return () => removeEventListener('resize', onResize);
  }, []);

  const onMove = useEffectEvent((event: globalThis.PointerEvent) => {
    const drag = held.current;
    if (drag === null) return;
    const by = { x: event.clientX - drag.at.x, y: event.clientY - drag.at.y };
    if (!drag.moved && Math.hypot(by.x, by.y) < SLACK_PX) return;
    drag.moved = true;
    moveTo({ x: drag.from.x + by.x, y: drag.from.y + by.y });
  });
  const onEnd = useEffectEvent(() => {
    swallows.current = held.current?.moved ?? false;
    held.current = null;
  });
  // A fast pointer leaves the element before its first move event.
  useEffect(() => {
    const move = (event: globalThis.PointerEvent) => onMove(event);
    const end = () => held.current !== null && onEnd();
    addEventListener('pointermove', move);
    addEventListener('pointerup', end);
    addEventListener('pointercancel', end);
    return () => {
      removeEventListener('pointermove', move);
      removeEventListener('pointerup', end);
      removeEventListener('pointercancel', end);
    };
  }, []);
  return {
    place,
    /** True once for the press that ended a move; the keyboard presses without a pointer. */
    swallow: (event: MouseEvent): boolean => {
      const was = swallows.current && event.detail > 0;
      swallows.current = false;
      return was;
    },
    onKey: (event: KeyboardEvent) => {
      const by = ARROWS[event.key];
      if (by === undefined) return;
      event.preventDefault();
      moveTo({ x: place.x + by.x, y: place.y + by.y });
    },
    onPointerDown: (event: PointerEvent) => {
      if (event.button !== 0) return;
      swallows.current = false;
      held.current = { from: place, at: { x: event.clientX, y: event.clientY }, moved: false };
    },
  };
}
