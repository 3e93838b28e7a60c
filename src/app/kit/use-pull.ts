import { type RefObject, useEffect, useEffectEvent, useState } from 'react';

/** How far a finger pulls before it counts, and how much of its way the list follows, in px. */
const ENOUGH_PX = 64;
const SLACK_PX = 8;
const MOST_PX = 96;

/**
 * Pulling a list down from its top with a finger: calls `onPull` if it is released far enough (UI-63).
 * Returns the distance, and whether it suffices. A scrolled list, or a sideways move, does not pull.
 */
export function usePull(
  area: RefObject<HTMLElement | null>,
  onPull: () => void,
): { readonly px: number; readonly enough: boolean } {
  const [px, setPx] = useState(0);
  const enough = px >= ENOUGH_PX;
  const onEnd = useEffectEvent(() => {
    if (enough) onPull();
    setPx(0);
  });
  useEffect(() => {
    const element = area.current;
    if (element === null) return undefined;
    let from: { readonly x: number; readonly y: number } | null = null;
    const start = (event: TouchEvent) => {
      const touch = event.touches[0];
      from =
        touch !== undefined && event.touches.length === 1 && isAtTop(event.target, element)
          ? { x: touch.clientX, y: touch.clientY }
          : null;
    };
    const move = (event: TouchEvent) => {
      const touch = event.touches[0];
      if (from === null || touch === undefined) return;
      const [x, y] = [touch.clientX - from.x, touch.clientY - from.y];
      if (y < SLACK_PX || Math.abs(x) > y) {
        if (y < 0 || Math.abs(x) > SLACK_PX) from = null;
        return setPx(0);
      }
      setPx(Math.min(MOST_PX, y - SLACK_PX));
    };
    const end = () => {
      from = null;
      onEnd();
    };
    const parts = [
      ['touchstart', start],
      ['touchmove', move],
      ['touchend', end],
      ['touchcancel', end],
    ] as const;
    for (const [name, hear] of parts)
      element.addEventListener(name, hear as EventListener, { passive: true });
    return () => {
      for (const [name, hear] of parts) element.removeEventListener(name, hear as EventListener);
    };
  }, [area]);
  return { px, enough };
}

/** Checks that no element between the finger and the area is scrolled down. */
function isAtTop(target: EventTarget | null, area: HTMLElement): boolean {
  for (let at = target instanceof Element ? target : null; at !== null && at !== area; at = at.parentElement)
    if (at.scrollTop > 0) return false;
  return true;
}
