/**
 * Handlers between the browser's back button and the page, topmost last: parts over the page (UI-89) and a
 * form with unsaved text (UI-54). The step is undone before the router sees it, and the topmost handler is
 * called.
 */
interface Hold {
  /** Which step of the history it belongs to. */
  readonly here: number;
  /** Checks whether it stops a step of this length. */
  readonly stops: (by: number) => boolean;
  readonly stopped: (by: number) => void;
}

const entries: Hold[] = [];
/** The step to which a stopped one leads back. */
let returning: number | null = null;
let fromDoorstep = false;
/** The step that is shown. */
let current = 0;

/** Notes that the router has navigated. */
export function noteStep(): void {
  current = stepOf(window.history.state) ?? current;
}

/**
 * Adds a second history entry to the very first one. Before that one is another site, and going back there
 * would call no handler.
 */
export function standOnDoorstep(): void {
  if (returning !== null || stepOf(window.history.state) !== 0) return;
  window.history.pushState({ ...window.history.state, idx: 1, doorstep: true }, '');
  fromDoorstep = true;
  current = 1;
}

export function holdHistory({ stops, stopped }: Pick<Hold, 'stops' | 'stopped'>): () => void {
  const hold: Hold = { here: returning ?? stepOf(window.history.state) ?? 0, stops, stopped };
  entries.push(hold);
  return () => {
    entries.splice(entries.indexOf(hold), 1);
  };
}

/**
 * Registers before the router: at the window itself, browsers call listeners in that order only, even
 * captured ones.
 */
export const watchHistory = (): void => addEventListener('popstate', onStep);

function onStep(event: PopStateEvent): void {
  if (returning !== null) {
    event.stopImmediatePropagation();
    const missing = returning - (stepOf(event.state) ?? returning);
    if (missing === 0) returning = null;
    else window.history.go(missing);
    return;
  }
  const at = stepOf(event.state) ?? numbered();
  const top = entries.at(-1);
  if (top === undefined) {
    // The entry before the doorstep is the same page: one press skips both.
    if (fromDoorstep && at === 0) window.history.back();
    fromDoorstep = isDoorstep(event.state);
    current = at;
    return;
  }
  const by = at - top.here;
  if (by === 0 || !top.stops(by)) {
    current = at;
    return;
  }
  event.stopImmediatePropagation();
  returning = top.here;
  window.history.go(-by);
  top.stopped(by);
}

/**
 * A manually entered address has no number. It is the next step, and a later step back leads to it, so it
 * gets a number.
 */
function numbered(): number {
  const idx = current + 1;
  window.history.replaceState({ ...window.history.state, idx }, '');
  return idx;
}

/** The router numbers its own history entries. */
function stepOf(state: unknown): number | null {
  const idx: unknown = typeof state === 'object' && state !== null ? Reflect.get(state, 'idx') : null;
  return typeof idx === 'number' ? idx : null;
}

const isDoorstep = (state: unknown): boolean =>
  typeof state === 'object' && state !== null && Reflect.get(state, 'doorstep') === true;

/** True if the previous history entry is a page of this app. */
export const hasStepBehind = (): boolean =>
  (stepOf(window.history.state) ?? 0) > 0 && !isDoorstep(window.history.state);
