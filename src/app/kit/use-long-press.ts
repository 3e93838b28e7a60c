import { type PointerEvent, useRef } from 'react';
import { schedule } from '../platform/time.ts';

const HOLD_MS = 500;
const SLACK_PX = 8;

/** Long press: handlers to spread on the element. `swallow` suppresses the click after a hold. */
export function useLongPress(
  onHold: (at: { readonly x: number; readonly y: number }) => void,
  holdMs: number = HOLD_MS,
) {
  const cancel = useRef<(() => void) | null>(null);
  const from = useRef({ x: 0, y: 0 });
  const isHeld = useRef(false);
  const stop = () => {
    cancel.current?.();
    cancel.current = null;
  };
  return {
    /** Used as `onClickCapture`: true once after a hold. */
    swallow: (): boolean => {
      const was = isHeld.current;
      isHeld.current = false;
      return was;
    },
    handlers: {
      onPointerDown: (event: PointerEvent) => {
        isHeld.current = false;
        if (event.pointerType === 'mouse') return;
        const at = { x: event.clientX, y: event.clientY };
        from.current = at;
        stop();
        cancel.current = schedule(holdMs, () => {
          isHeld.current = true;
          onHold(at);
        });
      },
      onPointerMove: (event: PointerEvent) => {
        if (Math.hypot(event.clientX - from.current.x, event.clientY - from.current.y) > SLACK_PX) stop();
      },
      onPointerUp: stop,
      onPointerCancel: stop,
      onPointerLeave: stop,
    },
  };
}
