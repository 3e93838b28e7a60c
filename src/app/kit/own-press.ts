/**
 * A press counts where it began. What comes up under a finger (a sheet after a long press, a card of a call)
 * would else be pressed by the finger being lifted (UI-90). Marked are the parts that lie over a page:
 * `data-over`. The second press of a double click began where the first one did, for the user: on another
 * page, or below a sheet that the first one closed, it presses nothing (UI-141).
 */
interface Press {
  readonly over: Element | null;
  readonly control: Element | null;
  readonly page: string;
}

/** Where the press of this moment began, and where the first of a series of clicks did. */
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
  // A click that pressed nothing begins no series.
  hasClicked = !isLifted;
  if (event.detail === 1) first = { ...now, page: began.page };
  if (!isLifted && !isSecond) return;
  event.preventDefault();
  event.stopImmediatePropagation();
}

const isElsewhere = (before: Press, now: Press): boolean =>
  now.control !== before.control && (now.page !== before.page || now.over !== before.over);

/** For the whole window, once. */
export function guardPresses(): () => void {
  addEventListener('pointerdown', onDown, true);
  addEventListener('click', onClick, true);
  return () => {
    removeEventListener('pointerdown', onDown, true);
    removeEventListener('click', onClick, true);
  };
}
