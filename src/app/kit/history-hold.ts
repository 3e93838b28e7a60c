/**
 * Who stands between the browser's back button and the page, topmost last: what lies over the page (UI-89) and a
 * form with unsaved words (UI-54). The step is taken back before the router sees it, and the topmost is told.
 */
interface Hold {
  /** Which step of the history it belongs to. */
  readonly here: number;
  /** Does it stop a step that goes so far? */
  readonly stops: (by: number) => boolean;
  readonly stopped: (by: number) => void;
}

const holds: Hold[] = [];
/** The step to which a stopped one leads back. */
let returning: number | null = null;
let fromDoorstep = false;

/** The very first step has nothing behind it but another site, and going back from there would tell nobody: it gets a second one. */
export function standOnDoorstep(): void {
  if (returning !== null || stepOf(window.history.state) !== 0) return;
  window.history.pushState({ ...window.history.state, idx: 1, doorstep: true }, '');
  fromDoorstep = true;
}

export function holdHistory({ stops, stopped }: Pick<Hold, 'stops' | 'stopped'>): () => void {
  const hold: Hold = { here: returning ?? stepOf(window.history.state) ?? 0, stops, stopped };
  holds.push(hold);
  return () => {
    holds.splice(holds.indexOf(hold), 1);
  };
}

/** Before the router begins to listen: at the window itself browsers go by that order alone, whatever is captured. */
export const watchHistory = (): void => addEventListener('popstate', onStep);

function onStep(event: PopStateEvent): void {
  const at = stepOf(event.state);
  if (returning !== null) {
    event.stopImmediatePropagation();
    const missing = at === null ? 0 : returning - at;
    if (missing === 0) returning = null;
    else window.history.go(missing);
    return;
  }
  const top = holds.at(-1);
  if (top === undefined) {
    // The same page lies before the doorstep: one press goes past both.
    if (fromDoorstep && at === 0) window.history.back();
    fromDoorstep = isDoorstep(event.state);
    return;
  }
  // An address typed by hand has no number: it is a step forward.
  const by = (at ?? top.here + 1) - top.here;
  if (by === 0 || !top.stops(by)) return;
  event.stopImmediatePropagation();
  returning = top.here;
  window.history.go(-by);
  top.stopped(by);
}

/** The router numbers its own history entries. */
function stepOf(state: unknown): number | null {
  const idx: unknown = typeof state === 'object' && state !== null ? Reflect.get(state, 'idx') : null;
  return typeof idx === 'number' ? idx : null;
}

const isDoorstep = (state: unknown): boolean => typeof state === 'object' && state !== null && Reflect.get(state, 'doorstep') === true;

/** Is there a page of ours behind this one? */
export const hasStepBehind = (): boolean => (stepOf(window.history.state) ?? 0) > 0 && !isDoorstep(window.history.state);
