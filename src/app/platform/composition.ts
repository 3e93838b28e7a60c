/**
 * Keeps keys of an input method from the app: Escape, Enter and arrows inside a composition belong to its
 * list of candidates (UI-163). Code 229 is the key that ends a composition in Safari, which reports that end
 * first.
 */
export function holdComposingKeys(page: EventTarget): void {
  page.addEventListener(
    'keydown',
    (event) => {
      if (event instanceof KeyboardEvent && (event.isComposing || event.keyCode === COMPOSING))
        event.stopPropagation();
    },
    true,
  );
}

const COMPOSING = 229;
