interface Here {
  readonly element: Element;
  readonly unheard: () => boolean;
  readonly play: () => void;
}

/** The drawn voice messages, by message: the next one of the page plays automatically (UI-58). */
const here = new Map<string, Here>();

export function voiceIsHere(key: string, voice: Here): () => void {
  here.set(key, voice);
  return () => {
    if (here.get(key) === voice) here.delete(key);
  };
}

/** Plays the voice message directly below, if it was not played yet. */
export function playNext(key: string): void {
  const from = here.get(key)?.element;
  if (from === undefined) return;
  const below = [...here.values()]
    .filter(({ element }) => isBefore(from, element))
    .toSorted((a, b) => (isBefore(a.element, b.element) ? -1 : 1));
  if (below[0]?.unheard() === true) below[0].play();
}

const isBefore = (a: Element, b: Element): boolean =>
  (a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
