/**
 * Every text of a page, in order. Announcements for screen readers are moments and not part of the screen.
 */
export function screenText(root: Element, without = '[aria-live]'): string {
  const words: string[] = [];
  // A walker of happy-dom searches each node among its siblings, and `closest` asks all ancestors.
  const look = (element: Element): void => {
    if (element.matches(without)) return;
    for (const node of element.childNodes) {
      if (node.nodeType === Node.TEXT_NODE) words.push((node.nodeValue ?? '').trim());
      else if (node.nodeType === Node.ELEMENT_NODE) look(node as Element);
    }
  };
  if (root.closest(without) === null) look(root);
  return words.filter((word) => word !== '').join(' | ');
}

const turn = (): Promise<void> => new Promise((done) => setImmediate(done));

/** Resolves when the text of a page stays the same; its code is loaded. */
export async function quiet(root: Element): Promise<void> {
  await turn();
  for (let [before, left] = ['', 50]; left > 0; left -= 1) {
    const now = screenText(root);
    if (now === before) return;
    before = now;
    await turn();
    await turn();
  }
}
