/**
 * Ignores a press that began elsewhere. Otherwise a part that appears under a finger (a sheet after a long
 * press, the card of a call) would be pressed when the finger is lifted (UI-90). Parts over a page are marked
 * with `data-over`. For the user, the second press of a double click began where the first one did. On
 * another page, or below a sheet that the first one closed, it has no effect (UI-141).
 */
interface Press {
  readonly over: Element | null;
  readonly control: Element | null;
  readonly page: string;
}

/** Start of the current press, and of the first in a series of clicks. */
let began: Press = { over: null, control: null, page: '' };
let first: Press | null = null;
/** A press that ends without a click (a long one) ends the series, although browsers count on. */
let hasClicked = false;

const CONTROLS = 'a, button, input, label, select, textarea, [role]';

function pressAt(target: EventTarget | null): Press {
  const element = target instanceof Element ? target : null;
  return {
    over: element?.closest('[data-over]') ?? null,
    control: element?.closest(CONTROLS) ?? element,
    page: location.hash,
  };
}

function onDown(event: PointerEvent): void {
  began = pressAt(event.target);
  if (!hasClicked) first = null;
  hasClicked = false;
}

function onClick(event: MouseEvent): void {
  // Keys and screen readers press without a pointer.
  if (event.detail === 0) return;
  const now = pressAt(event.target);
  const isLifted = now.over !== null && now.over !== began.over && began.over?.contains(now.over) !== true;
  const isSecond = event.detail > 1 && first !== null && isElsewhere(first, now);
  // A click without an effect starts no series.
  hasClicked = !isLifted;
  if (event.detail === 1) first = { ...now, page: began.page };
  if (!isLifted && !isSecond) return;
  event.preventDefault();
  event.stopImmediatePropagation();
}

const isElsewhere = (before: Press, now: Press): boolean =>
  now.control !== before.control && (now.page !== before.page || now.over !== before.over);

/** Installs the listeners once for the whole window. */
export function guardPresses(): () => void {
  addEventListener('pointerdown', onDown, true);
  addEventListener('click', onClick, true);
  return () => {
    removeEventListener('pointerdown', onDown, true);
    removeEventListener('click', onClick, true);
  };
}
