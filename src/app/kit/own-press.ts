/**
 * A press counts where it began. What comes up under a finger (a sheet after a long press, a card of a call)
 * would else be pressed by the finger being lifted (UI-90). Marked are the parts that lie over a page:
 * `data-over`.
 */
let began: Element | null = null;

const overOf = (target: EventTarget | null): Element | null =>
  target instanceof Element ? target.closest('[data-over]') : null;

function onDown(event: PointerEvent): void {
  began = overOf(event.target);
}

function onClick(event: MouseEvent): void {
  const over = overOf(event.target);
  // Keys and screen readers press without a pointer.
  if (event.detail === 0 || over === null || over === began || began?.contains(over) === true) return;
  event.preventDefault();
  event.stopImmediatePropagation();
}

/** For the whole window, once. */
export function guardPresses(): () => void {
  addEventListener('pointerdown', onDown, true);
  addEventListener('click', onClick, true);
  return () => {
    removeEventListener('pointerdown', onDown, true);
    removeEventListener('click', onClick, true);
  };
}
