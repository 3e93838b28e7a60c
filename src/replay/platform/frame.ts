/** Resolves after the browser has drawn. */
export const nextFrame = (): Promise<void> =>
  new Promise((resolve) => requestAnimationFrame(() => resolve()));

const elapsed = performance.now.bind(performance);
/** Elapsed time of this computer, while the app's clock shows that of the script. */
export const elapsedHere = (): number => elapsed();

/** Messages from and to the page around this frame; those of other windows are ignored. */
export function parentChannel<In, Out>(take: (message: In) => void): (message: Out) => void {
  addEventListener('message', ({ source, origin, data }: MessageEvent<In>) => {
    if (source === window.parent && source !== window && origin === location.origin) take(data);
  });
  return (message) => window.parent.postMessage(message, location.origin);
}

/** Opens a page of the app without a step of the browser's history. */
export function openPage(path: string): void {
  if (location.hash === `#${path}`) return;
  const state = { idx: 0 };
  history.replaceState(state, '', `#${path}`);
  dispatchEvent(new PopStateEvent('popstate', { state }));
}

const REFUSED =
  'click dblclick auxclick contextmenu mousedown pointerdown submit beforeinput paste drop dragstart keydown keyup';

/** The page cannot be used, only scrolled: a press names the element, a key goes to the page around it. */
export function onInput(to: {
  readonly pick: (at: Element) => void;
  readonly key: (key: string, shift: boolean) => void;
}): void {
  const refused = (event: Event): void => {
    event.preventDefault();
    event.stopImmediatePropagation();
    if (event.type === 'click' && event.target instanceof Element) to.pick(event.target);
    if (event instanceof KeyboardEvent && event.type === 'keydown') to.key(event.key, event.shiftKey);
  };
  for (const type of REFUSED.split(' ')) addEventListener(type, refused, { capture: true });
}
